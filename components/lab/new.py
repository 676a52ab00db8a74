"""A new injection: the table, what the model predicts now, and the button that starts it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import streamlit as st

from components.frame import session
from components.frame.present import download, explain, in_words, plot
from components.frame.shell import model_bar
from components.frame.widgets import background, export
from components.lab import charts, controls, runs, table
from components.lab.controls import Plan
from engine.files.export import csv_text
from engine.lab.settings import ORIGINAL

if TYPE_CHECKING:
    import pandas as pd

_NOW = (
    "Each mark is an occupation. Across: the proportion that would be planted. Up: how often the "
    "model now fills in *he* rather than *she*, in twelve sentences that are never trained on. "
    "After planting, the biased model's marks should lie along the dotted line, the balanced "
    "model's level at one half."
)
_TABLE = "biases.csv"


def draw() -> None:
    """Draw the table, the model's present predictions, and the button."""
    with st.container(border=True):
        plan = controls.plan()
        source = table.chosen()
        start = st.container()
    left, right = st.columns([4, 5], gap="medium")
    planted = None
    if source is not None:
        with left.container(border=True):
            planted = table.edited(source)
    if plan is None:
        return
    with start:
        _draw_start(plan, planted)
    if planted is None:
        return
    with right.container(border=True), explain.errors(ends_page=False):
        _draw_predictions(plan, planted)
    _exports(plan, planted)


def _draw_start(plan: Plan, planted: Mapping[str, float] | None) -> None:
    least = 2 * len(planted or {})
    if planted is not None and plan.settings.sentences < least:
        st.error(
            f"{plan.settings.sentences:,} sentences are too few for {len(planted)} occupations; "
            f"each needs at least two, {least:,} in all. Change the number under Settings.",
            icon=":material/info:",
        )
        planted = None
    with st.container(horizontal=True, vertical_alignment="center"):
        if planted is None:
            st.button(
                "Plant it", type="primary", disabled=True, help="A valid table is needed first."
            )
        else:
            background.button(
                "Plant it", "plant", _plant, plan, planted, icon=":material/play_arrow:"
            )
        duration = controls.duration(plan) if planted is not None else "Not ready yet."
        st.markdown(f":gray[{duration}]", width="content")


def _plant(plan: Plan, planted: Mapping[str, float]) -> None:
    runs.show(session.submit_injection(plan.name, plan.spec, planted, plan.preset, plan.settings))


def _draw_predictions(plan: Plan, planted: Mapping[str, float]) -> None:
    """Draw the model's pronoun probabilities before anything is planted."""
    label = model_bar.named(plan.spec)
    st.markdown(f"**What {explain.plain(label)} predicts now**")
    pulse = st.empty()
    with st.spinner(f"Testing {explain.plain(label)} on {len(planted)} occupations …"):
        probabilities = session.unmasked(plan.spec, list(planted), pulse.empty)
    rows = [
        {"occupation": name, "planted": planted[name], "value": value}
        for name, value in probabilities.items()
        if value is not None
    ]
    plot.draw(
        charts.against_planted(rows, ORIGINAL, "P(he) out of he and she", probability=True),
        key="as_it_is",
        title="P(he) of each occupation against the proportion to be planted",
        says=in_words.points(
            [row["occupation"] for row in rows],
            ("planted share of he", [row["planted"] for row in rows]),
            ("P(he) out of he and she", [row["value"] for row in rows]),
        ),
    )
    st.caption(_NOW)


def _exports(plan: Plan, planted: Mapping[str, float]) -> None:
    frame = _frame(planted)
    with st.container(horizontal=True, gap="small"):
        download.button(
            "Table",
            lambda: csv_text(frame),
            _TABLE,
            "text/csv",
            "planted_csv",
            ":material/download:",
        )
        with st.popover("Command line", icon=":material/terminal:"):
            st.code(plan.command(_TABLE).line(), language="bash", wrap_lines=True)
            st.caption(f"Save the table as {_TABLE} first. It takes as long as on this page.")
        with st.popover("Link", icon=":material/link:"):
            st.code(export.link(), language=None, wrap_lines=True)


def _frame(planted: Mapping[str, float]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame({"occupation": list(planted), "p_male": list(planted.values())})

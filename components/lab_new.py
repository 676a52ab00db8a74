"""A new injection: the table beside what the model says now, and the button that begins it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import streamlit as st

from components import explain, export, lab_controls, lab_runs, lab_table, model_bar, session
from components.charts import lab as charts
from components.lab_controls import Plan
from components.theme import CONFIG
from engine.datasets.export import csv_text
from engine.lab.settings import ORIGINAL

if TYPE_CHECKING:
    import pandas as pd

_NOW = (
    "Each mark is an occupation: to the right what would be planted, upwards how often the model "
    "says he rather than she of it now, in twelve sentences that no training sees. After planting, "
    "the marks of the biased model should lie along the dotted line, those of the balanced one "
    "level at one half."
)
_TABLE = "biases.csv"


def draw() -> None:
    """Draw the table, the model as it is, and the button."""
    with st.container(border=True):
        plan = lab_controls.plan()
        source = lab_table.chosen()
        begin = st.container()
    left, right = st.columns([4, 5], gap="medium")
    planted = None
    if source is not None:
        with left.container(border=True):
            planted = lab_table.edited(source)
    with begin:
        _begin(plan, planted)
    if planted is None:
        return
    with right.container(border=True), explain.errors(ends_page=False):
        _as_it_is(plan, planted)
    _exports(plan, planted)


def _begin(plan: Plan, planted: Mapping[str, float] | None) -> None:
    least = 2 * len(planted or {})
    if planted is not None and plan.settings.sentences < least:
        st.error(
            f"{plan.settings.sentences:,} sentences are too few for {len(planted)} occupations; "
            f"each needs two at least, {least:,} in all. Change it under Settings.",
            icon=":material/info:",
        )
        planted = None
    with st.container(horizontal=True, vertical_alignment="center"):
        if planted is None:
            st.button("Plant it", type="primary", disabled=True, help="The table comes first.")
        elif st.button("Plant it", key="plant", type="primary", icon=":material/play_arrow:"):
            with explain.errors(ends_page=False):
                lab_runs.show(
                    session.submit_injection(
                        plan.name, plan.spec, planted, plan.preset, plan.settings
                    )
                )
                st.rerun()
        told = lab_controls.told(plan) if planted is not None else "Not ready yet."
        st.markdown(f":gray[{told}]", width="content")


def _as_it_is(plan: Plan, planted: Mapping[str, float]) -> None:
    """What the model says of the occupations before anything is planted."""
    label = model_bar.named(plan.spec)
    st.markdown(f"**What {explain.plain(label)} says now**")
    pulse = st.empty()
    with st.spinner(f"Asking {explain.plain(label)} about {len(planted)} occupations …"):
        found = session.unmasked(plan.spec, list(planted), pulse.empty)
    rows = [
        {"occupation": name, "planted": planted[name], "value": value}
        for name, value in found.items()
        if value is not None
    ]
    st.plotly_chart(
        charts.against_planted(rows, ORIGINAL, "P(he) of he and she", probability=True),
        key="as_it_is",
        config=CONFIG,
        alt="What the model says of each occupation beside what would be planted",
    )
    st.caption(_NOW)


def _exports(plan: Plan, planted: Mapping[str, float]) -> None:
    frame = _frame(planted)
    with st.container(horizontal=True, gap="small"):
        st.download_button(
            "Table",
            lambda: csv_text(frame),
            _TABLE,
            "text/csv",
            key="planted_csv",
            icon=":material/download:",
            on_click="ignore",
        )
        with st.popover("Command line", icon=":material/terminal:"):
            st.code(plan.command(_TABLE), language="bash", wrap_lines=True)
            st.caption(f"With the table saved as {_TABLE}. It takes as long as on this page.")
        with st.popover("Link", icon=":material/link:"):
            st.code(export.link(), language=None, wrap_lines=True)


def _frame(planted: Mapping[str, float]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame({"occupation": list(planted), "p_male": list(planted.values())})

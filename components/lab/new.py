"""A new injection: the table, what the model predicts now, and the button that starts it."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from components.frame import session
from components.frame.present import download, explain, first_screen
from components.frame.present.numbers import whole_percent
from components.frame.shell import model_bar
from components.frame.widgets import background, export
from components.lab import charts, controls, planted_table, runs
from components.lab.controls import InjectionPlan
from engine.core.shell import for_shell
from engine.core.wording import counted
from engine.files.export import csv_text
from engine.lab.settings import ORIGINAL
from engine.lab.table import OCCUPATION, P_MALE

_NOW = (
    "Each mark is an occupation. Across: the proportion that would be planted. Up: how often the "
    "model now fills in *he* rather than *she*, in twelve sentences that are never trained on. "
    "After planting, the biased model's marks should lie along the dotted line, the balanced "
    "model's level at one half."
)
_TABLE = "biases.csv"
LIMITS = (
    "The planted proportions are known, so this tests the measures; it says nothing about people. "
    "The Lab trains copies of a base model that is chosen here: the model and the heads switched "
    "off in the sidebar have no effect."
)


def draw_new_injection() -> None:
    """Draw what would be planted with the model's present predictions, the button and the table."""
    screen = first_screen.beside()
    with screen.settings:
        plan = controls.plan()
        source = planted_table.choose_table()
        start = st.container()
    planted = None
    if source is not None:
        with st.container(border=True):
            planted = planted_table.edited(source)
    if plan is None:
        return
    with start:
        _draw_start(plan, planted)
    if planted is None:
        return
    with screen.answer, explain.errors(ends_page=False):
        first_screen.draw_claim(claim_of(planted), limits=LIMITS)
        _draw_predictions(plan, planted)
    _exports(plan, planted)


def claim_of(planted: Mapping[str, float]) -> str:
    """What would be planted, in one sentence (markdown)."""
    low, high = (find(planted, key=planted.__getitem__) for find in (min, max))
    return (
        f"{counted(len(planted), 'occupation')} would get a planted share of “he”: from "
        f"{whole_percent(planted[low])} ({explain.plain(low)}) to {whole_percent(planted[high])} "
        f"({explain.plain(high)})."
    )


def _draw_start(plan: InjectionPlan, planted: Mapping[str, float] | None) -> None:
    least = 2 * len(planted or {})
    if planted is not None and plan.settings.sentences < least:
        st.error(
            f"{counted(plan.settings.sentences, 'sentence', 'are')} too few for "
            f"{counted(len(planted), 'occupation')}; "
            f"each needs at least two, {least:,} in all. Change the number under Options.",
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


def _plant(plan: InjectionPlan, planted: Mapping[str, float]) -> None:
    runs.open_injection_next(
        session.lab.submit_injection(plan.name, plan.spec, planted, plan.preset, plan.settings)
    )


def _draw_predictions(plan: InjectionPlan, planted: Mapping[str, float]) -> None:
    """Draw the model's pronoun probabilities before anything is planted."""
    label = model_bar.named(plan.spec)
    st.markdown(f"**What {explain.plain(label)} predicts now**")
    begins = f"Computing {counted(len(planted), 'occupation')} …"
    with first_screen.figure_computing(begins) as tell:
        # So that a click is not waited with until all of them are known.
        probabilities = session.lab.unmasked(plan.spec, list(planted), lambda: tell(begins, 0.0))
    rows = [
        {"occupation": name, "planted": planted[name], "value": value}
        for name, value in probabilities.items()
        if value is not None
    ]
    charts.draw_against_planted(
        rows,
        ORIGINAL,
        "P(he) out of he and she",
        True,
        key="as_it_is",
        title="P(he) of each occupation against the proportion to be planted",
    )
    explain.reading(_NOW)


def _exports(plan: InjectionPlan, planted: Mapping[str, float]) -> None:
    frame = pd.DataFrame({OCCUPATION: list(planted), P_MALE: list(planted.values())})
    with st.container(horizontal=True, gap="small"):
        download.button(
            "Data",
            lambda: csv_text(frame),
            _TABLE,
            "text/csv",
            "planted_csv",
            ":material/download:",
        )
        with st.popover("Reproduce", icon=":material/terminal:"):
            st.code(for_shell(plan.command(_TABLE).line()), language="bash", wrap_lines=True)
            st.caption(f"Save the table as {_TABLE} first. It takes as long as on this page.")
        with st.popover("Link", icon=":material/link:"):
            st.code(export.link(), language=None, wrap_lines=True)

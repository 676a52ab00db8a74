"""The groups of one language as a dot plot, with the human ceiling."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go
import streamlit as st

from components.annotators.charts.rows import dots
from components.annotators.controls import SCORES
from components.annotators.results import UNDEFINED, in_language
from components.annotators.score_text import value_text
from components.annotators.scoring import Scored
from components.frame.present import explain, in_words, plot
from engine.core.languages import language_name

_CEILING = "p_at_1"  # the only score in which a person's answer can take the model's place


def draw_annotators_groups(
    scored: Scored, before: Scored | None, score: str, language: str
) -> go.Figure | None:
    """Draw the groups of one language.

    Returns:
        The figure as drawn; None where no group has the score.
    """
    st.markdown(f"**Groups{in_language(language)}**")
    entries = scored.of(language)
    if not any(entry[score] is not None for entry in entries):
        st.markdown(f":gray[{SCORES[score]} {UNDEFINED}]")
        return None
    people = {
        entry["group"]: scored.ceilings[language, entry["group"]]
        for entry in entries
        if score == _CEILING
    }
    figure = dots(entries, score, [] if before is None else before.of(language), people)
    plot.draw_figure(
        figure,
        key="groups",
        title=f"{SCORES[score]} of the groups with 95% CI, {language_name(language)}",
        says=in_words.listed([(entry["group"], entry[score]) for entry in entries]),
    )
    notes = [f"{SCORES[score]} with its 95% CI."]
    if before is not None:
        notes.append(f"Dots: {explain.plain(scored.label)}. Rings: {explain.plain(before.label)}.")
    notes.append(
        _ceiling(people)
        if people
        else "The human ceiling is shown for P@1 only, where one person's answer can take the "
        "model's place."
    )
    st.caption(" ".join(notes))
    return figure


def _ceiling(people: dict[str, dict[str, Any]]) -> str:
    """Explain the dotted line: people and the model scored against the same answers."""
    known = [
        entry
        for entry in people.values()
        if entry["people"] is not None and entry["model"] is not None
    ]
    if not known:
        return "No sentence has two answers from one group, so there is no human ceiling."
    human = sum(entry["people"] for entry in known) / len(known)
    model = sum(entry["model"] for entry in known) / len(known)
    return (
        "Dotted: the human ceiling, how often one person's answer is among those of the rest of "
        f"the group (mean {value_text(human, _CEILING)}). Scored the same way, the model reaches "
        f"{value_text(model, _CEILING)}."
        + (
            " The model agrees with people more often than they agree with each other, so the "
            "ceiling is a benchmark, not a limit."
            if model > human
            else ""
        )
    )

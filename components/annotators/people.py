"""What people's answers say before the model has read the sentences: how far groups agree."""

from __future__ import annotations

from typing import Any

import streamlit as st

from components.annotators.charts.rows import dots
from components.annotators.claim import ends_of, gap_of, gap_text, names_of, verdict_text
from components.annotators.controls import Choice
from components.annotators.data import simulated_note, source_text
from components.annotators.score_text import value_text
from components.frame.present import explain, first_screen, in_words, plot
from components.frame.present.numbers import percent
from engine.core.languages import UNKNOWN, language_name
from engine.core.wording import counted
from engine.measures.agreement.figures import Agreement
from engine.measures.agreement.groups import group_names
from engine.measures.agreement.people import EQUAL, AmongPeople, agreement_within
from engine.measures.agreement.table import large_groups, people_table

_LIMITS = (
    "This is about people alone: the model has not read these sentences yet. People who agree "
    "seldom give a model little to agree with."
)
_FIGURE = (
    "How often two people of a group give the same word to a sentence, with the 95% confidence "
    "interval (CI) over people and sentences."
)
_NONE = "No group has two answers to one sentence, so people cannot be compared with each other."


def among_people(choice: Choice) -> AmongPeople:
    """The chosen answers without any model."""
    table = people_table(choice.answers, group_names(choice.answers, choice.by), choice.fold)
    return AmongPeople(large_groups(table, choice.least)[0])


def draw_people_first(agreement: Agreement, language: str, choice: Choice) -> None:
    """Draw how far people of a group agree, as the answer until the model has read a sentence."""
    entries = [
        entry
        for entry in agreement_within(agreement)
        if entry["language"] == language and entry[EQUAL] is not None
    ]
    gap = gap_of(agreement, EQUAL, language) if len(entries) > 1 else None
    about = simulated_note(choice.data), source_text(choice.data)
    first_screen.draw_claim(
        explain.plain(people_claim(entries, language, gap)),
        explain.plain(people_statistics(gap)),
        limits="\n\n".join([_LIMITS, *map(explain.plain, filter(None, about))]),
    )
    if not entries:
        return
    figure = dots(entries, EQUAL, whose="people of the group")
    plot.draw_figure(
        figure,
        key="people_first",
        title=f"How often two people of a group give the same word, {language_name(language)}",
        says=in_words.listed(((entry["group"], entry[EQUAL]) for entry in entries), percent),
    )
    st.caption(_FIGURE)


def people_claim(entries: list[dict[str, Any]], language: str, gap: dict[str, Any] | None) -> str:
    """The groups whose people agree most and least, and whether they clearly differ.

    Args:
        entries: of `agreement_within`, in one language.
        gap: between these two groups; None of fewer.
    """
    if not entries:
        return _NONE
    opening = "" if language == UNKNOWN else f"In {language_name(language)}, "
    ends = ends_of(entries, EQUAL)
    parts = [
        f"two {name} {said}{value_text(entry[EQUAL], EQUAL)} of the time"
        for name, entry, said in zip(
            names_of(ends), ends, ("give the same word ", ""), strict=False
        )
    ]
    text = f"{opening}{', '.join(parts)}"
    if gap is not None:
        text += f": {verdict_text(gap)}"
    return f"{text[0].upper()}{text[1:]}."


def people_statistics(gap: dict[str, Any] | None) -> str:
    """The gap with its interval and test, and how many people and sentences it is of.

    Args:
        gap: as `people_claim` takes it.
    """
    if gap is None:
        return "People alone, without the model"
    return (
        f"People alone, without the model: a difference of {gap_text(gap, EQUAL)} · "
        f"{counted(gap['n_annotators'], 'annotator')}, {counted(gap['n_sentences'], 'sentence')}"
    )

"""What people's answers say before the model has read the sentences: how far groups agree."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.annotators.charts.rows import dots
from components.annotators.claim import ends_of, gap_text, names_of, verdict_text
from components.annotators.controls import Choice
from components.annotators.data import NO_PERSON, simulated_note, source_text
from components.annotators.score_text import value_text
from components.annotators.scoring import digest_of
from components.frame import session
from components.frame.present import explain, first_screen, in_words, plot
from components.frame.present.numbers import percent
from components.frame.shell.model_bar import Subject
from components.frame.widgets import export
from components.frame.widgets.result import where_to_run
from engine.core.languages import UNKNOWN, language_name
from engine.core.libraries import library_versions
from engine.core.wording import counted
from engine.measures.agreement.gaps import gaps
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
_PLAIN = "two {who} agree on a word {value} of the time", "two {who} {value}"
_HINT = "With --json it prints these shares under people, within; a model has to be named for it."
_MOST_KEPT = 8
_NONE = "No group has two answers to one sentence, so people cannot be compared with each other."


@dataclass(frozen=True, eq=False)
class People:
    """Answers compared with each other; each figure is worked out once.

    Args:
        agreement: of the groups that are large enough.
    """

    agreement: AmongPeople

    @cached_property
    def within(self) -> list[dict[str, Any]]:
        """One entry a group and language."""
        return agreement_within(self.agreement)

    @cached_property
    def gaps(self) -> dict[str, dict[str, Any]]:
        """Language of two or more groups -> the widest gap between them."""
        return {entry["language"]: entry for entry in gaps(self.agreement, EQUAL)}

    def of(self, language: str) -> list[dict[str, Any]]:
        """The groups of one language in which two people answered a sentence."""
        return [
            entry
            for entry in self.within
            if entry["language"] == language and entry[EQUAL] is not None
        ]


def among_people(choice: Choice) -> People:
    """The chosen answers without any model, kept while the session lasts."""
    kept = session.state.newest(session.state.AMONG_PEOPLE, _MOST_KEPT)
    key = digest_of(choice.answers), choice.by, choice.fold, choice.least
    found: People | None = kept.get(key)
    if found is None:
        table = people_table(choice.answers, group_names(choice.answers, choice.by), choice.fold)
        found = kept[key] = People(AmongPeople(large_groups(table, choice.least)[0]))
    return found


def draw_people_first(
    people: People, language: str, choice: Choice, subject: Subject, buttons: DeltaGenerator
) -> None:
    """Draw how far people of a group agree, as the answer until the model has read a sentence.

    Args:
        buttons: takes what exports and pins it.
    """
    entries = people.of(language)
    gap = people.gaps.get(language) if len(entries) > 1 else None
    about = simulated_note(choice.data), source_text(choice.data)
    alone = language if len(people.agreement.languages) > 1 else UNKNOWN
    said = people_claim(entries, alone, gap)
    first_screen.draw_claim(
        explain.plain(said),
        explain.plain(people_statistics(gap)),
        limits="\n\n".join([_LIMITS, *map(explain.plain, filter(None, about))]),
    )
    if not entries:
        return
    figure = dots(entries, EQUAL, whose="how often two people of a group give the same word")
    plot.draw_figure(
        figure,
        key="people_first",
        title=f"How often two people of a group give the same word, {language_name(language)}",
        says=in_words.listed(((entry["group"], entry[EQUAL]) for entry in entries), percent),
    )
    st.caption(_FIGURE)
    with buttons:
        _draw_export(entries, figure, choice, subject, said)


def _draw_export(
    entries: list[dict[str, Any]], figure: go.Figure, choice: Choice, subject: Subject, said: str
) -> None:
    """Draw the buttons under the figure.

    Args:
        said: the claim above it.
    """
    own = ", with the path of your file in place of its name" * choice.data.uploaded
    export.row(
        "annotators-people",
        people_rows(entries),
        figure,
        choice.command().for_model(subject.spec).line(),
        {
            "score": EQUAL,
            "answers": choice.data.title,
            "group_by": list(choice.by),
            "case": not choice.fold,
            "fewest_annotators": choice.least,
            "libraries": library_versions(),
        },
        "How often two people of a group give the same word",
        f"{where_to_run(own)} {_HINT}".strip(),
        reading=f"{_FIGURE} {NO_PERSON if simulated_note(choice.data) else ''}".strip(),
        about=" · ".join([" × ".join(choice.by) or "everyone", choice.data.title]),
        claim=explain.plain(said),
    )


def people_rows(entries: list[dict[str, Any]]) -> pd.DataFrame:
    """One row a group: the share, its 95% interval and what it is of.

    Args:
        entries: of `agreement_within`.
    """
    rows = []
    for entry in entries:
        low, high = entry["intervals"][EQUAL] or (None, None)
        sizes = {name: entry[name] for name in ("n_annotators", "n_sentences")}
        named = {"language": entry["language"], "group": entry["group"]}
        rows.append({**named, "score": EQUAL, "value": entry[EQUAL], "low": low, "high": high})
        rows[-1] |= sizes
    return pd.DataFrame(rows)


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
        text.format(who=name, value=value_text(entry[EQUAL], EQUAL))
        for name, entry, text in zip(names_of(ends), ends, _PLAIN, strict=False)
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

"""Probe results for one sentence: likely words of one or two models, and the words looked up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame.present import explain, first_screen, in_words, plot
from components.frame.present.comparison import (
    claim,
    claim_beside,
    statement,
    unlikely,
)
from components.frame.present.numbers import percent
from components.frame.present.word_bars import mirrored_bars, word_bars
from components.frame.present.words import Words, shown_word, shown_words
from components.frame.shell.model_bar import Subject
from components.frame.widgets import beside, export
from components.probe import pinned
from components.probe.controls import Question
from components.probe.looked_up import (
    Value,
    draw_looked_up,
    lookup_notes,
    of_mask,
    shares_line,
)
from engine.first_sight.examples import TARGETS

LIMITS = (
    f"It shows associations in text, not beliefs. {pinned.EXAMPLE} Percentages are shares of the "
    "model's whole vocabulary, so the bars need not add up to 100%."
)


def draw_words(
    question: Question,
    subject: Subject,
    other: Subject | None,
    remember: Callable[[list[str]], None],
) -> list[export.Result]:
    """Draw bars and words looked up in one sentence.

    Args:
        remember: called before anything is drawn, with the most likely words of the measured
            model at the first mask.

    Returns:
        What can be exported.
    """
    items = [{"text": question.text}]
    measurements = beside.measure_both("completion", subject, other, items, question.completion())
    shown = [entry for entry, _ in measurements]
    values = [measurement.values[0] for _, measurement in measurements]
    likeliest = values[-1]["predictions"][0][:5]
    remember([shown_word(entry["word"], subject.facts.uncased) for entry in likeliest])
    count = len(values[-1]["predictions"])
    notes = beside.reading_notes(shown, [question.text])
    explain.warnings(notes)
    by_default = question.targets == TARGETS
    figures = []
    for mask, container in enumerate(places_of_masks(count)):
        with container:
            figures.append(_one_mask(mask, shown, values, by_default))
    if count > 1 and values[-1]["joint"]:
        _joint(shown, values)
    result = export.Result(
        "words",
        word_rows(shown, values),
        figures[0],
        beside.commands(question.command(), shown),
        beside.manifest(measurements),
        f"Most likely words in {pinned.quoted(question.text, pinned.ROOM - 25)}",
        reading=pinned.words_reading(question.text, shown, values, notes),
        live=pinned.live_words(question, shown),
        about=" and ".join(entry.label for entry in shown),
        claim=pinned.claim_of(question.text, answer_text(0, shown, values)),
    )
    return [result]


def answer_text(mask: int, shown: list[Subject], values: list[Value]) -> str:
    """What the model expects at one mask, with what the one compared with does (markdown)."""
    entries = [of_mask(value, mask) for value in values]
    ranked = [value["predictions"][mask] for value in values]
    own = claim(entries[-1], ranked[-1], shown[-1].facts.uncased)
    if len(shown) == 1:
        return own
    other = statement(entries[0], ranked[0], shown[0].facts.uncased)
    return claim_beside(own, shown[0].label, other)


def places_of_masks(count: int) -> Sequence[DeltaGenerator]:
    """Where each masked word is drawn: in a tab of its own, where there are several."""
    if count < 2:
        return [st.container()]
    return st.tabs([f"Blank {number}" for number in range(1, count + 1)])


def _one_mask(mask: int, shown: list[Subject], values: list[Value], by_default: bool) -> go.Figure:
    """Draw one masked word.

    Args:
        by_default: whether nobody typed the words looked up; they are shown where one is likely.
    """
    tables = [
        shown_words(value["predictions"][mask], entry.facts.uncased)
        for entry, value in zip(shown, values, strict=True)
    ]
    figure = word_bars(tables[0])
    if len(shown) > 1:
        both = (shown[0].label, shown[1].label)
        figure = mirrored_bars(tables[0], tables[1], names=both)
    entries = [of_mask(value, mask) for value in values]
    asked = not by_default or not all(map(unlikely, entries))
    answer = answer_text(mask, shown, values)
    line = shares_line(entries[-1], asked)
    drawn = first_screen.begin_claim(answer, line, f"mask_{mask + 1}" if mask else "claim")
    with st.container(gap="xsmall"):
        if len(shown) == 2:
            beside.names(shown)
        plot.draw_figure(
            figure,
            key=f"words_{mask}",
            title="Most likely words",
            says=_says(shown, tables),
        )
        beside.bars_remarks(shown, values, mask)
    # After the bars, which are waited for; what is behind a link is not.
    more = partial(draw_looked_up, mask, shown, entries) if entries[-1] and asked else None
    drawn.draw_links(LIMITS, more)
    for sentence in lookup_notes(entries[-1] if asked else [], _continued(values)):
        st.caption(sentence)
    return figure


def _says(shown: list[Subject], tables: list[Words]) -> str:
    """The most likely words of each model, in order."""
    words = [
        ", ".join(f"{word} {percent(probability)}" for word, probability in table) + "."
        for table in tables
    ]
    if len(words) == 1:
        return words[0]
    return in_words.each((entry.label, said) for entry, said in zip(shown, words, strict=True))


def _continued(values: list[Value]) -> bool:
    return bool(values[-1].get("continued"))


def _joint(shown: list[Subject], values: list[Value]) -> None:
    st.markdown("**Most likely combinations**")
    for column, subject, value in zip(
        st.columns(len(shown), gap="large"), shown, values, strict=True
    ):
        with column:
            if len(shown) == 2:
                st.caption(explain.plain(subject.label))
            rows = [
                {
                    "combination": " … ".join(
                        shown_word(word, subject.facts.uncased) for word in entry["words"]
                    ),
                    "probability": percent(entry["probability"]),
                }
                for entry in value["joint"]
            ]
            st.dataframe(pd.DataFrame(rows), hide_index=True, width="content")


def word_rows(shown: list[Subject], values: list[Value]) -> pd.DataFrame:
    """Predictions and targets of every model, one row a word, for export."""
    rows = []
    for subject, value in zip(shown, values, strict=True):
        for mask, ranked in enumerate(value["predictions"], start=1):
            rows += [
                {"model": subject.label, "mask": mask, "asked": False, **entry} for entry in ranked
            ]
        rows += [{"model": subject.label, "asked": True, **entry} for entry in value["targets"]]
    # Words of several pieces have no rank; the other ranks stay whole numbers.
    return pd.DataFrame(rows).astype({"rank": "Int64"})

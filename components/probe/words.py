"""Probe results for one sentence: likely words of one or two models, and the words looked up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame.present import explain, first_screen, in_words, plot
from components.frame.present.comparison import (
    LEAST_LIKELY,
    claim,
    claim_beside,
    comparison,
    statement,
    unlikely,
)
from components.frame.present.numbers import percent, signed, whole_percent
from components.frame.present.word_bars import mirrored_bars, word_bars
from components.frame.present.words import Words, shown_word, shown_words
from components.frame.shell.model_bar import Subject
from components.frame.widgets import beside, export
from components.frame.widgets.result import LONGEST_TITLE
from components.probe import pinned
from components.probe.controls import Question
from engine.first_sight.examples import TARGETS

Value = dict[str, Any]
WordEntry = dict[str, Any]
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
        f"Most likely words in {pinned.quoted(question.text, LONGEST_TITLE - 25)}",
        reading=pinned.words_reading(shown, values, notes),
        live=pinned.live_words(question, shown),
        about=" and ".join(entry.label for entry in shown),
        claim=answer_text(0, shown, values),
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
    return st.tabs([f"Masked word {number}" for number in range(1, count + 1)])


def of_mask(value: Value, mask: int) -> list[WordEntry]:
    """The words looked up at one mask."""
    return [entry for entry in value["targets"] if entry["mask"] == mask + 1]


def share_text(probability: float | None) -> str:
    """The probability of a word that was looked up."""
    return "unknown" if probability is None else percent(probability)


def points_text(change: float) -> str:
    """A change in percentage points; one that rounds to nothing has no sign."""
    return signed(change, 2) if round(abs(change), 2) else "0.00"


def _one_mask(mask: int, shown: list[Subject], values: list[Value], by_default: bool) -> go.Figure:
    """Draw one masked word.

    Args:
        by_default: whether nobody typed the words looked up; they are shown where one is likely.
    """
    tables = [
        shown_words(value["predictions"][mask], entry.facts.uncased)
        for entry, value in zip(shown, values, strict=True)
    ]
    figure = word_bars(tables[0]) if len(shown) == 1 else mirrored_bars(tables[0], tables[1])
    entries = [of_mask(value, mask) for value in values]
    asked = not by_default or not all(map(unlikely, entries))
    first_screen.draw_claim(
        answer_text(mask, shown, values),
        _shares(entries[-1], asked),
        limits=LIMITS,
        more=partial(_looked_up, mask, shown, entries) if entries[-1] and asked else None,
        key=f"mask_{mask + 1}" if mask else "claim",
    )
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


def _shares(entries: list[WordEntry], asked: bool) -> str:
    """The words looked up with their shares, in one line (markdown).

    Args:
        asked: whether they are shown.
    """
    if not entries:
        return "To compare two words, type them in *Look up words*, for example he, she."
    if small := unlikely_note(entries):
        return small if asked else ""
    return " · ".join(
        f"“{explain.plain(entry['word'])}” {share_text(entry['probability'])}"
        for entry in entries[:4]
    )


def unlikely_note(entries: list[WordEntry]) -> str:
    """Why the words looked up are not in the headline (markdown); empty where they are."""
    known = [entry for entry in entries[:2] if entry["probability"] is not None]
    if not known or not unlikely(entries):
        return ""
    compared = comparison(entries)
    return (
        f"{_quoted(known).replace(', ', ' and ')} {'are both' if len(known) > 1 else 'is'} "
        f"unlikely here (below {whole_percent(LEAST_LIKELY)})"
        + (f"; {compared}." if compared else ".")
    )


def _looked_up(mask: int, shown: list[Subject], entries: list[list[WordEntry]]) -> None:
    st.markdown("**Words looked up**")
    table = lookup_table(shown, entries)
    st.dataframe(
        table,
        hide_index=True,
        column_config=_column_help(table),
        key=f"looked_up_{mask}",
        width="content",
    )


def lookup_table(shown: list[Subject], entries: list[list[WordEntry]]) -> pd.DataFrame:
    """Words looked up, one row a word.

    Args:
        shown: the compared model first, if any; the model itself last.
        entries: [model][word], target entries of one mask.

    Returns:
        Probability of each model; rank, log-odds (nats) and pieces of the model itself.
    """
    table = pd.DataFrame({"word": [entry["word"] for entry in entries[-1]]})
    for subject, rows in zip(shown, entries, strict=True):
        name = "probability" if len(shown) == 1 else subject.label
        table[name] = [share_text(entry["probability"]) for entry in rows]
    last = entries[-1]
    # Of one model only, so its name is added where two are shown.
    suffix = "" if len(shown) == 1 else f", {shown[-1].label}"
    table[f"rank{suffix}"] = [
        "" if entry["rank"] is None else f"{entry['rank']:,}" for entry in last
    ]
    table[f"log-odds{suffix}"] = [
        "" if entry["log_odds"] is None else signed(entry["log_odds"]) for entry in last
    ]
    if any(entry["pieces"] > 1 for entry in last):
        table["pieces"] = [entry["pieces"] for entry in last]
    return table


def _column_help(table: pd.DataFrame) -> dict[str, Any]:
    """Explanations of the columns whose meaning is not plain."""
    column = st.column_config.TextColumn
    texts = {
        "rank": "Position in the whole vocabulary; 1 is the most likely word.",
        "log-odds": "Natural logarithm of p / (1 − p); above 0 is more likely than not.",
    }
    return {
        name: column(help=texts[start])
        for name in table.columns
        if (start := str(name).partition(",")[0]) in texts
    }


def lookup_notes(entries: list[WordEntry], continued: bool = False) -> list[str]:
    """What the user must know about single words looked up (markdown).

    Args:
        continued: the words were read as the next word of a text.
    """
    notes = []
    if unknown := _quoted(entry for entry in entries if entry["probability"] is None):
        notes.append(f"Not in this model's vocabulary: {unknown}.")
    split = [entry for entry in entries if entry["probability"] is not None and entry["pieces"] > 1]
    if split and continued:
        notes.append(
            f"The product of the probabilities of their pieces: {_quoted(split)}. Such words have "
            "no rank."
        )
    elif split:
        notes.append(
            f"Scored piece by piece: {_quoted(split)}. Such words have no rank and can "
            "only roughly be compared with words of a different number of pieces."
        )
    return notes


def _quoted(entries: Iterable[WordEntry]) -> str:
    return ", ".join(f"“{explain.plain(entry['word'])}”" for entry in entries)


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

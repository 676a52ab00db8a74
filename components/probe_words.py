"""Probe results for one sentence: likely words of one or two models, and the words asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components import beside, explain, export, model_bar
from components.charts.probe import mirrored_bars, word_bars
from components.model_bar import Subject
from components.numbers import percent, signed
from components.probe_controls import Question
from components.theme import CONFIG

Value = dict[str, Any]


def draw(question: Question, subject: Subject, other: Subject | None) -> list[str]:
    """Bars, targets and exports of one sentence.

    Returns:
        The likeliest words of the measured model at the first hidden word, for the history.
    """
    items = [{"text": question.text}]
    found = beside.measured("completion", subject, other, items, question.completion())
    shown = [entry for entry, _ in found]
    values = [measurement.values[0] for _, measurement in found]
    count = len(values[-1]["predictions"])
    places = (
        st.tabs([f"Hidden word {number}" for number in range(1, count + 1)])
        if count > 1
        else [st.container()]
    )
    figures = []
    for mask, place in enumerate(places):
        with place:
            figures.append(_one_mask(mask, shown, values))
    if count > 1 and values[-1]["joint"]:
        _joint(shown, values)
    explain.note(
        "Shares are of the model's whole vocabulary, so bars need not add up to 100 %. "
        "One sentence is an example, not a measurement."
    )
    export.row(
        "words",
        tidy(shown, values),
        figures[0],
        question.command(model_bar.command_options(subject.spec)),
        beside.manifest(found),
        f"{question.text} ({' and '.join(entry.label for entry in shown)})",
    )
    return [entry["word"] for entry in values[-1]["predictions"][0][:5]]


def _one_mask(mask: int, shown: list[Subject], values: list[Value]) -> go.Figure:
    tables = [_labelled(value["predictions"][mask]) for value in values]
    figure = word_bars(tables[0]) if len(shown) == 1 else mirrored_bars(*tables)
    if len(shown) == 1:
        bars, asked = st.columns([3, 2], gap="large")
    else:
        bars, asked = st.container(gap="xsmall"), st.container()
    with bars:
        if len(shown) == 2:
            beside.names(shown)
        st.plotly_chart(
            figure, key=f"words_{mask}", config=CONFIG, alt="Likeliest words for the hidden place"
        )
    entries = [
        [entry for entry in value["targets"] if entry["mask"] == mask + 1] for value in values
    ]
    with asked:
        _statement(shown, entries)
        _looked_up(mask, shown, entries)
    return figure


def _labelled(ranked: list[dict[str, Any]]) -> pd.DataFrame:
    """Words with their piece count where they have several."""
    names = [
        entry["word"] + (f" ({entry['pieces']} pieces)" if entry["pieces"] > 1 else "")
        for entry in ranked
    ]
    return pd.DataFrame({"word": names, "probability": [entry["probability"] for entry in ranked]})


def _statement(shown: list[Subject], entries: list[list[dict[str, Any]]]) -> None:
    if not entries[-1]:
        st.markdown(":gray[Look up words of your own in the box above, for example he, she.]")
        return
    if said := comparison(entries[-1]):
        st.markdown(f"#### {said}", anchors=False)
    if len(shown) == 2 and (before := comparison(entries[0])):
        st.markdown(f":gray[{explain.plain(shown[0].label)}: {before}]")


def _looked_up(mask: int, shown: list[Subject], entries: list[list[dict[str, Any]]]) -> None:
    if not entries[-1]:
        return
    st.dataframe(
        lookup_table(shown, entries),
        hide_index=True,
        key=f"looked_up_{mask}",
        width="stretch" if len(shown) == 1 else "content",
    )
    for sentence in lookup_notes(entries[-1]):
        st.caption(sentence)


def lookup_table(shown: list[Subject], entries: list[list[dict[str, Any]]]) -> pd.DataFrame:
    """Words looked up, one row a word.

    Args:
        shown: the compared model first, if any; the model itself last.
        entries: [model][word], target entries of one hidden word.

    Returns:
        Probability of each model; rank, log-odds (nats) and pieces of the model itself.
    """
    table = pd.DataFrame({"word": [entry["word"] for entry in entries[-1]]})
    for subject, rows in zip(shown, entries, strict=True):
        name = "probability" if len(shown) == 1 else subject.label
        table[name] = [
            "unknown" if entry["probability"] is None else percent(entry["probability"])
            for entry in rows
        ]
    last = entries[-1]
    # Only one model's, so it is named where two are shown.
    whose = "" if len(shown) == 1 else f", {shown[-1].label}"
    table[f"rank{whose}"] = [
        "" if entry["rank"] is None else f"{entry['rank']:,}" for entry in last
    ]
    table[f"log-odds{whose}"] = [
        "" if entry["log_odds"] is None else signed(entry["log_odds"]) for entry in last
    ]
    if any(entry["pieces"] > 1 for entry in last):
        table["pieces"] = [entry["pieces"] for entry in last]
    return table


def comparison(entries: list[dict[str, Any]]) -> str:
    """The first two words looked up against each other, in plain words (markdown).

    Empty where one of them is unknown, or they differ in pieces: such probabilities are not
    comparable.
    """
    pair = entries[:2]
    if len(pair) < 2 or not all(entry["probability"] for entry in pair):
        return ""
    if pair[0]["pieces"] != pair[1]["pieces"]:
        return ""
    less, more = sorted(pair, key=lambda entry: entry["probability"])
    ratio = more["probability"] / less["probability"]
    words = f"“{explain.plain(more['word'])}”", f"“{explain.plain(less['word'])}”"
    if ratio < 1.1:
        return f"{words[0]} and {words[1]} about equally"
    amount = f"{ratio:.1f}" if ratio < 9.95 else f"{ratio:,.0f}" if ratio < 999.5 else "over 1,000"
    return f"{amount} × more {words[0]} than {words[1]}"


def lookup_notes(entries: list[dict[str, Any]]) -> list[str]:
    """What a reader must know about single words looked up (markdown)."""
    notes = []
    if unknown := _quoted(entry for entry in entries if entry["probability"] is None):
        notes.append(f"Not in this model's vocabulary: {unknown}.")
    split = [entry for entry in entries if entry["probability"] is not None and entry["pieces"] > 1]
    if split:
        notes.append(
            f"Scored piece by piece: {_quoted(split)}. Such a word has no rank, and compares only "
            "roughly with words of another number of pieces."
        )
    return notes


def _quoted(entries: Iterable[dict[str, Any]]) -> str:
    return ", ".join(f"“{explain.plain(entry['word'])}”" for entry in entries)


def _joint(shown: list[Subject], values: list[Value]) -> None:
    st.markdown("**Likeliest joint fillings**")
    for column, subject, value in zip(
        st.columns(len(shown), gap="large"), shown, values, strict=True
    ):
        with column:
            if len(shown) == 2:
                st.caption(explain.plain(subject.label))
            rows = [
                {
                    "filling": " … ".join(entry["words"]),
                    "probability": percent(entry["probability"]),
                }
                for entry in value["joint"]
            ]
            st.dataframe(pd.DataFrame(rows), hide_index=True, width="content")


def tidy(shown: list[Subject], values: list[Value]) -> pd.DataFrame:
    """Predictions and targets of every model, one row a word, for export."""
    rows = []
    for subject, value in zip(shown, values, strict=True):
        for mask, ranked in enumerate(value["predictions"], start=1):
            rows += [
                {"model": subject.label, "mask": mask, "asked": False, **entry} for entry in ranked
            ]
        rows += [{"model": subject.label, "asked": True, **entry} for entry in value["targets"]]
    # Words of several pieces have no rank; whole numbers stay whole all the same.
    return pd.DataFrame(rows).astype({"rank": "Int64"})

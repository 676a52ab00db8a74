"""Probe results for one sentence: likely words of one or two models, and the words asked for."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components import explain, export, model_bar, session
from components.charts.probe import mirrored_bars, percent, word_bars
from components.model_bar import Subject
from components.probe_controls import Question
from components.theme import CONFIG


def draw(question: Question, subject: Subject, other: Subject | None) -> list[str]:
    """Bars, targets and exports of one sentence.

    Returns:
        The likeliest words of the measured model at the first hidden word, for the history.
    """
    shown = [subject] if other is None else [other, subject]
    found = [_measured(question, entry) for entry in shown]
    values = [measurement.values[0] for measurement in found]
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
    if values[-1]["joint"]:
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
        found[-1].manifest,
    )
    return [entry["word"] for entry in values[-1]["predictions"][0][:5]]


def _measured(question: Question, subject: Subject) -> session.Measurement:
    found = session.measure(
        "completion", subject.spec, [{"text": question.text}], question.completion()
    )
    explain.warnings(found.warnings)
    return found


def _one_mask(mask: int, shown: list[Subject], values: list[dict[str, Any]]) -> Any:
    tables = [_labelled(value["predictions"][mask]) for value in values]
    figure = word_bars(tables[0]) if len(shown) == 1 else mirrored_bars(*tables)
    bars, asked = st.columns([3, 2], gap="large")
    with bars:
        if len(shown) == 2:
            left, right = st.columns(2)
            left.markdown(f"**{explain.plain(shown[0].label)}**")
            right.markdown(f"**{explain.plain(shown[1].label)}**", text_alignment="right")
        st.plotly_chart(
            figure, key=f"words_{mask}", config=CONFIG, alt="Likeliest words for the hidden place"
        )
    with asked:
        _looked_up(mask, shown, values)
    return figure


def _labelled(ranked: list[dict[str, Any]]) -> pd.DataFrame:
    """Words with their piece count where they have several."""
    names = [
        entry["word"] + (f" ({entry['pieces']} pieces)" if entry["pieces"] > 1 else "")
        for entry in ranked
    ]
    return pd.DataFrame({"word": names, "probability": [entry["probability"] for entry in ranked]})


def _looked_up(mask: int, shown: list[Subject], values: list[dict[str, Any]]) -> None:
    entries = [
        [entry for entry in value["targets"] if entry["mask"] == mask + 1] for value in values
    ]
    if not entries[-1]:
        st.markdown(":gray[Look up words of your own in the box above, for example he, she.]")
        return
    if said := comparison(entries[-1]):
        st.markdown(f"#### {said}")
    if len(shown) == 2 and (before := comparison(entries[0])):
        st.markdown(f":gray[{explain.plain(shown[0].label)}: {before}]")
    st.dataframe(
        lookup_table(shown, entries), hide_index=True, key=f"looked_up_{mask}", width="stretch"
    )
    for sentence in lookup_notes(entries[-1]):
        st.caption(sentence)


def lookup_table(shown: list[Subject], entries: list[list[dict[str, Any]]]) -> pd.DataFrame:
    """Words looked up, one row a word; probability of each model, rank and log-odds of the last."""
    table = pd.DataFrame({"word": [entry["word"] for entry in entries[-1]]})
    for subject, rows in zip(shown, entries, strict=True):
        name = "probability" if len(shown) == 1 else subject.label
        table[name] = [
            "unknown" if entry["probability"] is None else percent(entry["probability"])
            for entry in rows
        ]
    last = entries[-1]
    table["rank"] = ["" if entry["rank"] is None else f"{entry['rank']:,}" for entry in last]
    table["log-odds"] = [
        "" if entry["log_odds"] is None else f"{entry['log_odds']:+.2f}" for entry in last
    ]
    if any(entry["pieces"] > 1 for entry in last):
        table["pieces"] = [entry["pieces"] for entry in last]
    return table


def comparison(entries: list[dict[str, Any]]) -> str:
    """The first two words looked up against each other, in plain words (markdown)."""
    known = [entry for entry in entries if entry["probability"]]
    if len(known) < 2:
        return ""
    less, more = sorted(known[:2], key=lambda entry: entry["probability"])
    ratio = more["probability"] / less["probability"]
    words = f"“{explain.plain(more['word'])}”", f"“{explain.plain(less['word'])}”"
    if ratio < 1.1:
        return f"{words[0]} and {words[1]} about equally"
    amount = f"{ratio:.1f}" if ratio < 10 else f"{ratio:,.0f}" if ratio < 1000 else "over 1,000"
    return f"{amount} × more {words[0]} than {words[1]}"


def lookup_notes(entries: list[dict[str, Any]]) -> list[str]:
    """What a reader must know about single words looked up (markdown)."""
    notes = []
    for entry in entries:
        word = explain.plain(entry["word"])
        if entry["probability"] is None:
            notes.append(f"“{word}” is not in this model's vocabulary.")
        elif entry["pieces"] > 1:
            notes.append(
                f"“{word}” has {entry['pieces']} word pieces and is scored piece by piece; it has "
                "no rank, and compares only roughly with words of one piece."
            )
    return notes


def _joint(shown: list[Subject], values: list[dict[str, Any]]) -> None:
    st.markdown("**Likeliest joint fillings**")
    for subject, value in zip(shown, values, strict=True):
        if len(shown) == 2:
            st.caption(explain.plain(subject.label))
        rows = [
            {"filling": " … ".join(entry["words"]), "probability": percent(entry["probability"])}
            for entry in value["joint"]
        ]
        st.dataframe(pd.DataFrame(rows), hide_index=True, width="content")


def tidy(shown: list[Subject], values: list[dict[str, Any]]) -> pd.DataFrame:
    """Predictions and targets of every model, one row a word, for export."""
    rows = []
    for subject, value in zip(shown, values, strict=True):
        for mask, ranked in enumerate(value["predictions"], start=1):
            rows += [
                {"model": subject.label, "mask": mask, "asked": False, **entry} for entry in ranked
            ]
        rows += [{"model": subject.label, "asked": True, **entry} for entry in value["targets"]]
    return pd.DataFrame(rows)

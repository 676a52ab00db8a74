"""Probe results for a `{group}` slot: word by group, and how far the groups diverge."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
import streamlit as st

from components import explain, export, model_bar, session
from components.charts.probe import group_heatmap
from components.model_bar import Subject
from components.probe_controls import Question
from components.theme import CONFIG

_MOST_ROWS = 20


def draw(question: Question, subject: Subject, other: Subject | None) -> list[str]:
    """Heatmaps, divergence and exports of one template.

    Returns:
        The words that shift most for the measured model, for the history.
    """
    shown = [subject] if other is None else [other, subject]
    first = _measured(question, subject, question.targets)
    masks = first.values[0]["masks"]
    places = (
        st.tabs([f"Hidden word {number}" for number in range(1, len(masks) + 1)])
        if len(masks) > 1
        else [st.container()]
    )
    for mask, place in enumerate(places):
        with place:
            _one_mask(question, mask, shown, masks[mask])
    return list(masks[0]["words"][:5])


def _measured(question: Question, subject: Subject, words: tuple[str, ...]) -> session.Measurement:
    item = {"text": question.text, "groups": list(question.groups)}
    found = session.measure(
        "group_completion", subject.spec, [item], question.group_completion(words)
    )
    explain.warnings(found.warnings)
    return found


def _one_mask(question: Question, mask: int, shown: list[Subject], table: dict[str, Any]) -> None:
    # The same rows for both models, so the two pictures can be read against each other.
    words = tuple(dict.fromkeys((*question.targets, *table["words"])))[:_MOST_ROWS]
    found = [_measured(question, subject, words) for subject in shown]
    frames = [probabilities(entry.values[0], mask) for entry in found]
    figure = None
    for column, subject, entry, frame in zip(
        st.columns(len(shown), gap="large"), shown, found, frames, strict=True
    ):
        with column:
            if len(shown) == 2:
                st.markdown(f"**{explain.plain(subject.label)}**")
            value = entry.values[0]["masks"][mask]
            st.metric(
                "Divergence between the groups",
                f"{value['divergence']:.3f} bits",
                help=f"0: the same words whoever is named. At most "
                f"{math.log2(len(question.groups)):.2f} for {len(question.groups)} groups.",
            )
            figure = group_heatmap(frame)
            st.plotly_chart(
                figure,
                key=f"groups_{mask}_{subject.label}",
                config=CONFIG,
                alt="Probability of each word for each group",
            )
    explain.note(
        "Each column is one sentence. Colour: more (orange) or less (blue) likely than for the "
        "average group. Rows: the words looked up, then the words that shift most; the figure at "
        "the right is a word's part of the divergence, in bits."
    )
    with st.expander("Which groups are treated alike?"):
        _pairwise(found[-1].values[0], mask)
    export.row(
        f"groups-{mask + 1}",
        tidy(shown, found, mask),
        figure,
        question.command(model_bar.command_options(shown[-1].spec)),
        found[-1].manifest,
    )


def probabilities(value: dict[str, Any], mask: int) -> pd.DataFrame:
    """Word by group probabilities from the target entries; unknown words left out."""
    columns = {
        group: {entry["word"]: entry["probability"] for entry in entries}
        for group, entries in zip(value["groups"], value["masks"][mask]["targets"], strict=True)
    }
    return pd.DataFrame(columns).dropna()


def _pairwise(value: dict[str, Any], mask: int) -> None:
    groups = value["groups"]
    table = pd.DataFrame(value["masks"][mask]["pairwise"], index=groups, columns=groups)
    st.dataframe(table.style.format("{:.3f}"), width="content")
    st.caption("Jensen-Shannon divergence of every two groups, in bits; 0 is alike, 1 the most.")


def tidy(shown: list[Subject], found: list[session.Measurement], mask: int) -> pd.DataFrame:
    """One row a model, group and word, for export."""
    rows = []
    for subject, entry in zip(shown, found, strict=True):
        value = entry.values[0]
        for group, text, entries in zip(
            value["groups"], value["texts"], value["masks"][mask]["targets"], strict=True
        ):
            rows += [
                {"model": subject.label, "group": group, "sentence": text, **word}
                for word in entries
            ]
    return pd.DataFrame(rows)

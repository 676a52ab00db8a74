"""Probe results for a `{group}` slot: word by group, and how far the groups diverge."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
import streamlit as st

from components import beside, explain, export, model_bar, session
from components.charts.probe import group_heatmaps
from components.model_bar import Subject
from components.probe_controls import Question
from components.theme import CONFIG

_MOST_ROWS = 20  # as many words as fit one look, unless more were looked up


def draw(question: Question, subject: Subject, other: Subject | None) -> list[str]:
    """Heatmaps, divergence and exports of one template.

    Returns:
        The words that shift most for the measured model, for the history.
    """
    item = {"text": question.text, "groups": list(question.groups)}
    first = session.measure("group_completion", subject.spec, [item], question.group_completion())
    masks = first.values[0]["masks"]
    places = (
        st.tabs([f"Hidden word {number}" for number in range(1, len(masks) + 1)])
        if len(masks) > 1
        else [st.container()]
    )
    for mask, place in enumerate(places):
        with place:
            _one_mask(question, mask, subject, other, masks[mask])
    return list(masks[0]["words"][:5])


def _one_mask(
    question: Question, mask: int, subject: Subject, other: Subject | None, table: dict[str, Any]
) -> None:
    # The same rows for both models, so the two pictures can be read against each other.
    words = rows(question.targets, table["words"])
    item = {"text": question.text, "groups": list(question.groups)}
    params = question.group_completion(words)
    found = beside.measured("group_completion", subject, other, [item], params)
    shown = [entry for entry, _ in found]
    values = [measurement.values[0] for _, measurement in found]
    for column, entry, value in zip(st.columns(len(found)), shown, values, strict=True):
        column.metric(
            f"Divergence · {explain.plain(entry.label)}"
            if len(found) > 1
            else "Divergence between the groups",
            f"{value['masks'][mask]['divergence']:.3f} bits",
            help=f"0: the same words whoever is named. At most "
            f"{math.log2(len(question.groups)):.2f} for {len(question.groups)} groups.",
        )
    frames = probabilities(values, mask)
    if frames[-1].empty:
        st.markdown(":gray[None of these words is known to every model shown.]")
        return
    figure = group_heatmaps(
        [(entry.label, frame) for entry, frame in zip(shown, frames, strict=True)]
    )
    st.plotly_chart(
        figure, key=f"groups_{mask}", config=CONFIG, alt="Probability of each word for each group"
    )
    explain.note(
        "Each column is one sentence; the figures in the cells are per cent. Colour: more (orange) "
        "or less (blue) likely than for the average group. Rows: the words looked up, then the "
        "words that shift most; at the right is a word's part of the divergence, in bits."
    )
    with st.expander("Which groups are treated alike?"):
        _pairwise(values[-1], mask)
    export.row(
        f"groups-{mask + 1}",
        tidy(shown, values, mask),
        figure,
        question.command(model_bar.command_options(subject.spec)),
        beside.manifest(found),
        question.text,
    )


def rows(targets: tuple[str, ...], shifting: list[str]) -> tuple[str, ...]:
    """Words of the heatmap: every word looked up, then those that shift most while room is left."""
    free = max(0, _MOST_ROWS - len(targets))
    return tuple(dict.fromkeys((*targets, *shifting[:free])))


def probabilities(values: list[dict[str, Any]], mask: int) -> list[pd.DataFrame]:
    """Word by group probabilities of each model; words that one of them lacks left out."""
    frames = [
        pd.DataFrame(
            {
                group: {entry["word"]: entry["probability"] for entry in entries}
                for group, entries in zip(
                    value["groups"], value["masks"][mask]["targets"], strict=True
                )
            }
        ).dropna()
        for value in values
    ]
    common = [word for word in frames[-1].index if all(word in frame.index for frame in frames)]
    return [frame.loc[common].astype(float) for frame in frames]


def _pairwise(value: dict[str, Any], mask: int) -> None:
    groups = value["groups"]
    table = pd.DataFrame(value["masks"][mask]["pairwise"], index=groups, columns=groups)
    st.dataframe(table.style.format("{:.3f}"), width="content")
    st.caption("Jensen-Shannon divergence of every two groups, in bits; 0 is alike, 1 the most.")


def tidy(shown: list[Subject], values: list[dict[str, Any]], mask: int) -> pd.DataFrame:
    """One row a model, group and word, for export."""
    lines: list[dict[str, Any]] = []
    for subject, value in zip(shown, values, strict=True):
        for group, text, entries in zip(
            value["groups"], value["texts"], value["masks"][mask]["targets"], strict=True
        ):
            lines += [
                {"model": subject.label, "group": group, "sentence": text, **word}
                for word in entries
            ]
    return pd.DataFrame(lines).astype({"rank": "Int64"})

"""Probe results for a `{group}` slot: word by group, and how much the groups differ."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pandas as pd
import streamlit as st

from components import session
from components.present import explain, export
from components.present.theme import CONFIG
from components.present.words import shown_word
from components.probe.charts import group_heatmaps
from components.probe.controls import Question
from components.shell.model_bar import Subject
from components.widgets import beside

_MOST_ROWS = 20  # words drawn at once, unless more were looked up


def draw(
    question: Question,
    subject: Subject,
    other: Subject | None,
    remember: Callable[[list[str]], None],
) -> None:
    """Heatmaps, divergence and exports of one template.

    Args:
        remember: called before anything is drawn, with the words that differ most for the
            measured model.
    """
    item = {"text": question.text, "groups": list(question.groups)}
    first = session.measure("group_completion", subject.spec, [item], question.group_completion())
    masks = first.values[0]["masks"]
    remember([shown_word(word, subject.facts.uncased) for word in masks[0]["words"][:5]])
    containers = (
        st.tabs([f"Masked word {number}" for number in range(1, len(masks) + 1)])
        if len(masks) > 1
        else [st.container()]
    )
    for mask, container in enumerate(containers):
        with container:
            _one_mask(question, mask, subject, other, masks[mask])


def _one_mask(
    question: Question, mask: int, subject: Subject, other: Subject | None, table: dict[str, Any]
) -> None:
    # The same rows for both models, so that the two heatmaps can be compared.
    words = rows(question.targets, table["words"])
    item = {"text": question.text, "groups": list(question.groups)}
    params = question.group_completion(words)
    measurements = beside.measured("group_completion", subject, other, [item], params)
    shown = [entry for entry, _ in measurements]
    values = [measurement.values[0] for _, measurement in measurements]
    differing = [shown_word(word, subject.facts.uncased) for word in table["words"]]
    st.markdown(f"**{most_different(differing)}**")
    for column, entry, value in zip(st.columns(len(measurements)), shown, values, strict=True):
        column.metric(
            f"Divergence, {explain.plain(entry.label)}"
            if len(measurements) > 1
            else "Divergence between the groups",
            f"{value['masks'][mask]['divergence']:.3f} bits",
            help=f"0: the model expects the same words for every group. The maximum for "
            f"{len(question.groups)} groups is {math.log2(len(question.groups)):.2f} bits.",
        )
    frames = probabilities(values, mask)
    if frames[-1].empty:
        st.markdown(":gray[None of these words is in the vocabulary of every model shown.]")
        return
    # The same rows for all models, so their words are written alike.
    uncased = all(entry.facts.uncased for entry in shown)
    names = row_names(list(frames[-1].index), question.targets, uncased)
    figure = group_heatmaps(
        [
            (entry.label, frame.rename(index=names))
            for entry, frame in zip(shown, frames, strict=True)
        ]
    )
    st.plotly_chart(
        figure, key=f"groups_{mask}", config=CONFIG, alt="Probability of each word for each group"
    )
    if any(value.get("continued") for value in values):
        st.caption(beside.first_pieces("words"))
    explain.note(
        "Each column is the sentence with one group; numbers in cells are percentages. Orange: "
        "more likely than for the average group; blue: less likely. Rows: the words you looked "
        "up, then the words that differ most. Right: the word's share of the difference (the "
        "divergence), in bits."
    )
    with st.expander("Which groups get similar words?"):
        _pairwise(values[-1], mask)
    export.row(
        f"groups-{mask + 1}",
        tidy(shown, values, mask),
        figure,
        question.command().for_model(subject.spec).line(),
        beside.manifest(measurements),
        question.text,
    )


def row_names(words: list[str], targets: tuple[str, ...], uncased: bool) -> dict[str, str]:
    """Word -> how it is written on screen; words looked up stay as they were typed.

    Two rows never have the same name: the word of the model stays as its tokenizer writes it then.
    """
    taken = {word for word in words if word in targets}
    return {
        word: shown
        for word in words
        if word not in targets and (shown := shown_word(word, uncased)) not in taken
    }


def most_different(words: list[str]) -> str:
    """Which words depend most on the group, in one sentence (markdown)."""
    named = [f"“{explain.plain(word)}”" for word in words[:3]]
    return f"Differs most between the groups: {', '.join(named)}"


def rows(targets: tuple[str, ...], differing: list[str]) -> tuple[str, ...]:
    """Words of the heatmap: all words looked up, then those that differ most, up to the limit."""
    free = max(0, _MOST_ROWS - len(targets))
    return tuple(dict.fromkeys((*targets, *differing[:free])))


def probabilities(values: list[dict[str, Any]], mask: int) -> list[pd.DataFrame]:
    """Word by group probabilities of each model, without words that one of them lacks."""
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
    st.caption(
        "Jensen-Shannon divergence of each pair of groups, in bits: 0 means the same words, 1 is "
        "the maximum."
    )


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

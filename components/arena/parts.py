"""The parts of a report as rows of figures: categories, groups, sentence types, evaluators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from components.arena.charts.rates import Row, in_words_of, row_of
from components.arena.figures import AnyReport
from components.frame.present import explain, plot
from engine.measures.arena.said import side_of
from engine.prompts.prompt import CATEGORIES

ALL_TOGETHER = "All together"  # a row of all sentences
MOST_MODELS = 5  # drawn in each category


def category_rows(contestants: Sequence[tuple[str, AnyReport]]) -> list[Row]:
    """Flag rates of every category, for one model or for several below each category's name.

    Args:
        contestants: name and report, the page's first.
    """
    first = contestants[0][1]["by_category"]
    if len(contestants) == 1:
        return [row_of(category_name(name), first[name]) for name in in_order(first)]
    rows = []
    for category in in_order(first):
        rows.append(Row(category_name(category), heading=True))
        rows += [
            row_of(name, report["by_category"][category])
            for name, report in contestants[:MOST_MODELS]
            if category in report["by_category"]
        ]
    return rows


def claim_rows(report: AnyReport, before: AnyReport | None) -> list[Row]:
    """All sentences together and each category, with those of the model compared with.

    A screen of the Stage has its claim above them, which is about all together.
    """
    whole = row_of(ALL_TOGETHER, report["overall"], before and before["overall"])
    first = report["by_category"]
    second = {} if before is None else before["by_category"]
    return [
        whole,
        *(row_of(category_name(name), first[name], second.get(name)) for name in in_order(first)),
    ]


def in_order(categories: Mapping[str, Any]) -> list[str]:
    """Categories in the order of the project's own set, those of a user's file after them."""
    own = [name for name in CATEGORIES if name in categories]
    return own + [name for name in categories if name not in CATEGORIES]


def category_name(name: str) -> str:
    """A category as it is shown: `Race/ethnicity`; one of a user's file as it is written there."""
    return name[:1].upper() + name[1:] if name in CATEGORIES else name


def most_flagged_rows(report: AnyReport, before: AnyReport | None) -> list[Row]:
    """The ten groups that are flagged most, with those of the model compared with."""
    return [_group_row(report, entry["group"], before) for entry in report["most_flagged"]]


def group_rows(report: AnyReport, category: str, before: AnyReport | None) -> list[Row]:
    """All groups of a category, the most flagged first."""
    found = [
        (name, figures)
        for name, figures in report["by_group"].items()
        if figures.get("category") == category
    ]
    found.sort(key=lambda entry: (-(entry[1]["flag_rate"] or 0.0), entry[0]))
    return [_group_row(report, name, before) for name, _ in found]


def _group_row(report: AnyReport, name: str, before: AnyReport | None) -> Row:
    figures = report["by_group"][name]
    beside = None if before is None else before["by_group"].get(name)
    return row_of(name, figures, beside, side_of(figures))


def type_rows(report: AnyReport, before: AnyReport | None) -> list[Row]:
    """Sentence types, the most flagged first."""
    beside = {} if before is None else before["by_sentence_type"]
    found = sorted(
        report["by_sentence_type"].items(), key=lambda entry: -(entry[1]["flag_rate"] or 0.0)
    )
    return [row_of(name, figures, beside.get(name)) for name, figures in found]


def evaluator_rows(report: AnyReport, before: AnyReport | None) -> list[Row]:
    """The evaluators that judge, each with its own flag rate."""
    beside = {} if before is None else before["by_evaluator"]
    return [
        row_of(name, figures["overall"], beside.get(name, {}).get("overall"))
        for name, figures in report["by_evaluator"].items()
        if figures.get("overall") and figures["overall"]["flag_rate"] is not None
    ]


def draw_part(
    drawn: go.Figure, rows: Sequence[Row], key: str, title: str, read: str, rings: str = ""
) -> None:
    """A figure with how to read it.

    Args:
        rows: that it was made of.
        rings: label of the model compared with, where there is one.
    """
    plot.draw_figure(drawn, key=key, title=title, says=in_words_of(rows))
    if rings:
        st.caption(f"Rings: {explain.plain(rings)}.")
    explain.reading(read)

"""Shaded cells of the Annotators page: groups by languages, groups against groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.annotators.score_text import (
    behind,
    confidence_text,
    ends_text,
    is_share,
    value_text,
)
from components.frame.present import plot
from components.frame.present.labels import named_rows, short
from components.frame.present.numbers import bracketed, interval_text, whole_percent
from components.frame.present.shaded_cells import shaded_cells
from components.frame.present.theme import laid_out, safe
from engine.core.wording import counted
from engine.measures.agreement.scores import bounds_of

WEAK = "†"  # after the name of a language that the model hardly has
_CELLS = "each cell: the score, its 95% CI, annotators × sentences"
_CELL, _LINE = 62, 16  # pixels per row of cells, and per further line
_LABEL, _NARROW = 34, 21  # characters; the second in a figure of half the width
_MOST_BOUNDED = 5  # columns; with more, the intervals show on hovering only
_ANSWER = 30  # pixels per answer
_OF_THE_MODEL = ("answer", "rank", "probability", "note")  # columns that count no group
_MOST_LINES = 2  # columns in which an interval of decimals fits on one line


def by_language(
    entries: Sequence[dict[str, Any]],
    languages: Mapping[str, str],
    score: str,
    high: float,
    narrow: bool = False,
) -> go.Figure:
    """Groups by languages; each cell has the score, its interval, annotators and sentences.

    Args:
        entries: as `figures.group_figures` returns them.
        languages: code -> heading of the column, in the order of the columns.
        high: the share that gets the full colour, the same in figures shown side by side; a
            correlation gets it at 1.
        narrow: whether the figure has half the width.
    """
    groups = list(dict.fromkeys(entry["group"] for entry in entries))
    by_cell = {(entry["group"], entry["language"]): entry for entry in entries}
    rows = [[by_cell.get((group, code)) for code in languages] for group in groups]
    figure = shaded_cells(
        [[_share(entry, score, high) for entry in row] for row in rows],
        [[_cell_text(entry, score, len(languages)) for entry in row] for row in rows],
        [[_cell_hover(entry, score) for entry in row] for row in rows],
    )
    figure.update_xaxes(
        side="top",
        tickvals=[*range(len(languages))],
        ticktext=[
            safe(name).replace(
                f" {WEAK}", f"<br>{WEAK}" if len(languages) > _MOST_LINES else f" {WEAK}"
            )
            for name in languages.values()
        ],
        tickangle=0,
        fixedrange=True,
        showgrid=False,
        zeroline=False,
    )
    named_rows(figure, groups, _NARROW if narrow else _LABEL, " × ")
    broken = not is_share(score) and _MOST_LINES < len(languages) <= _MOST_BOUNDED
    height = (_CELL + _LINE * broken) * max(1, len(groups))
    figure = laid_out(figure, height + 56).update_layout(margin={"t": 48})
    return plot.keyed(figure, ("text", "", _CELLS))


def group_against_group(pairs: pd.DataFrame) -> go.Figure:
    """How often two annotators, one from each group, gave the same answer.

    Args:
        pairs: as `people.group_against_group` returns them (`group`, `other`, `share`, `low`,
            `high`, `sentences`).
    """
    groups = list(dict.fromkeys(pairs["group"]))
    by_pair = {(pair["group"], pair["other"]): pair for pair in pairs.to_dict("records")}
    rows = [[by_pair[group, other] for other in groups] for group in groups]
    top = float(pairs["share"].max(skipna=True)) if pairs["share"].notna().any() else 1.0
    figure = shaded_cells(
        [
            [pair["share"] / top if pair["share"] > 0 else 0.0 for pair in row]  # 0 for NaN too
            for row in rows
        ],
        [[_pair_text(pair, len(groups)) for pair in row] for row in rows],
        [[_pair_hover(pair) for pair in row] for row in rows],
    )
    figure.update_xaxes(
        side="top",
        tickvals=[*range(len(groups))],
        ticktext=[safe(short(group, _LABEL)).replace(" × ", " ×<br>") for group in groups],
        tickangle=0 if len(groups) <= _MOST_BOUNDED else None,
        tickfont={"size": 11},
        fixedrange=True,
        showgrid=False,
    )
    named_rows(figure, groups, _LABEL, " × ")
    figure = laid_out(figure, 54 * max(1, len(groups)) + 72).update_layout(margin={"t": 60})
    said = "each cell: how often two people gave the same answer" + (
        ", 95% CI" if len(groups) <= _MOST_BOUNDED else ""
    )
    return plot.keyed(figure, ("text", "", said))


def groups_of(answers: pd.DataFrame) -> list[str]:
    """The columns of a table of answers that count those of a group."""
    return [name for name in map(str, answers) if name not in _OF_THE_MODEL]


def answers_by_group(answers: pd.DataFrame) -> go.Figure:
    """How often each group gave each answer to a sentence, the most frequent answer on top.

    Args:
        answers: `answer`, and a column of counts for each group.
    """
    names = groups_of(answers)
    sizes = {name: int(answers[name].sum()) for name in names}
    rows = answers[names].astype(int).to_numpy().tolist()
    words = answers["answer"].tolist()
    figure = shaded_cells(
        [[n / max(sizes[name], 1) for name, n in zip(names, row, strict=True)] for row in rows],
        [[str(n) if n else "" for n in row] for row in rows],
        [
            [f"{safe(word)}, {safe(name)}: {n}" for name, n in zip(names, row, strict=True)]
            for word, row in zip(words, rows, strict=True)
        ],
    )
    heads = [f"{short(name, _NARROW)}, n = {sizes[name]}" for name in names]
    figure.update_xaxes(
        side="top",
        tickvals=[*range(len(names))],
        ticktext=[safe(head).replace(" × ", " ×<br>").replace(", n", ",<br>n") for head in heads],
        tickangle=0 if len(names) <= _MOST_BOUNDED else -90,
        fixedrange=True,
        showgrid=False,
        zeroline=False,
    )
    named_rows(figure, words, _NARROW)
    figure = laid_out(figure, _ANSWER * max(1, len(words)) + 72).update_layout(margin={"t": 60})
    return plot.keyed(figure, ("text", "", "each cell: how many of the group gave the answer"))


def _share(entry: dict[str, Any] | None, score: str, high: float) -> float:
    """How strong the shade of a score is, 0 to 1; that of a correlation from −1 to 1."""
    if entry is None or entry[score] is None:
        return 0.0
    low = bounds_of(score)[0]
    top = high if low == 0 else bounds_of(score)[1]
    return min(1.0, max(0.0, (entry[score] - low) / (top - low))) if top > low else 0.0


def _cell_text(entry: dict[str, Any] | None, score: str, columns: int) -> str:
    if entry is None:
        return "–"
    if entry[score] is None:
        return "undefined"
    value = f"<b>{value_text(entry[score], score)}</b>"
    if columns > _MOST_BOUNDED:
        return value
    interval = ends_text(entry["intervals"][score], score) or "no interval"
    if columns > _MOST_LINES and not is_share(score):
        interval = interval.replace(",\N{NO-BREAK SPACE}", ",<br>")
    return f"{value}<br>{interval}<br>{entry['n_annotators']} × {entry['n_sentences']}"


def _cell_hover(entry: dict[str, Any] | None, score: str) -> str:
    if entry is None:
        return "no annotators"
    interval = confidence_text(entry["intervals"][score], score) or "no interval"
    value = (
        "undefined" if entry[score] is None else f"{value_text(entry[score], score)}, {interval}"
    )
    return (
        f"{safe(entry['group'])}: {value}<br>{counted(entry['n_annotators'], 'annotator')}, "
        f"{behind(entry, score)}, {counted(entry['n_answers'], 'answer')}"
    )


def _pair_bounds(pair: Mapping[Any, Any]) -> list[float] | None:
    """The interval of a share in percent; None where it is missing."""
    return None if pair["low"] != pair["low"] else [100 * pair["low"], 100 * pair["high"]]


def _pair_text(pair: Mapping[Any, Any], groups: int) -> str:
    if pair["share"] != pair["share"]:
        return "–"
    share, bounds = f"<b>{whole_percent(pair['share'])}</b>", _pair_bounds(pair)
    shown = bounds is not None and groups <= _MOST_BOUNDED
    return f"{share}<br>{bracketed(bounds, '.0f')}" if shown else share


def _pair_hover(pair: Mapping[Any, Any]) -> str:
    names = f"{safe(pair['group'])} and {safe(pair['other'])}"
    if pair["share"] != pair["share"]:
        return f"{names}: no two answers to compare"
    share, bounds = f"{names}: {whole_percent(pair['share'])}", _pair_bounds(pair)
    return share if bounds is None else f"{share}<br>{interval_text(bounds, '.0f')}"

"""Figures of a row for each occupation: one value of each, or one for either group."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

import pandas as pd
import plotly.graph_objects as go

from components.cabm.charts.marks import (
    FIRST,
    SECOND,
    Marks,
    key,
    leaning,
    marks,
    segments,
    zero_line,
)
from components.frame.present import plot
from components.frame.present.labels import short
from components.frame.present.numbers import interval_text, number, signed
from components.frame.present.theme import laid_out, palette, ring, safe, unsettled
from engine.measures.cabm.data.sentences import Groups

ROW, END_ROW = 19, 18  # pixels per occupation, in a figure of all and in one of the ends
_NAME = 22  # characters of an occupation; the rest is shown on hover
_LINE = 17  # pixels of a line of the axis' title
_APART = 0.16  # of a row, between two intervals in it


def ranking(
    frame: pd.DataFrame,
    groups: Groups,
    what: str,
    lines: Sequence[float] = (0.0,),
    before: pd.DataFrame | None = None,
    names: tuple[str, str] = ("", ""),
    ends: int | None = None,
    words: bool = False,
) -> go.Figure:
    """Every occupation's value with its interval, in order.

    Args:
        frame: `occupation`, `list`, `score`, `score_low`, `score_high` (not a number where there
            is no interval), `category`, and `said`, the category in words.
        what: name of the value on the axis.
        lines: where dotted lines are drawn.
        before: `occupation` and `score` of the model compared with, drawn as rings.
        names: of the model compared with, and of the measured one.
        ends: how many are drawn of either end, and the others only counted; None for all.
        words: name the first word of each group on the axis, in place of the groups.
    """
    ranked = frame.sort_values("score", kind="stable").reset_index(drop=True)
    kept, places, labels = ranked, [*range(len(ranked))], ranked["occupation"].tolist()
    if ends is not None and len(ranked) > 2 * ends:
        kept = pd.concat([ranked.head(ends), ranked.tail(ends)], ignore_index=True)
        places = [row + (row >= ends) for row in range(len(kept))]
        labels = kept["occupation"].tolist()
        labels.insert(ends, f"{len(ranked) - 2 * ends} more")
    figure = go.Figure()
    zero_line(figure, *lines)
    _draw_ranked(figure, kept, places, marks(kept, groups))
    if before is not None:
        figure.add_trace(_others(kept, places, before, names))
    figure.update_xaxes(title=leaning(groups, what, words), zeroline=False, side="top")
    figure = _in_rows(figure, labels, before is not None, ROW if ends is None else END_ROW)
    return plot.keyed(figure, *key(ranked, groups), ("line", unsettled(), "95% CI"))


def _draw_ranked(
    figure: go.Figure, kept: pd.DataFrame, places: Sequence[int], looks: Marks
) -> None:
    """Marks with their intervals, in their rows."""
    for colour in dict.fromkeys(looks.colours):
        own = [each == colour for each in looks.colours]
        chosen = kept[own]
        rows = [place for place, is_own in zip(places, own, strict=True) if is_own]
        lines = segments([*chosen["score_low"]], [*chosen["score_high"]], rows, colour)
        figure.add_trace(lines.update(opacity=0.7))
    figure.add_trace(
        go.Scatter(
            x=kept["score"],
            y=places,
            mode="markers",
            showlegend=False,
            marker=looks.marker(),
            customdata=[
                [
                    safe(row["occupation"]),
                    safe(row["said"]),
                    safe(row["list"]) or "none",
                    signed(row["score"]),
                    _bounds(row["score_low"], row["score_high"]),
                ]
                for row in kept.to_dict("records")
            ],
            hovertemplate="<b>%{customdata[0]}</b>: %{customdata[3]}, %{customdata[1]}<br>"
            "%{customdata[4]}<br>list: %{customdata[2]}<extra></extra>",
        )
    )


def _bounds(low: float, high: float, spec: str = "+.2f") -> str:
    return "no interval" if isnan(low) else interval_text((low, high), spec)


def _others(
    kept: pd.DataFrame, places: Sequence[int], before: pd.DataFrame, names: tuple[str, str]
) -> go.Scatter:
    """The values of the model compared with, in the same rows.

    The legend names the measured model here too: its marks have a shape by list.

    Args:
        names: of the model compared with, and of the measured one.
    """
    name, own = names
    other = dict(zip(before["occupation"], before["score"], strict=True))
    both = [
        (place, target, other[target])
        for place, target in zip(places, kept["occupation"], strict=True)
        if target in other
    ]
    return go.Scatter(
        x=[value for _, _, value in both],
        y=[place for place, _, _ in both],
        mode="markers",
        name=safe(f"{name} (filled marks: {own})"),
        marker=ring(13),
        customdata=[[safe(target), signed(value)] for _, target, value in both],
        hovertemplate=f"%{{customdata[0]}}, {safe(name)}: %{{customdata[1]}}<extra></extra>",
    )


def of_both_groups(values: pd.DataFrame, groups: Groups, column: str, title: str) -> go.Figure:
    """A mark for each group in every row, joined by a line; sorted by the difference.

    Args:
        values: `occupation`, `group` and the column.
        title: of the axis.
    """
    table = values.pivot(index="occupation", columns="group", values=column)
    first, second = (table[name] for name in groups.names)
    order = (first - second).sort_values(kind="stable").index
    table = table.loc[order]
    figure = go.Figure()
    zero_line(figure, 0.0)
    figure.add_trace(
        segments([*first[order]], [*second[order]], [*map(float, range(len(table)))], unsettled())
    )
    for name, symbol in zip(groups.names, (FIRST, SECOND), strict=True):
        held: list[float] = table[name].tolist()
        told = [
            f"{safe(target)}, {safe(name)}: {signed(value)}"
            for target, value in zip(order, held, strict=True)
        ]
        figure.add_trace(_marks(held, symbol, name, told))
    figure.update_xaxes(title=title, zeroline=False, side="top")
    return _in_rows(figure, [*order])


def shifts(frame: pd.DataFrame) -> go.Figure:
    """How far an occupation's vector and its sentence's move, with intervals; largest on top.

    Args:
        frame: `occupation`, `occupation_shift`, `sentence_shift`, each with `_low` and `_high`;
            the sentence's may be missing.
    """
    ranked = frame.iloc[::-1].reset_index(drop=True)
    kinds = [("occupation_shift", FIRST, "own vector"), ("sentence_shift", SECOND, "sentence")]
    figure = go.Figure()
    for (name, symbol, said), apart in zip(kinds, (_APART, -_APART), strict=True):
        if ranked[name].isna().all():
            continue
        low, high = ranked[f"{name}_low"].tolist(), ranked[f"{name}_high"].tolist()
        rows = [row + apart for row in range(len(ranked))]
        figure.add_trace(segments(low, high, rows, unsettled()))
        told = [
            f"{safe(row['occupation'])}, {said}: {number(row[name], '.2f')}, "
            + _bounds(row[f"{name}_low"], row[f"{name}_high"], ".2f")
            for row in ranked.to_dict("records")
        ]
        figure.add_trace(_marks(ranked[name].tolist(), symbol, said, told, apart))
    figure.update_xaxes(title="distance between the mean vectors", side="top", rangemode="tozero")
    drawn = _in_rows(figure, ranked["occupation"].tolist())
    return plot.keyed(drawn, ("line", unsettled(), "95% CI"))


def _marks(
    values: Sequence[float], symbol: str, name: str, told: Sequence[str], apart: float = 0.0
) -> go.Scatter:
    return go.Scatter(
        x=list(values),
        y=[row + apart for row in range(len(values))],
        mode="markers",
        name=safe(name),
        marker={
            "symbol": symbol,
            "size": 9,
            "color": palette().ink,
            "line": {"width": 1.5, "color": palette().ink},
        },
        customdata=list(told),
        hovertemplate="%{customdata}<extra></extra>",
    )


def _in_rows(
    figure: go.Figure, names: Sequence[str], legend: bool = True, row: int = ROW
) -> go.Figure:
    figure.update_yaxes(
        fixedrange=True,
        showgrid=False,
        zeroline=False,
        tickvals=[*range(len(names))],
        ticktext=[safe(short(name, _NAME)) for name in names],
        range=[-0.8, len(names) - 0.2],
    )
    top = 14 + _LINE * (1 + (figure.layout.xaxis.title.text or "").count("<br>"))
    figure = laid_out(figure, row * len(names) + top + 22 + 24 * legend)
    figure.update_yaxes(tickfont={"size": 12})
    return figure.update_layout(
        showlegend=legend,
        legend={"orientation": "h", "y": -0.02, "yanchor": "top"},
        margin={"t": top, "b": 4 + 24 * legend},
    )

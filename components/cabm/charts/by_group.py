"""Figures of the features with either group, and of how far vectors move between them."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import plotly.graph_objects as go

from components.cabm.charts.marks import FIRST, SECOND, unsettled, zero_line
from components.cabm.charts.ranking import ROW
from components.frame.present.labels import short
from components.frame.present.numbers import interval_text, number, signed
from components.frame.present.theme import laid_out, palette, safe
from engine.measures.cabm.data.sentences import Groups

_APART = 0.16  # of a row, between two intervals in it
_NAME = 22  # characters of an occupation; the rest is shown on hover


def pairs(values: pd.DataFrame, groups: Groups, column: str, title: str) -> go.Figure:
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
    figure.add_trace(_lines(table[groups.names[0]].tolist(), table[groups.names[1]].tolist()))
    for name, symbol in zip(groups.names, (FIRST, SECOND), strict=True):
        held: list[float] = table[name].tolist()
        told = [
            f"{safe(target)}, {safe(name)}: {signed(value)}"
            for target, value in zip(order, held, strict=True)
        ]
        figure.add_trace(_marks(held, symbol, name, told))
    figure.update_xaxes(title=title, zeroline=False, side="top")
    return _rows(figure, [*order])


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
        figure.add_trace(_lines(low, high, apart))
        told = [
            f"{safe(row['occupation'])}, {said}: {number(row[name], '.2f')}, "
            + interval_text((row[f"{name}_low"], row[f"{name}_high"]), ".2f")
            for row in ranked.to_dict("records")
        ]
        figure.add_trace(_marks(ranked[name].tolist(), symbol, said, told, apart))
    figure.update_xaxes(title="distance between the mean vectors", side="top", rangemode="tozero")
    return _rows(figure, ranked["occupation"].tolist())


def _lines(low: Sequence[float], high: Sequence[float], apart: float = 0.0) -> go.Scatter:
    ends = [end for pair in zip(low, high, strict=True) for end in (*pair, None)]
    return go.Scatter(
        x=ends,
        y=[place for row in range(len(low)) for place in (row + apart, row + apart, None)],
        mode="lines",
        line={"color": unsettled(), "width": 1.5},
        showlegend=False,
        hoverinfo="skip",
    )


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


def _rows(figure: go.Figure, names: Sequence[str]) -> go.Figure:
    figure.update_yaxes(
        tickvals=[*range(len(names))],
        ticktext=[safe(short(name, _NAME)) for name in names],
        range=[-0.8, len(names) - 0.2],
        fixedrange=True,
        showgrid=False,
        zeroline=False,
    )
    figure = laid_out(figure, ROW * len(names) + 90)
    figure.update_yaxes(tickfont={"size": 12})
    return figure.update_layout(
        showlegend=True,
        legend={"orientation": "h", "y": -0.02, "yanchor": "top"},
        margin={"t": 48},
    )

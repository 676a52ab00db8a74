"""Occupations in order of one value, each with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

import pandas as pd
import plotly.graph_objects as go

from components.cabm.charts.marks import leaning, marks, zero_line
from components.frame.present.labels import short
from components.frame.present.numbers import interval_text, signed
from components.frame.present.theme import laid_out, palette, safe
from engine.measures.cabm.data.sentences import Groups

ROW = 19  # pixels per occupation
_NAME = 22  # characters of an occupation; the rest is shown on hover


def ranking(
    frame: pd.DataFrame,
    groups: Groups,
    what: str,
    lines: Sequence[float] = (0.0,),
    before: pd.DataFrame | None = None,
    names: tuple[str, str] = ("", ""),
) -> go.Figure:
    """Every occupation's value with its interval, in order.

    Args:
        frame: `occupation`, `list`, `score`, `score_low`, `score_high` (not a number where there
            is no interval), `category`, and `said`, the category in words.
        what: name of the value on the axis.
        lines: where dotted lines are drawn.
        before: `occupation` and `score` of the model compared with, drawn as short strokes.
        names: of the model compared with, and of the measured one.
    """
    ranked = frame.sort_values("score", kind="stable").reset_index(drop=True)
    looks = marks(ranked, groups)
    figure = go.Figure()
    zero_line(figure, *lines)
    for colour in dict.fromkeys(looks.colours):
        rows = [row for row, own in enumerate(looks.colours) if own == colour]
        figure.add_trace(_intervals(ranked, rows, colour))
    if before is not None:
        figure.add_trace(_others(ranked, before, names[0]))
    figure.add_trace(
        go.Scatter(
            x=ranked["score"],
            y=ranked.index,
            mode="markers",
            name=safe(names[1]),
            marker=looks.marker(),
            customdata=[
                [
                    safe(row["occupation"]),
                    safe(row["said"]),
                    safe(row["list"]) or "none",
                    signed(row["score"]),
                    _bounds(row["score_low"], row["score_high"]),
                ]
                for row in ranked.to_dict("records")
            ],
            hovertemplate="<b>%{customdata[0]}</b>: %{customdata[3]}, %{customdata[1]}<br>"
            "%{customdata[4]}<br>list: %{customdata[2]}<extra></extra>",
        )
    )
    figure.update_xaxes(title=leaning(groups, what), zeroline=False, side="top")
    figure.update_yaxes(
        fixedrange=True,
        showgrid=False,
        zeroline=False,
        tickvals=[*ranked.index],
        ticktext=[safe(short(name, _NAME)) for name in ranked["occupation"]],
        range=[-0.8, len(ranked) - 0.2],
    )
    figure = laid_out(figure, ROW * len(ranked) + 90)
    figure.update_yaxes(tickfont={"size": 12})
    return figure.update_layout(
        showlegend=before is not None,
        legend={"orientation": "h", "y": -0.02, "yanchor": "top"},
        margin={"t": 48},
    )


def _bounds(low: float, high: float) -> str:
    return "no interval" if isnan(low) else interval_text((low, high), "+.2f")


def _intervals(ranked: pd.DataFrame, rows: Sequence[int], colour: str) -> go.Scatter:
    """The intervals of some rows as one trace of separate lines."""
    chosen = ranked.loc[[*rows]]
    return go.Scatter(
        x=[
            end
            for low, high in zip(chosen["score_low"], chosen["score_high"], strict=True)
            for end in (low, high, None)
        ],
        y=[place for row in rows for place in (row, row, None)],
        mode="lines",
        line={"color": colour, "width": 1.5},
        opacity=0.7,
        showlegend=False,
        hoverinfo="skip",
    )


def _others(ranked: pd.DataFrame, before: pd.DataFrame, name: str) -> go.Scatter:
    """The values of the model compared with, in the same rows."""
    other = dict(zip(before["occupation"], before["score"], strict=True))
    targets = ranked["occupation"].tolist()
    kept = [row for row, target in enumerate(targets) if target in other]
    values = [other[targets[row]] for row in kept]
    return go.Scatter(
        x=values,
        y=kept,
        mode="markers",
        name=safe(name),
        marker={
            "color": palette().text,
            "size": 11,
            "symbol": "line-ns-open",
            "line": {"width": 2},
        },
        customdata=[
            [safe(targets[row]), signed(value)] for row, value in zip(kept, values, strict=True)
        ],
        hovertemplate=f"%{{customdata[0]}}, {safe(name)}: %{{customdata[1]}}<extra></extra>",
    )

"""Figure of what a linear probe finds before and after a fit, and after random controls."""

from __future__ import annotations

from typing import NamedTuple

import plotly.graph_objects as go

from components.frame.present.numbers import number
from components.frame.present.theme import laid_out, palette, ring, safe

CHANCE = 50.0  # % of a probe that guesses
_ROW, _AXIS = 44, 46  # pixels


class ProbeRow(NamedTuple):
    """Held-out accuracy of a probe.

    Args:
        name: of the row.
        accuracy: %.
        interval: 95%, %; None where there is none.
        others: % of each random control, drawn as small marks.
    """

    name: str
    accuracy: float
    interval: tuple[float, float] | None = None
    others: tuple[float, ...] = ()


def probe_accuracies(rows: list[ProbeRow]) -> go.Figure:
    """Accuracies as dots with their intervals, one row each, with a line at chance."""
    colours = palette()
    figure = go.Figure()
    for at, row in enumerate(reversed(rows)):
        if row.interval is not None:
            figure.add_trace(
                go.Scatter(
                    x=row.interval,
                    y=[at, at],
                    mode="lines",
                    line={"color": colours.pale, "width": 5},
                    hoverinfo="skip",
                )
            )
        if row.others:
            figure.add_trace(
                go.Scatter(
                    x=row.others,
                    y=[at] * len(row.others),
                    mode="markers",
                    marker=ring(7),
                    hovertemplate="random: %{x:.1f}%<extra></extra>",
                )
            )
        figure.add_trace(
            go.Scatter(
                x=[row.accuracy],
                y=[at],
                mode="markers",
                marker={"color": colours.ink, "size": 11},
                hovertemplate=f"{safe(row.name)}: {number(row.accuracy, '.1f')}%<extra></extra>",
            )
        )
    figure.add_vline(x=CHANCE, line={"color": colours.muted, "width": 1, "dash": "dot"})
    names = [safe(row.name) for row in reversed(rows)]
    figure.update_yaxes(
        tickvals=[*range(len(rows))], ticktext=names, range=[-0.6, len(rows) - 0.4], fixedrange=True
    )
    figure.update_xaxes(
        title="right in held-out sentences, % (dotted: chance)",
        range=[-2, 102],
        fixedrange=True,
    )
    figure = laid_out(figure, _ROW * len(rows) + _AXIS)
    return figure.update_layout(showlegend=False, margin={"t": 8, "b": _AXIS, "r": 16})

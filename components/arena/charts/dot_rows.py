"""Rows of dots with their intervals, on an axis of shares or of differences."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from components.frame.present.labels import named_rows
from components.frame.present.numbers import number
from components.frame.present.theme import laid_out, palette, ring

_LABEL = 24  # characters of a row's name
_ROW, _AXIS, _NARROWEST = 30, 52, 130  # pixels
_STEPS = (0.5, 1, 2, 5, 10, 20, 25, 50)  # percentage points between ticks


def draw_dots(
    figure: go.Figure,
    values: Sequence[float],
    intervals: Sequence[Sequence[float] | None],
    colours: Sequence[str],
) -> None:
    """Draw one value with its interval in each row, the first on top.

    Args:
        values: [row] in the unit of the axis, as are the ends of the intervals.
        colours: [row].
    """
    for colour in dict.fromkeys(colours):
        lines = [
            (row, interval)
            for row, (interval, own) in enumerate(zip(intervals, colours, strict=True))
            if interval is not None and own == colour
        ]
        figure.add_trace(
            go.Scatter(
                x=[x for _, (low, high) in lines for x in (low, high, None)],
                y=[y for row, _ in lines for y in (row, row, None)],
                mode="lines",
                line={"color": colour, "width": 2},
                hoverinfo="skip",
            )
        )
    figure.add_trace(
        go.Scatter(
            x=list(values),
            y=[*range(len(values))],
            mode="markers",
            marker={"color": list(colours), "size": 10},
            hoverinfo="skip",
        )
    )


def draw_rings(figure: go.Figure, values: Sequence[float], rows: Sequence[int]) -> None:
    """Draw what the dots are compared with, as rings in the same rows."""
    figure.add_trace(
        go.Scatter(
            x=list(values),
            y=list(rows),
            mode="markers",
            marker=ring(),
            hoverinfo="skip",
        )
    )


def add_hovers(figure: go.Figure, values: Sequence[float], texts: Sequence[str]) -> None:
    """Give each row a text on hovering, one for all rows so that many rows stay quick.

    Args:
        values: where the row's dot is.
        texts: as plotly reads them, escaped.
    """
    figure.add_trace(
        go.Scatter(
            x=list(values),
            y=[*range(len(values))],
            mode="markers",
            marker={"size": 16, "opacity": 0},
            customdata=list(texts),
            hovertemplate="%{customdata}<extra></extra>",
        )
    )


def set_share_axis(figure: go.Figure, few: bool) -> None:
    """An axis of shares from 0 to 100%; of few sentences in plain words, which are long."""
    places = [0, 50, 100] if few else [0, 25, 50, 75, 100]
    figure.update_xaxes(
        range=[-2, 102],
        tickvals=places,
        ticktext=["0", "half", "all"] if few else [f"{place}%" for place in places],
        fixedrange=True,
        zeroline=False,
        tickangle=0,
    )


def set_points_axis(figure: go.Figure, values: Sequence[float], few: bool) -> None:
    """An axis of differences in percentage points, as far to the left of 0 as to the right."""
    reach = max((abs(value) for value in values), default=0.0) * 1.08 or 1.0
    step = next(size for size in _STEPS if 2.2 * size >= reach)
    ticks = [step * place for place in range(-2, 3) if abs(step * place) <= reach]
    figure.add_vline(x=0, line={"color": palette().muted, "width": 1, "dash": "dot"})
    figure.update_xaxes(
        range=[-reach, reach],
        title="share of sentences" if few else "percentage points",
        tickvals=ticks,
        ticktext=[number(tick / (100 if few else 1), "+g") if tick else "0" for tick in ticks],
        fixedrange=True,
        zeroline=False,
        tickangle=0,
    )


def named_figure(figure: go.Figure, names: Sequence[str]) -> go.Figure:
    """Lay the figure out with a name beside each row, the first on top."""
    named_rows(figure, names, _LABEL)
    height = _ROW * max(1, len(names)) + _AXIS
    return laid_out(figure, height).update_layout(
        margin={"t": 8, "r": 16, "b": 32}, minreducedwidth=_NARROWEST
    )

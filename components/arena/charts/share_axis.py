"""The axis of shares from 0, the names and figures beside it, and the dots on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import plotly.graph_objects as go

from components.frame.present.labels import short
from components.frame.present.theme import palette, safe

_BARE: dict[str, Any] = {"fixedrange": True, "showgrid": False, "zeroline": False}
_HEADED = -0.6  # where the heading begins


def share_column(
    figure: go.Figure, heading: str, texts: Sequence[str | None], shift: int = 6
) -> None:
    """Write the figure of each row in a column to the right of the axis, under a heading.

    Next to the end of an interval it would be read as the value of that end.

    Args:
        texts: [row]; None where a row has none.
        shift: pixels from the axis.
    """
    place = {"x": 1, "xref": "paper", "xanchor": "left", "xshift": shift, "showarrow": False}
    font = {"size": 13, "color": palette().text}
    for position, text in enumerate(texts):
        if text is not None:
            figure.add_annotation(y=position, text=text, font=font, **place)
    muted = {"size": 12, "color": palette().muted}
    figure.add_annotation(
        y=_HEADED, yanchor="bottom", align="left", text=heading, font=muted, **place
    )


def share_axis(
    figure: go.Figure,
    reach: float,
    span: tuple[float, float],
    tick: Callable[[float], str],
) -> None:
    """Set the axis of shares, from 0.

    Args:
        reach: of the axis, from `axis_end`.
        span: where the axis begins and ends, as parts of its reach.
        tick: how a share is written; in plain words, which are long, at the ends of the axis alone,
            and beyond a half as `0`, `half` and `all`.
    """
    if tick is tens_tick and reach > 0.5:
        reach = 1.0
    places = (0, reach) if tick is tens_tick and reach < 1 else (0, reach / 2, reach)
    figure.update_xaxes(
        range=[end * reach for end in span],
        tickvals=places,
        ticktext=[tick(place) for place in places],
        tickangle=0,
        **_BARE,
    )


def percent_tick(share: float) -> str:
    """A share of an axis in percent: `20%`."""
    return f"{100 * share:g}%"


def tens_tick(share: float) -> str:
    """A share of an axis in plain words: `1 in 5`; of few sentences no percentage is named."""
    if share in (0.5, 1.0):
        return "half" if share == 0.5 else "all"
    return str(Fraction(share).limit_denominator(20)).replace("/", " in ")


def named_axis(figure: go.Figure, names: Sequence[str], span: tuple[float, float]) -> None:
    """Set the axis of rows, one name each.

    Args:
        span: lowest and highest position that is drawn.
    """
    figure.update_yaxes(range=[*span], tickvals=[*range(len(names))], ticktext=[*names], **_BARE)


def in_lines(name: str, most: int, last: int | None = None) -> str:
    """A name for a figure: a long one goes on in a second line.

    It is broken after its last comma, or where one of its parts ends, as the names of models do.

    Args:
        most: characters of a line.
        last: of the last line, where something follows it; by default as many.
    """
    last = most if last is None else max(1, last)
    if len(name) <= last:
        return safe(name)
    first, comma, rest = name.rpartition(", ")
    if comma:
        return f"{safe(short(first, most))},<br>{safe(short(rest, last))}"
    # Before the last letter, since nothing would be left for the second line.
    end = 1 + max(name.rfind(mark, 0, min(most, len(name) - 1)) for mark in "-_ ")
    if not end or (len(name) <= most and len(name) - end > last):
        return safe(short(name, most))
    return f"{safe(name[:end])}<br>{safe(short(name[end:], last))}"


def dot(
    figure: go.Figure,
    position: int,
    share: tuple[float, Sequence[float] | None],
    colour: str,
    size: int,
    hover: str,
) -> None:
    """Draw a share: its interval and the dot.

    Args:
        share: itself, 0 to 1, and its interval.
        size: of the dot, pixels.
        hover: shown where the pointer is (safe text).
    """
    rate, interval = share
    figure.add_trace(
        go.Scatter(
            x=[rate, rate] if interval is None else list(interval),
            y=[position, position],
            mode="lines",
            line={"color": colour, "width": 2},
            hoverinfo="skip",
        )
    )
    figure.add_trace(
        go.Scatter(
            x=[rate],
            y=[position],
            mode="markers",
            marker={"color": colour, "size": size},
            hovertemplate=f"{hover}<extra></extra>",
        )
    )

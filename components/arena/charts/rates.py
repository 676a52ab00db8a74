"""Flag rates as dots with intervals: groups, categories, sentence types, evaluators."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.arena.charts.marks import (
    bounds,
    dots,
    hovers,
    in_rows,
    pair,
    percent_axis,
    points_axis,
    rings,
    side_colour,
)
from components.frame.present.labels import short
from components.frame.present.numbers import interval_text, p_text, signed, whole_percent
from components.frame.present.theme import laid_out, palette, ring, safe

FEWEST = 10  # sentences; fewer are drawn in grey
_ROW, _TWO_LINES = 28, 40  # pixels
_LABEL = 28  # characters
_NARROWEST = 84  # pixels of the axis
_ENDS = (0.1, 0.2, 0.4, 0.6, 0.8, 1.0)  # of the axis; half of each is a round percentage
_BARE: dict[str, Any] = {"fixedrange": True, "showgrid": False, "zeroline": False}
_END = 1.05  # of the axis, so that a mark at its end is whole
COLUMN = 60  # pixels to the right of an axis, for the figures of its rows
HEAD = -1.3  # highest position of an axis with a heading above that column
_HEADED = -0.6  # where the heading begins


@dataclass(frozen=True)
class Row:
    """One row of a figure.

    Args:
        rate: flag rate, 0 to 1; None where nothing can be given.
        interval: its 95% CI.
        n: sentences.
        beside: flag rate of the same sentences under the model compared with.
        heading: a row that only names those below it.
        side: 1 where it is clearly flagged more than the rows it is tested against, -1 less.
    """

    name: str
    rate: float | None = None
    interval: Sequence[float] | None = None
    n: int = 0
    beside: float | None = None
    heading: bool = False
    side: int = 0


@dataclass(frozen=True)
class Style:
    """How a share is drawn.

    Args:
        size: of the dot, pixels.
        hover: shown where the pointer is (safe text).
    """

    colour: str
    size: int
    hover: str


def row_of(
    name: str, figures: Mapping[str, Any], before: Mapping[str, Any] | None = None, side: int = 0
) -> Row:
    """A row from a part of a report, with that of the model compared with."""
    return Row(
        name,
        figures["flag_rate"],
        figures.get("interval"),
        int(figures.get("n") or 0),
        None if before is None else before["flag_rate"],
        side=side,
    )


def rates(rows: Sequence[Row], overall: float | None = None) -> go.Figure:
    """Flag rates with their intervals on one axis from 0, the first row on top.

    Args:
        overall: flag rate of all sentences, drawn as a dotted line.
    """
    figure = go.Figure()
    if overall is not None:
        line = {"color": palette().muted, "width": 1, "dash": "dot"}
        figure.add_vline(x=overall, line=line)
    for position, row in enumerate(rows):
        if row.rate is not None:
            _dot(figure, position, row, _colour(row))
    _rings(figure, rows)
    reach = axis_end([*rows, Row("", overall)])
    share_axis(figure, reach, (-0.03, _END))
    named_axis(figure, [_label(row) for row in rows], (len(rows) - 0.4, HEAD))
    shares = [None if row.rate is None else whole_percent(row.rate) for row in rows]
    column(figure, "flagged", shares)
    row_height = _TWO_LINES if any("<br>" in _label(row) for row in rows) else _ROW
    figure = laid_out(figure, max(110, row_height * len(rows) + 66))
    return figure.update_layout(margin={"r": COLUMN, "b": 28}, minreducedwidth=_NARROWEST)


def column(figure: go.Figure, heading: str, texts: Sequence[str | None], shift: int = 6) -> None:
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


def share_axis(figure: go.Figure, reach: float, span: tuple[float, float]) -> None:
    """Set the axis of shares, in percent from 0.

    Args:
        reach: of the axis, from `axis_end`.
        span: where the axis begins and ends, as parts of its reach.
    """
    figure.update_xaxes(
        range=[end * reach for end in span],
        tickvals=[0, reach / 2, reach],
        ticktext=["0%", f"{50 * reach:g}%", f"{100 * reach:g}%"],
        tickangle=0,
        **_BARE,
    )


def named_axis(figure: go.Figure, names: Sequence[str], span: tuple[float, float]) -> None:
    """Set the axis of rows, one name each.

    Args:
        span: lowest and highest position that is drawn.
    """
    figure.update_yaxes(range=[*span], tickvals=[*range(len(names))], ticktext=[*names], **_BARE)


def axis_end(rows: Sequence[Row]) -> float:
    """Where an axis that holds all rates and intervals ends, at most 1."""
    ends = [row.rate or 0.0 for row in rows] + [row.beside or 0.0 for row in rows]
    ends += [row.interval[1] for row in rows if row.interval is not None]
    # Rounding, so that 0.6000000000000001 does not take the next end.
    reach = round(max(ends, default=0.0), 6)
    return next((end for end in _ENDS if end >= reach), 1.0)


def _label(row: Row) -> str:
    name = in_lines(row.name, _LABEL)
    return f"<b>{name}</b>" if row.heading else f"{name}  n = {row.n:,}"


def in_lines(name: str, most: int) -> str:
    """A name for a figure: a long one goes on in a second line after its last comma.

    Args:
        most: characters of a line.
    """
    first, comma, last = name.rpartition(", ")
    if len(name) <= most or not comma:
        return safe(short(name, most))
    return f"{safe(short(first, most))},<br>{safe(short(last, most))}"


def _colour(row: Row) -> str:
    colours = palette()
    if row.n < FEWEST:
        return colours.muted
    return {1: colours.toward, -1: colours.away}.get(row.side, colours.ink)


def _dot(figure: go.Figure, position: int, row: Row, colour: str) -> None:
    rate = row.rate or 0.0
    hover = (
        f"{safe(row.name)}: {100 * rate:.1f}% of {row.n:,}<br>"
        f"{percent_interval(row.interval) or 'no interval'}"
    )
    dot(figure, position, (rate, row.interval), Style(colour, 9, hover))


def dot(
    figure: go.Figure,
    position: int,
    share: tuple[float, Sequence[float] | None],
    style: Style,
) -> None:
    """Draw a share: its interval and the dot.

    Args:
        share: itself, 0 to 1, and its interval.
    """
    rate, interval = share
    figure.add_trace(
        go.Scatter(
            x=[rate, rate] if interval is None else list(interval),
            y=[position, position],
            mode="lines",
            line={"color": style.colour, "width": 2},
            hoverinfo="skip",
        )
    )
    figure.add_trace(
        go.Scatter(
            x=[rate],
            y=[position],
            mode="markers",
            marker={"color": style.colour, "size": style.size},
            hovertemplate=f"{style.hover}<extra></extra>",
        )
    )


def _rings(figure: go.Figure, rows: Sequence[Row]) -> None:
    """The rates of the model compared with."""
    shown = [(position, row) for position, row in enumerate(rows) if row.beside is not None]
    figure.add_trace(
        go.Scatter(
            x=[row.beside for _, row in shown],
            y=[position for position, _ in shown],
            mode="markers",
            marker=ring(15),
            hovertemplate="%{x:.1%}<extra></extra>",
        )
    )


def percent_interval(interval: Sequence[float] | None, spec: str = ".1f") -> str:
    """The interval of a share in percent, as it is written; empty where there is none."""
    return interval_text(None if interval is None else [100 * end for end in interval], spec)


# --- difference ---------------------------------------------------------------------------
# Two reports: flag rates of both on one axis, and the differences in percentage points.


def both_rates(rows: pd.DataFrame) -> go.Figure:
    """Flag rates of two reports in the same rows: rings the first, dots the second.

    Args:
        rows: `name`, `first`, `second`, `difference`, `low`, `high` in percent and points, `p`,
            `clear`; a clear difference has a colour.
    """
    figure = go.Figure()
    seconds = rows["second"].tolist()
    colours = _colours(rows)
    dots(figure, seconds, [None] * len(rows), colours)
    rings(figure, rows["first"].tolist(), [*range(len(rows))])
    hovers(figure, seconds, [_hover(row) for row in rows.to_dict("records")])
    percent_axis(figure)
    return in_rows(figure, rows["name"].tolist())


def differences(rows: pd.DataFrame) -> go.Figure:
    """Differences with their intervals around 0; orange: the second is flagged more often.

    Args:
        rows: as `both_rates` takes them.
    """
    values = rows["difference"].tolist()
    intervals = bounds(rows, "low", "high")
    figure = go.Figure()
    points_axis(figure, [*values, *(end for interval in intervals for end in interval or ())])
    dots(figure, values, intervals, _colours(rows))
    hovers(figure, values, [_hover(row) for row in rows.to_dict("records")])
    return in_rows(figure, rows["name"].tolist())


def _colours(rows: pd.DataFrame) -> list[str]:
    return [
        side_colour(value) if clear else palette().ink
        for value, clear in zip(rows["difference"], rows["clear"], strict=True)
    ]


def _hover(row: dict[Hashable, Any]) -> str:
    """Both rates, the difference with its interval, and its p-value, a line each."""
    lines = [
        f"{safe(row['name'])}: {row['first']:.1f}% and {row['second']:.1f}%",
        f"difference {signed(row['difference'], 1)} points",
        interval_text(pair(row["low"], row["high"]), "+.1f"),
        p_text(None if isnan(row["p"]) else row["p"]),
    ]
    return "<br>".join(line for line in lines if line)

"""Flag rates as dots with intervals: groups, categories, sentence types, evaluators."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import plotly.graph_objects as go

from components.arena.figures import rate_interval
from components.frame.present import in_words
from components.frame.present.labels import short
from components.frame.present.numbers import interval_text, number, whole_percent
from components.frame.present.theme import laid_out, palette, ring, safe
from engine.measures.arena.few import ENOUGH, flagged_text

FEWEST = 10  # sentences; fewer are drawn in grey
_ROW, _TWO_LINES = 28, 40  # pixels
_LABEL = 22  # characters of a line, which fit a telephone
_LAST = 25  # of a second line with the number of sentences behind it
_NARROWEST, _NARROWEST_COUNTS = 72, 84  # pixels of the axis; ticks such as `2 in 5` are wider
_ENDS = (0.1, 0.2, 0.4, 0.6, 0.8, 1.0)  # of the axis; half of each is a round percentage
_BARE: dict[str, Any] = {"fixedrange": True, "showgrid": False, "zeroline": False}
AXIS_END = 1.05  # of the axis, so that a mark at its end is whole
_LETTER = 7.5  # pixels of a figure's letter
COLUMN = 60  # pixels to the right of an axis, for the figures of its rows
_HEAD = -1.3  # highest position of an axis with a heading above that column
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
class Writing:
    """How the shares of a figure are written.

    Args:
        heading: above the column of them.
        share: one in this column, of a row and a share.
        exact: one elsewhere, likewise.
        behind: what a row's is of: ` of 120`.
        interval: of a row's.
        tick: one on the axis.
    """

    heading: str
    share: Callable[[Row, float], str]
    exact: Callable[[Row, float], str]
    behind: Callable[[Row], str]
    interval: Callable[[Row], str]
    tick: Callable[[float], str]


_FLAG_RATES = Writing(
    "flagged",
    lambda row, rate: flagged_text(rate, row.n) if row.n < ENOUGH else whole_percent(rate),
    lambda row, rate: flagged_text(rate, row.n),
    lambda row: f" of {row.n:,}" * (row.n >= ENOUGH),
    lambda row: rate_interval(row.interval, row.n),
    lambda share: percent_tick(share),
)
_SCORES = Writing(
    "score",
    lambda _row, score: number(score, ".3f"),
    lambda _row, score: number(score, ".3f"),
    lambda row: f" of {row.n:,}",
    lambda row: interval_text(row.interval, ".3f"),
    lambda score: f"{score:g}",
)


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
    labels = [_label(row) for row in rows]
    height = _TWO_LINES if any("<br>" in label for label in labels) else _ROW
    few = all(row.n < ENOUGH for row in rows)
    writing = replace(_FLAG_RATES, tick=tens_tick) if few else _FLAG_RATES
    figure = share_rows(rows, writing, labels, [_colour(row) for row in rows], height, overall)
    return figure.update_layout(minreducedwidth=_NARROWEST_COUNTS if few else _NARROWEST)


def bias_scores(rows: Sequence[Row], overall: float | None = None) -> go.Figure:
    """Average bias scores as `rates` draws flag rates; `rate` of a row is its score."""
    labels = [_label(row) for row in rows]
    height = _TWO_LINES if any("<br>" in label for label in labels) else _ROW
    figure = share_rows(rows, _SCORES, labels, [_colour(row) for row in rows], height, overall)
    return figure.update_layout(minreducedwidth=_NARROWEST)


def share_rows(
    rows: Sequence[Row],
    writing: Writing,
    labels: Sequence[str],
    colours: Sequence[str],
    height: int,
    overall: float | None = None,
) -> go.Figure:
    """Shares with their intervals, and rings for those they are compared with.

    Args:
        height: of a row, pixels.
        overall: a share that is drawn as a dotted line.
    """
    figure = go.Figure()
    if overall is not None:
        line = {"color": palette().muted, "width": 1, "dash": "dot"}
        figure.add_vline(x=overall, line=line)
    for position, (row, colour) in enumerate(zip(rows, colours, strict=True)):
        if row.rate is not None:
            hover = (
                f"{safe(row.name)}: {writing.exact(row, row.rate)}{writing.behind(row)}<br>"
                f"{writing.interval(row) or 'no interval'}"
            )
            dot(figure, position, (row.rate, row.interval), colour, 9, hover)
    beside = [
        (position, row, row.beside) for position, row in enumerate(rows) if row.beside is not None
    ]
    figure.add_trace(
        go.Scatter(
            x=[share for *_, share in beside],
            y=[position for position, *_ in beside],
            mode="markers",
            marker=ring(15),
            customdata=[writing.exact(row, share) for _, row, share in beside],
            hovertemplate="%{customdata}<extra></extra>",
        )
    )
    share_axis(figure, axis_end([*rows, Row("", overall)]), (-0.03, AXIS_END), writing.tick)
    named_axis(figure, labels, (len(rows) - 0.4, _HEAD))
    shares = [None if row.rate is None else writing.share(row, row.rate) for row in rows]
    share_column(figure, writing.heading, shares)
    figure = laid_out(figure, max(110, height * len(rows) + 66))
    longest = max((len(text) for text in shares if text), default=0)
    room = max(COLUMN, _LETTER * longest + 12)
    return figure.update_layout(margin={"r": room, "b": 28})


def in_words_of(rows: Sequence[Row]) -> str:
    """The rates of a figure in words, with those of the model compared with."""
    said = in_words.listed_texts(
        (row.name, row.rate, flagged_text(row.rate, row.n)) for row in rows
    )
    beside = [
        (row.name, row.beside, flagged_text(row.beside, row.n))
        for row in rows
        if row.beside is not None
    ]
    return said + (f" Compared with: {in_words.listed_texts(beside)}" if beside else "")


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
        tick: how a share is written; in plain words, which are long, the ends of the axis alone.
    """
    places = (0, reach) if tick is tens_tick else (0, reach / 2, reach)
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
    if share == 1.0:
        return "all"
    return str(Fraction(share).limit_denominator(20)).replace("/", " in ")


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
    if row.heading:
        return f"<b>{in_lines(row.name, _LABEL)}</b>"
    n = f"  n = {row.n:,}"
    return in_lines(row.name, _LABEL, _LAST - len(n)) + n


def in_lines(name: str, most: int, last: int | None = None) -> str:
    """A name for a figure: a long one goes on in a second line.

    It is broken after its last comma, or where one of its parts ends, as the names of models do.

    Args:
        most: characters of a line.
        last: of the second line, where something follows it; by default as many.
    """
    last = most if last is None else max(1, last)
    if len(name) <= most:
        return safe(name)
    first, comma, rest = name.rpartition(", ")
    if comma:
        return f"{safe(short(first, most))},<br>{safe(short(rest, last))}"
    end = 1 + max(name.rfind(mark, 0, most) for mark in "-_ ")
    if not end:
        return safe(short(name, most))
    return f"{safe(name[:end])}<br>{safe(short(name[end:], last))}"


def _colour(row: Row) -> str:
    colours = palette()
    if row.n < FEWEST:
        return colours.muted
    return {1: colours.toward, -1: colours.away}.get(row.side, colours.ink)


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

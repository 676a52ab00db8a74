"""Flag rates as dots with intervals: groups, categories, sentence types, evaluators."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import plotly.graph_objects as go

from components.arena.charts.share_axis import (
    dot,
    in_lines,
    named_axis,
    percent_tick,
    share_axis,
    share_column,
    tens_tick,
)
from components.arena.figures import rate_interval
from components.frame.present import in_words, plot
from components.frame.present.numbers import interval_text, number, whole_percent
from components.frame.present.theme import laid_out, palette, ring, safe, unsettled
from engine.core.wording import isolated
from engine.measures.arena.few import ENOUGH, flagged_text

FEWEST = 10  # sentences; fewer are drawn in grey
_ROW, _TWO_LINES = 28, 40  # pixels
_LABEL = 22  # characters of a line, which fit a telephone
_LAST = 30  # of a second line with the number of sentences behind it
_NARROWEST, _NARROWEST_COUNTS = 72, 84  # pixels of the axis; ticks such as `2 in 5` are wider
_ENDS = (0.1, 0.2, 0.4, 0.6, 0.8, 1.0)  # of the axis; half of each is a round percentage
AXIS_END = 1.05  # of the axis, so that a mark at its end is whole
_LETTER = 7.5  # pixels of a figure's letter
COLUMN = 60  # pixels to the right of an axis, for the figures of its rows
_HEAD = -1.3  # highest position of an axis with a heading above that column


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
    few = all(row.n < ENOUGH for row in rows)
    labels = [_name(row) if few and row.rate is not None else _label(row) for row in rows]
    height = _TWO_LINES if any("<br>" in label for label in labels) else _ROW
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
    longest = max(len(text) for text in (writing.heading, *shares) if text)
    room = max(COLUMN, _LETTER * longest + 12)
    figure.update_layout(margin={"r": room, "b": 28})
    ring_text = [("ring", palette().ink, "what it is compared with")] if beside else []
    all_text = [("dotted", palette().muted, "all together")] if overall is not None else []
    shades = [("dot", shade, text) for shade, text in _shades() if shade in colours]
    if set(colours) <= {palette().ink}:
        shades = []  # a single shade says nothing
    interval = ("line", palette().ink, "95% CI")
    return plot.keyed(figure, *shades, interval, *ring_text, *all_text)


def _shades() -> list[tuple[str, str]]:
    """The colours of rows, and what they mean."""
    colours = palette()
    return [
        (colours.toward, "clearly flagged more often"),
        (colours.away, "clearly less often"),
        (colours.ink, "not clear, or not tested"),
        (unsettled(), f"fewer than {FEWEST} sentences"),
    ]


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


def axis_end(rows: Sequence[Row]) -> float:
    """Where an axis that holds all rates and intervals ends, at most 1."""
    ends = [row.rate or 0.0 for row in rows] + [row.beside or 0.0 for row in rows]
    ends += [row.interval[1] for row in rows if row.interval is not None]
    # Rounding, so that 0.6000000000000001 does not take the next end.
    reach = round(max(ends, default=0.0), 6)
    return next((end for end in _ENDS if end >= reach), 1.0)


def _name(row: Row) -> str:
    """The name alone: a share such as `13 of 36` says how many there are, and a phone has no room
    for both."""
    return isolated(in_lines(row.name, _LABEL))


def _label(row: Row) -> str:
    """The name and how many sentences there are."""
    if row.heading:
        return f"<b>{in_lines(row.name, _LABEL)}</b>"
    n = f"  n = {row.n:,}"
    return isolated(in_lines(row.name, _LABEL, _LAST - len(n))) + n


def _colour(row: Row) -> str:
    colours = palette()
    if row.n < FEWEST:
        return unsettled()
    return {1: colours.toward, -1: colours.away}.get(row.side, colours.ink)

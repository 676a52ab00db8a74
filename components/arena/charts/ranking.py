"""Contestants by flag rate, with the interval of each rank; tiers as bands."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import isnan
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.arena.charts.marks import (
    bounds,
    dots,
    hovers,
    in_rows,
    is_clear,
    pair,
    percent_axis,
    points_axis,
    rings,
    side_colour,
)
from components.arena.charts.rates import (
    COLUMN,
    Row,
    Style,
    axis_end,
    column,
    dot,
    in_lines,
    named_axis,
    percent_interval,
    share_axis,
)
from components.frame.present.numbers import bracketed, number
from components.frame.present.theme import laid_out, palette, safe
from engine.core.wording import counted

_ROW, _TWO_LINES = 32, 40  # pixels
_LABEL, _ONE_LINE = 26, 20  # characters
_END = 1.05  # of the axis, so that a mark at its end is whole
_RANKS = 56  # pixels of the last column
_NARROWEST = 100  # pixels of the axis


def ranking(entries: Sequence[dict[str, Any]], names: Sequence[str], chosen: str) -> go.Figure:
    """Draw the contestants, the lowest flag rate on top.

    Args:
        entries: as `rank` returns them under `ranking`.
        chosen: digest of the report of the page, drawn in ink.
    """
    colours = palette()
    figure = go.Figure()
    _bands(figure, entries)
    for position, (entry, name) in enumerate(zip(entries, names, strict=True)):
        own = entry["digest"] == chosen
        _dot(figure, position, entry, name, colours.ink if own else colours.muted)
    column(figure, "flagged", [f"{100 * entry['flag_rate']:.1f}%" for entry in entries])
    ranks = [rank_text(entry["rank_interval"]) for entry in entries]
    column(figure, "rank,<br>95% CI", ranks, COLUMN)
    rows = [Row("", entry["flag_rate"], entry["interval"]) for entry in entries]
    reach = axis_end(rows)
    share_axis(figure, reach, (-0.04, _END))
    shown = [
        _bold(_lines(name), entry["digest"] == chosen)
        for entry, name in zip(entries, names, strict=True)
    ]
    named_axis(figure, shown, (len(entries) - 0.5, -1.7))
    row = _TWO_LINES if any("<br>" in _lines(name) for name in names) else _ROW
    figure = laid_out(figure, row * len(entries) + 90)
    return figure.update_layout(margin={"b": 28, "r": COLUMN + _RANKS}, minreducedwidth=_NARROWEST)


def rank_text(interval: Sequence[int] | None) -> str:
    """The interval of a rank: `1–3`, or `1`."""
    if interval is None:
        return "–"
    low, high = interval
    return f"{low}" if low == high else f"{low}–{high}"


def _lines(name: str) -> str:
    """A name in one line or, if it has a comma, in two, so that it fits a narrow screen."""
    fits_two = ", " in name and len(name) <= _LABEL
    return in_lines(name, _ONE_LINE if fits_two else _LABEL)


def _bold(name: str, own: bool) -> str:
    return f"<b>{name}</b>" if own else name


def _bands(figure: go.Figure, entries: Sequence[dict[str, Any]]) -> None:
    """Every other tier has a ground of its own; a single tier needs none."""
    tiers = list(dict.fromkeys(entry["tier"] for entry in entries))
    if len(tiers) < 2:
        return
    for tier in tiers[::2]:
        rows = [row for row, entry in enumerate(entries) if entry["tier"] == tier]
        figure.add_hrect(
            y0=min(rows) - 0.5,
            y1=max(rows) + 0.5,
            fillcolor=palette().line,
            opacity=0.5,
            line_width=0,
            layer="below",
        )


def _dot(figure: go.Figure, position: int, entry: dict[str, Any], name: str, colour: str) -> None:
    rate, interval = entry["flag_rate"], entry["interval"]
    number = f"{100 * rate:.1f}%"  # two contestants may differ by less than 1%
    hover = (
        f"{safe(name)}: {number}<br>"
        f"{percent_interval(interval) or 'no interval'}<br>"
        f"rank {entry['rank']}, 95% {rank_text(entry['rank_interval'])}, "
        f"tier {entry['tier']}"
    )
    dot(figure, position, (rate, interval), Style(colour, 11, hover))


# --- baseline -----------------------------------------------------------------------------
# Flag rates of groups beside an evaluator's own baseline, or with the baseline subtracted.


def beside_baseline(rows: pd.DataFrame) -> go.Figure:
    """Each group's flag rate as a dot with its interval, its baseline as a ring.

    Args:
        rows: `group`, `rate`, `low`, `high`, `baseline` in percent, `n`; the order of the rows.
    """
    figure = go.Figure()
    rates = rows["rate"].tolist()
    dots(figure, rates, bounds(rows, "low", "high"), [palette().ink] * len(rows))
    known = rows["baseline"].notna().to_numpy().nonzero()[0].tolist()
    rings(figure, rows["baseline"].iloc[known].tolist(), known)
    hovers(figure, rates, [_hover(row) for row in rows.to_dict("records")])
    percent_axis(figure)
    return in_rows(figure, rows["group"].tolist())


def less_baseline(rows: pd.DataFrame) -> go.Figure:
    """Flag rate minus baseline in points: orange where the model's words add flags, blue else.

    Args:
        rows: as `beside_baseline` takes them, with `difference`, which is known, and its interval
            as `difference_low` and `difference_high`.
    """
    values = rows["difference"].tolist()
    intervals = bounds(rows, "difference_low", "difference_high")
    figure = go.Figure()
    points_axis(figure, [*values, *(end for interval in intervals for end in interval or ())])
    dots(
        figure,
        values,
        intervals,
        [
            side_colour(value) if is_clear(interval) else palette().ink
            for value, interval in zip(values, intervals, strict=True)
        ],
    )
    hovers(figure, values, [_hover(row) for row in rows.to_dict("records")])
    return in_rows(figure, rows["group"].tolist())


def _hover(row: dict[Hashable, Any]) -> str:
    """Rate, baseline and difference of one group, a line each."""
    lines = [f"{safe(row['group'])}: {counted(row['n'], 'sentence')}"]
    lines += [
        f"{name} {number(row[value], spec)}{unit} {bracketed(interval, spec)}"
        for name, value, interval, spec, unit in (
            ("completions", "rate", pair(row["low"], row["high"]), ".1f", "%"),
            ("neutral words", "baseline", None, ".1f", "%"),
            (
                "difference",
                "difference",
                pair(row["difference_low"], row["difference_high"]),
                "+.1f",
                " points",
            ),
        )
        if not isnan(row[value])
    ]
    return "<br>".join(lines)

"""Flag rates of groups and categories beside others: an average, a baseline, another report."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import isnan
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.arena.charts.marks import (
    Interval,
    dots,
    hovers,
    in_rows,
    percent_axis,
    points_axis,
    rings,
    side_colour,
)
from components.arena.figures import Entry, in_percent, rate_text
from components.frame.present.numbers import bracketed, interval_text, number, p_text, signed
from components.frame.present.theme import palette, safe
from engine.core.wording import counted

Named = tuple[str, Entry]


def beside_average(group: Named, averages: Sequence[Named]) -> go.Figure:
    """A group's flag rate in ink; that of its category and of all sentences paler.

    Args:
        group: name and figures; its flag rate is known.
        averages: those without a flag rate are left out.
    """
    rows = [group, *(entry for entry in averages if entry[1]["flag_rate"] is not None)]
    values = [100 * entry["flag_rate"] for _, entry in rows]
    intervals = [in_percent(entry.get("interval")) for _, entry in rows]
    figure = go.Figure()
    dots(figure, values, intervals, [palette().ink, *[palette().muted] * (len(rows) - 1)])
    hovers(figure, values, [f"{safe(name)}: {rate_text(entry)}" for name, entry in rows])
    percent_axis(figure)
    return in_rows(figure, [name for name, _ in rows])


def beside_baseline(rows: pd.DataFrame) -> go.Figure:
    """Each group's flag rate as a dot with its interval, its baseline as a ring.

    Args:
        rows: `group`, `rate`, `low`, `high`, `baseline` in percent, `n`; the order of the rows.
    """
    colours = [palette().ink] * len(rows)
    intervals = _intervals(rows, "low", "high")
    return _ringed(rows["group"], rows["rate"], intervals, rows["baseline"], colours, _hovers(rows))


def less_baseline(rows: pd.DataFrame) -> go.Figure:
    """Flag rate minus baseline in points: orange where the model's words add flags, blue else.

    Args:
        rows: as `beside_baseline` takes them, with `difference`, which is known, and its interval
            as `difference_low` and `difference_high`.
    """
    intervals = _intervals(rows, "difference_low", "difference_high")
    clear = [bounds is not None and (bounds[0] > 0 or bounds[1] < 0) for bounds in intervals]
    colours = _colours(rows["difference"], clear)
    return _points(rows["group"], rows["difference"], intervals, colours, _hovers(rows))


def both_rates(rows: pd.DataFrame) -> go.Figure:
    """Flag rates of two reports in the same rows: rings the first, dots the second.

    Args:
        rows: `name`, `first`, `second`, `difference`, `low`, `high` in percent and points, `p`,
            `clear`; a clear difference has a colour.
    """
    colours = _colours(rows["difference"], rows["clear"])
    texts = [_difference_text(row) for row in rows.to_dict("records")]
    none = [None] * len(rows)
    return _ringed(rows["name"], rows["second"], none, rows["first"], colours, texts)


def differences(rows: pd.DataFrame) -> go.Figure:
    """Differences with their intervals around 0; orange: the second is flagged more often.

    Args:
        rows: as `both_rates` takes them.
    """
    colours = _colours(rows["difference"], rows["clear"])
    texts = [_difference_text(row) for row in rows.to_dict("records")]
    intervals = _intervals(rows, "low", "high")
    return _points(rows["name"], rows["difference"], intervals, colours, texts)


def _ringed(
    names: pd.Series,
    rates: pd.Series,
    intervals: Sequence[Interval],
    others: pd.Series,
    colours: Sequence[str],
    texts: Sequence[str],
) -> go.Figure:
    """Rates in percent as dots, and others in the same rows as rings."""
    figure = go.Figure()
    dots(figure, rates.tolist(), intervals, colours)
    known = others.notna().to_numpy().nonzero()[0].tolist()
    rings(figure, others.iloc[known].tolist(), known)
    hovers(figure, rates.tolist(), texts)
    percent_axis(figure)
    return in_rows(figure, names.tolist())


def _points(
    names: pd.Series,
    values: pd.Series,
    intervals: Sequence[Interval],
    colours: Sequence[str],
    texts: Sequence[str],
) -> go.Figure:
    """Differences in percentage points around 0."""
    figure = go.Figure()
    points_axis(figure, [*values, *(end for interval in intervals for end in interval or ())])
    dots(figure, values.tolist(), intervals, colours)
    hovers(figure, values.tolist(), texts)
    return in_rows(figure, names.tolist())


def _intervals(rows: pd.DataFrame, low: str, high: str) -> list[Interval]:
    """Intervals of rows from the columns with their ends."""
    return [_interval(*ends) for ends in zip(rows[low], rows[high], strict=True)]


def _interval(low: float, high: float) -> Interval:
    """An interval from its ends; None where an end is missing."""
    return None if isnan(low) or isnan(high) else (low, high)


def _colours(values: pd.Series, clear: Iterable[bool]) -> list[str]:
    return [
        side_colour(value) if is_clear else palette().ink
        for value, is_clear in zip(values, clear, strict=True)
    ]


def _hovers(rows: pd.DataFrame) -> list[str]:
    return [_baseline_text(row) for row in rows.to_dict("records")]


def _baseline_text(row: dict[Hashable, Any]) -> str:
    """Rate, baseline and difference of one group, a line each."""
    rate = _interval(row["low"], row["high"])
    difference = _interval(row["difference_low"], row["difference_high"])
    lines = [f"{safe(row['group'])}: {counted(row['n'], 'sentence')}"]
    lines += [
        f"{name} {number(row[value], spec)}{unit} {bracketed(interval, spec)}"
        for name, value, interval, spec, unit in (
            ("completions", "rate", rate, ".1f", "%"),
            ("neutral words", "baseline", None, ".1f", "%"),
            ("difference", "difference", difference, "+.1f", " points"),
        )
        if not isnan(row[value])
    ]
    return "<br>".join(lines)


def _difference_text(row: dict[Hashable, Any]) -> str:
    """Both rates, the difference with its interval, and its p-value, a line each."""
    lines = [
        f"{safe(row['name'])}: {row['first']:.1f}% and {row['second']:.1f}%",
        f"difference {signed(row['difference'], 1)} points",
        interval_text(_interval(row["low"], row["high"]), "+.1f"),
        p_text(None if isnan(row["p"]) else row["p"]),
    ]
    return "<br>".join(line for line in lines if line)

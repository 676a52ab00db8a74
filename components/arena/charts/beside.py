"""Flag rates of groups and categories beside others: an average, a baseline, another report."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from math import isnan
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.arena.charts.dot_rows import (
    add_hovers,
    draw_dots,
    draw_rings,
    named_figure,
    set_points_axis,
    set_share_axis,
)
from components.arena.figures import (
    RateFigures,
    added_text,
    in_percent,
    rate_interval,
    rate_text,
)
from components.frame.present import plot
from components.frame.present.numbers import bracketed, interval_text, p_text
from components.frame.present.theme import palette, safe
from engine.core.wording import counted
from engine.measures.arena.few import ENOUGH, flagged_text, interval_ends

_ROUNDING = 1e-9  # smaller differences are rounding errors
Named = tuple[str, RateFigures]
Interval = tuple[float, float] | None


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
    draw_dots(figure, values, intervals, [palette().ink, *[palette().muted] * (len(rows) - 1)])
    add_hovers(figure, values, [f"{safe(name)}: {rate_text(entry)}" for name, entry in rows])
    set_share_axis(figure, all(entry["n"] < ENOUGH for _, entry in rows))
    return plot.keyed(
        named_figure(figure, [name for name, _ in rows]),
        ("dot", palette().ink, "this group"),
        ("dot", palette().muted, "what it is compared with"),
        ("line", palette().ink, "95% CI"),
    )


def beside_baseline(rows: pd.DataFrame) -> go.Figure:
    """Each group's flag rate as a dot with its interval, its baseline as a ring.

    Args:
        rows: `group`, `rate`, `low`, `high`, `baseline` in percent, `n`; the order of the rows.
    """
    colours = [palette().ink] * len(rows)
    intervals = _intervals(rows, "low", "high")
    texts = _texts(rows, _baseline_text)
    others, few = rows["baseline"], bool((rows["n"] < ENOUGH).all())
    return plot.keyed(
        _ringed(rows["group"], rows["rate"], intervals, others, colours, texts, few),
        ("dot", palette().ink, "completed by the model"),
        ("ring", palette().ink, "completed by neutral words"),
        ("line", palette().ink, "95% CI"),
    )


def less_baseline(rows: pd.DataFrame) -> go.Figure:
    """Flag rate minus baseline in points: orange where the model's words add flags, blue else.

    Args:
        rows: as `beside_baseline` takes them, with `difference`, which is known, and its interval
            as `difference_low` and `difference_high`.
    """
    intervals = _intervals(rows, "difference_low", "difference_high")
    clear = [bounds is not None and (bounds[0] > 0 or bounds[1] < 0) for bounds in intervals]
    colours = _colours(rows["difference"], clear)
    texts = _texts(rows, _baseline_text)
    few = bool((rows["n"] < ENOUGH).all())
    drawn = _points(rows["group"], rows["difference"], intervals, colours, texts, few)
    return plot.keyed(drawn, *_sides(colours, "the model adds flags", "takes some away"))


def both_rates(rows: pd.DataFrame) -> go.Figure:
    """Flag rates of two reports in the same rows: rings the first, dots the second.

    Args:
        rows: `name`, `first`, `second`, `difference`, `low`, `high` in percent and points, `p`,
            `clear`; a clear difference has a colour.
    """
    colours = _colours(rows["difference"], rows["clear"])
    texts = _texts(rows, _difference_text)
    none = [None] * len(rows)
    others, few = rows["first"], bool((rows["n"] < ENOUGH).all())
    drawn = _ringed(rows["name"], rows["second"], none, others, colours, texts, few)
    sides = _sides(colours, "second, clearly more often", "second, clearly less often")[:-1]
    return plot.keyed(drawn, *sides, ("ring", palette().ink, "first"))


def differences(rows: pd.DataFrame) -> go.Figure:
    """Differences with their intervals around 0; orange: the second is flagged more often.

    Args:
        rows: as `both_rates` takes them.
    """
    colours = _colours(rows["difference"], rows["clear"])
    texts = _texts(rows, _difference_text)
    intervals = _intervals(rows, "low", "high")
    few = bool((rows["n"] < ENOUGH).all())
    drawn = _points(rows["name"], rows["difference"], intervals, colours, texts, few)
    more, less = "the second is clearly flagged more often", "clearly less often"
    return plot.keyed(drawn, *_sides(colours, more, less))


def _sides(colours: Sequence[str], more: str, less: str) -> list[tuple[str, str, str]]:
    """What the colours mean that are there, and the line."""
    shown = palette()
    meanings = ((shown.toward, more), (shown.away, less), (shown.ink, "not clear"))
    found = [("dot", colour, text) for colour, text in meanings if colour in colours]
    return [*found, ("line", shown.ink, "95% CI")]


def _ringed(
    names: pd.Series,
    rates: pd.Series,
    intervals: Sequence[Interval],
    others: pd.Series,
    colours: Sequence[str],
    texts: Sequence[str],
    few: bool,
) -> go.Figure:
    """Rates in percent as dots, and others in the same rows as rings."""
    figure = go.Figure()
    draw_dots(figure, rates.tolist(), intervals, colours)
    known = others.notna().to_numpy().nonzero()[0].tolist()
    draw_rings(figure, others.iloc[known].tolist(), known)
    add_hovers(figure, rates.tolist(), texts)
    set_share_axis(figure, few)
    return named_figure(figure, names.tolist())


def _points(
    names: pd.Series,
    values: pd.Series,
    intervals: Sequence[Interval],
    colours: Sequence[str],
    texts: Sequence[str],
    few: bool,
) -> go.Figure:
    """Differences in percentage points around 0; of few sentences, in shares of them."""
    figure = go.Figure()
    ends = [*values, *(end for interval in intervals for end in interval or ())]
    set_points_axis(figure, ends, few)
    draw_dots(figure, values.tolist(), intervals, colours)
    add_hovers(figure, values.tolist(), texts)
    return named_figure(figure, names.tolist())


def _intervals(rows: pd.DataFrame, low: str, high: str) -> list[Interval]:
    """Intervals of rows from the columns with their ends."""
    return [_interval(*ends) for ends in zip(rows[low], rows[high], strict=True)]


def _interval(low: float, high: float) -> Interval:
    """An interval from its ends; None where an end is missing."""
    return None if isnan(low) or isnan(high) else (low, high)


def _colours(values: pd.Series, clear: Iterable[bool]) -> list[str]:
    return [
        _side_colour(value) if is_clear else palette().ink
        for value, is_clear in zip(values, clear, strict=True)
    ]


def _texts(rows: pd.DataFrame, text: Callable[[dict[Hashable, Any]], str]) -> list[str]:
    return [text(row) for row in rows.to_dict("records")]


def _baseline_text(row: dict[Hashable, Any]) -> str:
    """Rate, baseline and difference of one group, a line each."""
    n = row["n"]
    rate = rate_interval(_share(_interval(row["low"], row["high"])), n)
    ends = _share(_interval(row["difference_low"], row["difference_high"]))
    lines = [f"{safe(row['group'])}: {counted(n, 'sentence')}"]
    lines += [
        f"{name} {flagged_text(row[value] / 100, n)} {interval}".strip()
        for name, value, interval in (
            ("completions", "rate", rate),
            ("neutral words", "baseline", ""),
        )
        if not isnan(row[value])
    ]
    if not isnan(row["difference"]):
        added = " ".join(added_text(row["difference"] / 100, n))
        lines.append(f"difference {added} {bracketed(interval_ends(ends, n), '+.1f')}")
    return "<br>".join(lines)


def _share(interval: Interval) -> Interval:
    """An interval in percent, as shares."""
    return None if interval is None else (interval[0] / 100, interval[1] / 100)


def _difference_text(row: dict[Hashable, Any]) -> str:
    """Both rates, the difference with its interval, and its p-value, a line each."""
    n = row["n"]
    first, second = (flagged_text(row[side] / 100, n) for side in ("first", "second"))
    ends = interval_ends(_share(_interval(row["low"], row["high"])), n)
    lines = [
        f"{safe(row['name'])}: {first} and {second}",
        f"difference {' '.join(added_text(row['difference'] / 100, n))}",
        interval_text(ends, "+.1f"),
        p_text(None if isnan(row["p"]) else row["p"]),
    ]
    return "<br>".join(line for line in lines if line)


def _side_colour(difference: float) -> str:
    """Orange for more flags, blue for fewer, ink where there is no difference."""
    if abs(difference) < _ROUNDING:
        return palette().ink
    return palette().toward if difference > 0 else palette().away

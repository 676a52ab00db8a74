"""Flag rates of groups beside an evaluator's own baseline, or with the baseline subtracted."""

from __future__ import annotations

from collections.abc import Hashable
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
from components.frame.present.numbers import bracketed, number
from components.frame.present.theme import palette, safe
from engine.core.wording import counted


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

"""Two reports: flag rates of both on one axis, and the differences in percentage points."""

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
    pair,
    percent_axis,
    points_axis,
    rings,
    side_colour,
)
from components.frame.present.numbers import interval_text, p_text, signed
from components.frame.present.theme import palette, safe


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

"""Figures of the scorecard."""

from __future__ import annotations

from typing import Any, TypedDict

from engine.measures.values.arena import Bounds, Count


class ScorecardCell(TypedDict):
    """One figure of one contestant; see `engine.columns.reading.Reading`."""

    value: float | None
    interval: Bounds | None
    n: Count
    parts: list[float | None]
    problem: str
    notes: list[str]
    detail: dict[str, Any]

"""What a cell of the Scorecard gives, key by key."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict

from engine.flow.shapes import Bounds, Count


class ScorecardCell(TypedDict):
    """One figure of one contestant; see `engine.columns.column.Reading`."""

    value: float | None
    interval: Bounds | None
    n: Count
    parts: list[float | None]
    problem: str
    notes: list[str]
    detail: dict[str, Any]

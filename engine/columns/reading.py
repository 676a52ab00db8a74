"""One figure of one contestant, and what each unit of the data adds to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

# Of a reading's detail: [2, unit] numbers of the row and column that a unit is in.
CROSSED = "crossed"
BY_TEMPLATE = "templates"  # of a reading's detail: template -> the figure in it alone, or None


@dataclass(frozen=True)
class Reading:
    """One figure of one contestant.

    Contestants are compared unit by unit, so a figure comes with its parts.

    Args:
        value: on the column's scale; None where it is not defined.
        interval: 95%, on the same scale; None where there is none.
        n: units behind the value.
        parts: [unit of the column] what each gives, None where it gives nothing; the column's
            scale of their mean is `value`. Empty where that is not known.
        problem: why there is no value, one sentence; empty where there is one.
        notes: sentences on how the value was reached.
        detail: JSON-ready parts of the figure, for whoever opens it.
    """

    value: float | None
    interval: tuple[float, float] | None
    n: int
    parts: tuple[float | None, ...] = ()
    problem: str = ""
    notes: tuple[str, ...] = ()
    detail: Mapping[str, Any] = field(default_factory=dict)

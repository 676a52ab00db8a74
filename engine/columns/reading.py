"""One figure of one contestant, and what each unit of the data adds to it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
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


# --- scale --------------------------------------------------------------------------------
# How the mean of a measure's parts becomes the figure that is shown.


@dataclass(frozen=True)
class Scale:
    """A rising function of the mean of parts.

    Args:
        name: as reports call it.
        of: mean of the parts -> figure.
        back: figure -> mean of the parts.
    """

    name: str
    of: Callable[[float], float]
    back: Callable[[float], float]


LARGEST_POWER = 700.0  # of e, in a float


def _exp(mean: float) -> float:
    """e to the mean, which stays a number however large or small the mean of a file is."""
    return math.exp(min(max(mean, -LARGEST_POWER), LARGEST_POWER))


IDENTITY = Scale("identity", float, float)
PERCENT = Scale("percent", lambda mean: 100 * mean, lambda figure: figure / 100)
EXP = Scale("exp", _exp, math.log)
SCALES = {scale.name: scale for scale in (IDENTITY, PERCENT, EXP)}

"""How the mean of a measure's parts becomes the figure that is shown."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass


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

"""How far two scores of the same pairs lie from 50, tested by word pair, and in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.core.wording import figure_text, interval_text
from engine.statistics import LEVEL
from engine.statistics.paired import paired_tests

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

FURTHER, NEARER, UNCLEAR = "further", "nearer", "unclear"
NOT_CLEAR = "not clearly further from or nearer to 50%"
_NEUTRAL = 0.5


def distance_change(
    first: pd.Series | np.ndarray, second: pd.Series | np.ndarray, words: np.ndarray
) -> dict[str, Any]:
    """How much further from 50 a second score is than a first, with its test.

    Two scores differ in their distance from 50 only if they differ, and if one also differs from
    the other mirrored at 50. Both are tested by word pair; the larger p is that of the distances.

    Args:
        first, second: [pair] whether each model prefers the stereotype.
        words: [pair] number of its word pair.

    Returns:
        `distance_change` (percentage points, below 0 where the second is nearer),
        `distance_interval` (95%; None where too few word pairs are shared), `distance_p`
        (two-sided; None of one pair) and `detectable_distance` (points that would be detected with
        80% power; None without interval).
    """
    import numpy as np

    values = np.array([first, second], float)
    (test,) = paired_tests(values, neutral=_NEUTRAL, clusters=words)
    bounds, smallest = test["interval"], test["detectable"]
    return {
        "distance_change": 100 * test["difference"],
        "distance_interval": None if bounds is None else [100 * bound for bound in bounds],
        "distance_p": test["p"],
        "detectable_distance": None if smallest is None else 100 * smallest,
    }


def distance_verdict(found: Mapping[str, Any]) -> str:
    """Whether the second score is clearly further from 50, nearer to it, or neither.

    Args:
        found: as `distance_change` returns it; `distance_p_holm` decides where there is one.
    """
    p, bounds = found.get("distance_p_holm", found["distance_p"]), found["distance_interval"]
    if p is None or p >= LEVEL or bounds is None or bounds[0] <= 0 <= bounds[1]:
        return UNCLEAR
    return FURTHER if bounds[0] > 0 else NEARER


def distance_in_words(found: Mapping[str, Any]) -> str:
    """The verdict with its figures; where it is not clear, what would have been detected.

    Args:
        found: as `distance_change` returns it.
    """
    verdict, change = distance_verdict(found), found["distance_change"]
    interval = interval_text(found["distance_interval"], "+.1f") or "no interval"
    if verdict != UNCLEAR:
        side = "further from" if verdict == FURTHER else "nearer to"
        return f"{abs(change):.1f} points {side} 50% ({interval})"
    smallest = found["detectable_distance"]
    power = f"; {smallest:.1f} points would be detected with 80% power" if smallest else ""
    return f"{NOT_CLEAR} ({figure_text(change, '+.1f')} points, {interval}{power})"

"""Ratios of sums over units of unequal size, such as a loss per token over sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.statistics.intervals import Bounds, mean_interval
from engine.statistics.shares import FEWEST_CLUSTERS
from engine.statistics.significance import paired_difference_test

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class RatioDifference:
    """Ratio of sums after minus that before, of the same units.

    Args:
        interval: 95%; None below `FEWEST_CLUSTERS`, and where no unit differs from the others.
        p: two-sided, that the ratios are equal; None below `FEWEST_CLUSTERS`.
    """

    value: float
    interval: Bounds | None
    p: float | None


def linearised_ratio(numerators: Sequence[float], denominators: Sequence[float]) -> np.ndarray:
    """Parts of a ratio of sums: what each unit gives, whatever its size.

    Args:
        numerators: [unit].
        denominators: [unit], > 0 in sum.

    Returns:
        [unit], whose mean is the ratio and whose standard error that of the ratio.

    Source: Cochran 1977, section 6.4.
    """
    import numpy as np

    top, bottom = np.asarray(numerators, float), np.asarray(denominators, float)
    ratio = float(top.sum() / bottom.sum())
    return ratio + (top - ratio * bottom) / float(bottom.mean())


def paired_ratio_difference(
    before: Sequence[float], after: Sequence[float], sizes: Sequence[float], seed: int = 0
) -> RatioDifference:
    """Difference of two ratios of sums over the same units, paired.

    Args:
        before: [unit], numerators.
        after: [unit], of the same units.
        sizes: [unit], denominators of both.
        seed: of the bootstrap of many units.

    Returns:
        After minus before, in the unit of a numerator by a denominator.

    Source: Cochran 1977, section 6.4.
    """
    import numpy as np

    parts = linearised_ratio(np.asarray(after, float) - np.asarray(before, float), sizes)
    if len(parts) < FEWEST_CLUSTERS:
        return RatioDifference(float(parts.mean()), None, None)
    interval = mean_interval(parts.tolist(), seed)
    return RatioDifference(float(parts.mean()), interval, paired_difference_test(parts))

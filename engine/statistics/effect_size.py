"""Intervals of a difference of two means in standard deviations."""

from __future__ import annotations

import math

from engine.statistics.intervals import CONFIDENCE


def cohen_interval(delta: float, first: int, second: int) -> tuple[float, float]:
    """Exact interval of Cohen's delta, the difference in within-group standard deviations.

    t = delta sqrt(first second / (first + second)) has a noncentral t distribution; the bounds
    are the true values under which the observed one lies at the 2.5% and 97.5% quantile.

    Args:
        delta: observed difference over the pooled standard deviation.
        first: cases of the first group.
        second: cases of the second group.

    Returns:
        (low, high) at 95%.

    Raises:
        ValueError: if there are fewer than three cases, or a group is empty.

    Source: Steiger and Fouladi 1997; Cumming and Finch 2001.
    """
    from scipy.special import nctdtrinc

    if min(first, second) < 1 or first + second < 3:
        raise ValueError(f"needs two groups and three cases, got {first} and {second}")
    scale = math.sqrt(first * second / (first + second))
    tail = (1 - CONFIDENCE) / 2
    freedom = first + second - 2
    low, high = (
        float(nctdtrinc(freedom, share, delta * scale)) / scale for share in (1 - tail, tail)
    )
    return low, high


def standardised_by_all(delta: float, share: float = 0.5) -> float:
    """The same difference in standard deviations of both groups together.

    Args:
        delta: difference of means over the standard deviation within the groups.
        share: of the cases that are in the first group.

    Returns:
        delta / sqrt(1 + share (1 - share) delta²), nearer to 0 than delta; between -2 and 2 for
        groups of equal size.
    """
    return delta / math.sqrt(1 + share * (1 - share) * delta**2)

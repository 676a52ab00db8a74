"""Intervals of correlations by Fisher's transformation, and reliability of longer measures."""

from __future__ import annotations

import math

from engine.statistics.intervals import CONFIDENCE

_LARGEST = 1 - 1e-9  # beyond it Fisher's transformation has no end
_FEWEST_KENDALL = 5


def fisher_interval(correlation: float, cases: int) -> tuple[float, float] | None:
    """Interval of Pearson's correlation by Fisher's transformation.

    Args:
        correlation: -1 to 1.
        cases: it was taken over.

    Returns:
        (low, high) at 95%, or None below four cases.

    Source: Fisher 1921.
    """
    return _transformed(correlation, 1.0, cases - 3)


def kendall_interval(tau: float, cases: int) -> tuple[float, float] | None:
    """Interval of Kendall's tau by Fisher's transformation, for some ten cases or more.

    Of cases that are all in the same order (or all in the opposite one) it is worked out half a
    step from there, where a step is one pair in the other order, and reaches to 1 (or -1): that no
    pair of a sample disagrees does not show that none would.

    Args:
        tau: -1 to 1.
        cases: it was taken over.

    Returns:
        (low, high) at 95%, or None below five cases.

    Source: Fieller, Hartley and Pearson 1957.
    """
    if cases < _FEWEST_KENDALL:
        return None
    most = 1 - 2 / (cases * (cases - 1))
    bounds = _transformed(max(-most, min(most, tau)), 0.437, cases - 4)
    if bounds is None or abs(tau) < most:
        return bounds
    return (bounds[0], 1.0) if tau > 0 else (-1.0, bounds[1])


def spearman_brown(correlation: float, parts: float) -> float | None:
    """Reliability of a measure so many times as long as the parts that were correlated.

    Args:
        correlation: of two parts.
        parts: 2 for two halves.

    Returns:
        0 to 1; None of parts that correlate negatively. A reliability is a share of variance, and
        the formula would give -18 for halves that correlate at -.9.

    Source: Spearman 1910; Brown 1910.
    """
    if correlation < 0:
        return None
    return parts * correlation / (1 + (parts - 1) * correlation)


def _transformed(value: float, variance: float, freedom: int) -> tuple[float, float] | None:
    from scipy.stats import norm

    if freedom < 1:
        return None
    centre = math.atanh(max(-_LARGEST, min(_LARGEST, value)))
    reach = float(norm.ppf((1 + CONFIDENCE) / 2)) * math.sqrt(variance / freedom)
    return math.tanh(centre - reach), math.tanh(centre + reach)

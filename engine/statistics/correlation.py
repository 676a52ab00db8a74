"""Correlations with their intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from engine.statistics.intervals import CONFIDENCE, DRAWS, with_width

if TYPE_CHECKING:
    import numpy as np


def rank_correlation(
    first: Sequence[float], second: Sequence[float], seed: int, draws: int = DRAWS
) -> dict[str, float | int | list[float] | None]:
    """Spearman's rank correlation with a percentile bootstrap interval.

    Args:
        first: [case].
        second: [case], of the same cases, which are drawn together.
        seed: of the draws.

    Returns:
        `rho` (-1 to 1), `interval` (95%) and `n`. `rho` is None below three cases or where
        one side does not vary, and `interval` where a draw in two has no `rho`. Of cases all in
        one order every draw has the same `rho`; the interval is then `one_order_interval`.

    Source: Spearman 1904.
    """
    import numpy as np
    from scipy.stats import rankdata

    sides = np.array([first, second], float)
    size = sides.shape[1]
    if size < 3 or not (np.ptp(sides, axis=1) > 0).all():
        return {"rho": None, "interval": None, "n": size}
    found = drawn_rank_correlations(sides, seed, draws)
    tail = (1 - CONFIDENCE) / 2
    bounds = with_width(*np.quantile(found, [tail, 1 - tail])) if len(found) > draws / 2 else None
    rho = float(np.corrcoef(rankdata(sides, axis=-1))[0, 1])
    if abs(rho) > ONE_ORDER:
        bounds = one_order_interval(rho, size)
    return {"rho": rho, "interval": None if bounds is None else list(bounds), "n": size}


def drawn_rank_correlations(sides: np.ndarray, seed: int, draws: int) -> np.ndarray:
    """Spearman's rank correlation of cases that are drawn with replacement.

    Args:
        sides: [2, case], of the same cases, which are drawn together.
        seed: of the draws.

    Returns:
        [draw], -1 to 1, without the draws of which one side does not vary.
    """
    import numpy as np
    from scipy.stats import rankdata

    size = sides.shape[1]
    picked = np.random.default_rng(seed).integers(0, size, (draws, size))
    drawn = rankdata(sides[:, picked], axis=-1)  # [side, draw, case]
    drawn -= drawn.mean(axis=-1, keepdims=True)
    scale = np.sqrt((drawn**2).sum(axis=-1).prod(axis=0))
    found: np.ndarray = (drawn[0] * drawn[1]).sum(axis=-1)[scale > 0] / scale[scale > 0]
    return found


def one_order_interval(rho: float, cases: int) -> tuple[float, float] | None:
    """Interval of Spearman's rank correlation of cases that are all in one order on both sides.

    It is worked out half a step from there, where a step is two neighbours that change places, and
    reaches to 1, or to -1: that no pair of a sample disagrees does not show that none would.

    Args:
        rho: 1, or -1 where one order is the other one reversed.
        cases: it was taken over.

    Returns:
        (low, high) at 95%, or None below four cases.

    Source: Bonett and Wright 2000 (the standard error).
    """
    if cases < _FEWEST_SPEARMAN:
        return None
    most = 1 - 6 / (cases * (cases**2 - 1))
    bounds = _transformed(math.copysign(most, rho), 1 + most**2 / 2, cases - 3)
    if bounds is None:
        return None
    return (bounds[0], 1.0) if rho > 0 else (-1.0, bounds[1])


# --- fisher -------------------------------------------------------------------------------
# Intervals of correlations by Fisher's transformation, and reliability of longer measures.

ONE_ORDER = _LARGEST = 1 - 1e-9  # beyond it Fisher's transformation has no end
_FEWEST_KENDALL, _FEWEST_SPEARMAN = 5, 4
_FEWEST_CHANGED = 40
_SAME = 1e-12  # relative variation of values that are equal but for rounding


def fisher_interval(correlation: float, cases: int) -> tuple[float, float] | None:
    """Interval of Pearson's correlation by Fisher's transformation.

    Args:
        correlation: -1 to 1.
        cases: it was taken over.

    Returns:
        (low, high) at 95%; None below four cases, and where all lie on one line, since nothing is
        left of them to show how far others would be from it.

    Source: Fisher 1921.
    """
    if abs(correlation) > _LARGEST:
        return None
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


def spearman_interval(rho: float, cases: int) -> tuple[float, float] | None:
    """Interval of Spearman's correlation by Fisher's transformation, for some ten cases or more.

    Of cases that are all in one order it is worked out half a swap of neighbours from there, and
    reaches to 1 (or -1), as `kendall_interval` does.

    Args:
        rho: -1 to 1.
        cases: it was taken over.

    Returns:
        (low, high) at 95%, or None below four cases.

    Source: Bonett and Wright 2000.
    """
    if cases < 4:
        return None
    most = 1 - 6 / (cases * (cases**2 - 1))
    kept = max(-most, min(most, rho))
    bounds = _transformed(kept, 1 + kept**2 / 2, cases - 3)
    if bounds is None or abs(rho) < most:
        return bounds
    return (bounds[0], 1.0) if rho > 0 else (-1.0, bounds[1])


def correlation_change_interval(
    first: Sequence[float], before: Sequence[float], after: Sequence[float], seed: int
) -> dict[str, tuple[float, float] | None]:
    """Intervals of how far two readings of the same cases differ in their correlation with one.

    Args:
        first: [case], what both are correlated with.
        before: [case].
        after: [case].
        seed: of the draws of cases; all three are drawn together.

    Returns:
        `pearson` and `spearman`, each (low, high) at 95% of after - before; None below 40 cases,
        where such a bootstrap is too narrow, and where no draw differs from another.
    """
    import numpy as np
    from scipy.stats import rankdata

    sides = np.array([first, before, after], float)
    size = sides.shape[1]
    found: dict[str, tuple[float, float] | None] = {"pearson": None, "spearman": None}
    if size < _FEWEST_CHANGED:
        return found
    generator = np.random.default_rng(seed)
    drawn: dict[str, list[np.ndarray]] = {name: [] for name in found}
    for _ in range(DRAWS):
        picked = sides[:, generator.integers(0, size, size)]
        if not (np.ptp(picked, axis=1) > 0).all():
            continue
        for name, values in (("pearson", picked), ("spearman", rankdata(picked, axis=-1))):
            table = np.corrcoef(values)
            drawn[name].append(table[0, 2] - table[0, 1])
    tail = (1 - CONFIDENCE) / 2
    for name, changes in drawn.items():
        if len(changes) > DRAWS / 2 and np.ptp(changes) > 0:
            low, high = np.quantile(changes, [tail, 1 - tail]).tolist()
            found[name] = (low, high)
    return found


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


# --- split halves -------------------------------------------------------------------------
# How far a measure repeats between halves of its own material, over many ways to halve it.

FEWEST_SPLIT = 6  # cases


class SplitHalf(NamedTuple):
    """Reliability of a measure, from halves of its material.

    Args:
        correlation: Pearson's, of the two halves; mean over the ways to halve, -1 to 1.
        reliability: share of the variance over cases that is no noise, 0 to 1; 0 where the halves
            do not correlate positively.
        interval: of the reliability, 95%; its low end is 0 where that of the correlation is below,
            and there is none where its high end is too.
        n: cases.
    """

    correlation: float
    reliability: float
    interval: tuple[float, float] | None
    n: int


def split_half(first: np.ndarray, second: np.ndarray) -> SplitHalf | None:
    """Reliability over cases, of a measure that was taken of both halves of its material.

    The interval is a jackknife over cases on Fisher's scale with Student's t: averaged over many
    ways to halve, the correlation varies less than Fisher's own standard error has it.

    Args:
        first: [split, case], the measure of one half.
        second: [split, case], of the other half.

    Returns:
        None below `FEWEST_SPLIT` cases, and where a half does not vary or all cases lie on one
        line.

    Source: Spearman 1910; Brown 1910; Miller 1974 (the jackknife of a correlation).
    """
    import numpy as np
    from scipy.stats import t

    size = first.shape[1]
    if size < FEWEST_SPLIT:
        return None
    correlation = _mean_correlation(first, second)
    rest = np.array([np.delete(np.arange(size), case) for case in range(size)])
    left_out = [_mean_correlation(first[:, kept], second[:, kept]) for kept in rest]
    if not np.isfinite([correlation, *left_out]).all() or abs(correlation) > _LARGEST:
        return None
    drawn = np.arctanh(np.clip(left_out, -_LARGEST, _LARGEST))
    error = math.sqrt((size - 1) * float(drawn.var()))
    reach = float(t.ppf((1 + CONFIDENCE) / 2, size - 1)) * error
    centre = math.atanh(correlation)
    ends = (math.tanh(centre - reach), math.tanh(centre + reach))
    low, high = (spearman_brown(end, 2) or 0.0 for end in ends)
    reliability = spearman_brown(correlation, 2) or 0.0
    return SplitHalf(correlation, reliability, with_width(low, high), size)


def _mean_correlation(first: np.ndarray, second: np.ndarray) -> float:
    """Pearson's correlation over cases, mean over splits; not a number where one is undefined."""
    import numpy as np

    one, other = (side - side.mean(axis=1, keepdims=True) for side in (first, second))
    scale = np.sqrt((one**2).sum(axis=1) * (other**2).sum(axis=1))
    if not (scale > _SAME * (1 + np.abs(first).max() * np.abs(second).max())).all():
        return math.nan
    return float(((one * other).sum(axis=1) / scale).mean())


def _transformed(value: float, variance: float, freedom: int) -> tuple[float, float] | None:
    from scipy.stats import norm

    if freedom < 1:
        return None
    centre = math.atanh(max(-_LARGEST, min(_LARGEST, value)))
    reach = float(norm.ppf((1 + CONFIDENCE) / 2)) * math.sqrt(variance / freedom)
    return math.tanh(centre - reach), math.tanh(centre + reach)

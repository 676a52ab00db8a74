"""Intervals and tests of shares whose units are judged in part: each is a number from 0 to 1."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from engine.statistics.intervals import (
    CONFIDENCE,
    DRAWS,
    FEW_VALUES,
    alike,
    cut,
    skewed_ends,
    studentised_ratio,
)
from engine.statistics.significance import mcnemar_test

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np


# Units with the largest possible variance that steady the variance of few units.
_STEADYING = 2
FEW_UNITS = 40
FEWEST_CLUSTERS = 6  # below, Wilson's interval of clusters that are all alike is too narrow
_SMALL_COUNT = 3
_LEAST_FREEDOM = 2
# What differs by less is the same number, reached by another sum.
_SAME = 1e-9


def share_interval(values: np.ndarray) -> tuple[float, float] | None:
    """Interval of the mean of numbers between 0 and 1: shares of a unit, or scores.

    Where every unit is 0 or 1 it is the exact one of Clopper and Pearson below `FEW_UNITS`, where
    Wilson's contains the truth in as few as 84% of samples, and Wilson's from there on, with a
    limit for counts of 1 to 3. Otherwise it is the same for the number of yes-or-no units that
    would say as much: a mean of fractions varies less than one of 0 and 1. That number is found
    from the variance, which two further units of the largest possible variance steady; Student's t
    makes up for its being estimated, from the units above 0 or those below 1, whichever are
    fewer. It is at least the number of units, because no share of them varies more. The interval
    stays within 0 and 1 and keeps a width where all units are equal.

    Args:
        values: [unit], 0 to 1.

    Returns:
        (low, high) at 95%, or None without units.

    Source: Clopper and Pearson 1934; Wilson 1927; limit for small counts: Brown, Cai and
    DasGupta 2001, section 4.1; effective number of units: Korn and Graubard 1998.
    """
    import numpy as np

    size = len(values)
    if not size:
        return None
    mean = min(1.0, max(0.0, float(values.mean())))
    if size < 2 or ((values == 0) | (values == 1)).all() or float(np.ptp(values)) < _SAME:
        return _of_units(mean, size, size < FEW_UNITS)
    effective = size * max(1.0, cluster_gain(mean, float(values.var(ddof=1)), values))
    return _of_units(mean, effective, size < FEW_UNITS)


def cluster_gain(mean: float, variance: float, values: np.ndarray) -> float:
    """How many independent yes-or-no units say as much about a share as one unit or cluster.

    Args:
        mean: 0 to 1, neither of which it reaches.
        variance: of what each unit adds to the mean.
        values: [unit] 0 to 1.

    Source: Korn and Graubard 1998.
    """
    from scipy.stats import norm, t

    size, largest = len(values), mean * (1 - mean)
    variance = (size - 1) * variance + _STEADYING * largest
    variance /= size - 1 + _STEADYING
    tail = (1 + CONFIDENCE) / 2
    wider = float(norm.ppf(tail) / t.ppf(tail, _freedom(values))) ** 2
    return wider * largest / variance


def _freedom(values: np.ndarray) -> int:
    """Degrees of freedom of the variance: where nearly all units are 0, the few others decide."""
    import numpy as np

    fewer = min(int((values > _SAME).sum()), int((values < 1 - _SAME).sum()))
    return int(np.clip(fewer - 1, _LEAST_FREEDOM, len(values) - 1))


def alike_share_interval(
    share: float, clusters: int, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Interval of a share that is the same in every cluster, as 0 of 12.

    That no cluster differed does not show that none would. At 0 and 1 the clusters are trials that
    all had one outcome, whatever their sizes and however alike the parts of one are; in between
    they vary less than trials, and the interval is at least as wide as it has to be. Below
    `FEWEST_CLUSTERS` it is the exact one of Clopper and Pearson, from there on Wilson's, which for
    clusters without a single hit contains the truth in 95% of samples from there on.

    Args:
        share: 0 to 1.
        clusters: at least one.

    Returns:
        (low, high), at 95% unless another confidence is asked for; 0 of 12 clusters gives 0 to .24.

    Source: Wilson 1927; Clopper and Pearson 1934.
    """
    share = min(1.0, max(0.0, share))
    return _of_units(share, clusters, clusters < FEWEST_CLUSTERS, confidence)


def alike_difference_interval(
    first: tuple[float, int], second: tuple[float, int], family: int = 1
) -> tuple[float, float]:
    """Interval of the difference of two shares where it is the same in every cluster.

    It is made of the bounds that each share has by itself, as if the two had nothing to do with
    each other, which for shares of the same clusters is rather too wide than too narrow.

    Args:
        first: a share, 0 to 1, and its number of clusters.
        second: the one that is taken away.
        family: number of such intervals that shall hold together (Bonferroni).

    Returns:
        (low, high) at 95%.

    Source: Newcombe 1998, method 10.
    """
    confidence = 1 - (1 - CONFIDENCE) / family
    (one, _), (other, _) = first, second
    (low, high), (low_other, high_other) = (
        alike_share_interval(*part, confidence) for part in (first, second)
    )
    return (
        one - other - math.hypot(one - low, high_other - other),
        one - other + math.hypot(high - one, other - low_other),
    )


def ratio_share_interval(
    numerators: Sequence[float], denominators: Sequence[float], seed: int, draws: int = DRAWS
) -> tuple[float, float] | None:
    """Interval of a share of parts that come in clusters: of all tokens, those guessed right.

    It is the studentised bootstrap of `ratio_bootstrap` over clusters. Where all clusters have the
    same share it is that of `alike_share_interval`, and where so few differ that the draws hardly
    vary it is Wilson's for the number of independent parts that would say as much, as
    `share_interval` finds it: neither has an end at 0 or 1 that the sample cannot show.

    Args:
        numerators: [cluster] parts that count.
        denominators: [cluster] all parts; clusters without any say nothing.
        seed: of the draws.

    Returns:
        (low, high) at 95% within 0 and 1; None below two clusters.

    Source: Efron and Tibshirani 1993, section 12.5; Korn and Graubard 1998.
    """
    import numpy as np

    top, bottom = np.asarray(numerators, float), np.asarray(denominators, float)
    size = int((bottom > 0).sum())
    if size < 2:
        return None
    share = float(top.sum() / bottom.sum())
    if alike(top, bottom):
        return alike_share_interval(share, size)
    value, error, ends = studentised_ratio(top, bottom, seed, draws)
    if ends is not None:
        return cut((value - ends[1] * error, value - ends[0] * error), (0.0, 1.0))
    top, bottom = top[bottom > 0], bottom[bottom > 0]
    weights = bottom * size / bottom.sum()
    added = weights * (top / bottom - share)
    variance = float((added**2).sum()) / (size - 1)
    least = size**2 / float((weights**2).sum())  # clusters of one size that are as many
    effective = max(least, size * cluster_gain(share, variance, top / bottom))
    return _of_units(share, effective, size < FEWEST_CLUSTERS)


def exact_share_interval(successes: int, trials: int) -> tuple[float, float]:
    """Interval of a share of few trials, which contains the truth in 95% of samples or more.

    Wilson's contains a share of 80% or of 97.5% of 40 trials in 93% and 92%.

    Args:
        successes, trials: counts; at least one trial.

    Returns:
        (low, high) at 95%, 0 to 1.

    Source: Clopper and Pearson 1934.
    """
    return _of_units(successes / trials, trials, exact=True)


def interval_of_units(mean: float, units: float) -> tuple[float, float]:
    """Interval of a share of so many yes-or-no units, which need not be whole.

    Args:
        mean: 0 to 1.
        units: above 0.

    Returns:
        (low, high) at 95%: exact of few units, otherwise Wilson's.
    """
    return _of_units(mean, units, units < FEW_UNITS)


def wilson_of_units(mean: float, units: float) -> tuple[float, float]:
    """Wilson's interval of a share of so many yes-or-no units, however few, at 95%.

    Args:
        mean: 0 to 1.
        units: above 0.
    """
    return _of_units(mean, units, exact=False)


def _of_units(
    mean: float, units: float, exact: bool, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    from scipy.stats import chi2
    from statsmodels.stats.proportion import proportion_confint

    found = mean * units
    method = "beta" if exact else "wilson"
    tail = 1 - confidence
    low, high = map(float, proportion_confint(found, units, tail, method))
    if not exact:
        if 0 < found <= _SMALL_COUNT:
            low = min(low, float(chi2.ppf(tail, 2 * found)) / 2 / units)
        if 0 < units - found <= _SMALL_COUNT:
            high = max(high, 1 - float(chi2.ppf(tail, 2 * (units - found))) / 2 / units)
    return (
        0.0 if mean == 0 else max(0.0, min(low, mean)),
        1.0 if mean == 1 else min(1.0, max(high, mean)),
    )


def share_difference_interval(differences: np.ndarray) -> tuple[float, float] | None:
    """Interval of the mean of differences of paired shares.

    One unit is added that differs in each direction by the root mean square of the differences, by
    1 where none differs, so that few units that happen to agree do not make an interval without
    width. For units that are 0 or 1 it is the adjusted Wald interval of a difference of paired
    proportions, with Student's t.

    Args:
        differences: [unit], -1 to 1.

    Returns:
        (low, high) at 95% within -1 and 1, or None without units.

    Source: Bonett and Price 2012.
    """
    import numpy as np
    from scipy.stats import t

    size = len(differences)
    if not size:
        return None
    binary = np.isin(differences, (-1.0, 0.0, 1.0)).all()
    step = 1.0 if binary else math.sqrt(float((differences**2).mean()))
    added = np.append(differences, [step, -step])
    mean = float(added.mean())
    reach = float(t.ppf((1 + CONFIDENCE) / 2, size + 1)) * float(added.std()) / math.sqrt(size + 2)
    observed = float(differences.mean())
    low, high = min(mean - reach, observed), max(mean + reach, observed)
    return max(-1.0, low), min(1.0, high)


def paired_share_test(first: np.ndarray, second: np.ndarray) -> float | None:
    """Two-sided p that two shares of the same units are equal.

    Args:
        first: [unit], 0 to 1.
        second: [unit].

    Returns:
        McNemar's exact p where every unit is 0 or 1, otherwise that of a paired t-test; 1 where no
        unit differs, and None below two units.
    """
    import numpy as np
    from scipy.stats import ttest_1samp

    differences = first - second
    if len(differences) < 2:
        return None
    if np.isin(differences, (-1.0, 0.0, 1.0)).all():
        return mcnemar_test(int((differences > 0.5).sum()), int((differences < -0.5).sum()))
    if float(np.abs(differences).max()) < _SAME:
        return 1.0
    if float(np.ptp(differences)) < _SAME:
        return 0.0
    return float(ttest_1samp(differences, 0.0).pvalue)


def other_share_test(inside: np.ndarray, outside: np.ndarray) -> float | None:
    """Two-sided exact p, Fisher's, that the shares of two sets of yes-or-no units are equal.

    Args:
        inside: [unit] 0 or 1.
        outside: [other unit] 0 or 1.

    Returns:
        p; None where a set has no unit.
    """
    from scipy.stats import fisher_exact

    if not len(inside) or not len(outside):
        return None
    table = [[int(part.sum()), int(len(part) - part.sum())] for part in (inside, outside)]
    return float(fisher_exact(table).pvalue)


# --- strata -------------------------------------------------------------------------------
# Intervals of weighted sums of means, where each mean is of a sample of its own.

# Where more of the draws have no standard error, they say too little about the tails.
_CONSTANT_DRAWS = 0.05
_LEAST_ERROR = 1e-12  # of a sum; below it a standard error is rounding


class _Stratum(NamedTuple):
    """One stratum: its units, mean [column], squared error [column], and those of each draw.

    Args:
        units: [unit, column].
        drawn: [draw, column] drawn means, less the mean.
    """

    units: np.ndarray
    mean: np.ndarray
    squared: np.ndarray
    drawn: np.ndarray
    drawn_squared: np.ndarray

    @property
    def size(self) -> int:
        """How many units it has."""
        return len(self.units)


def stratified_intervals(
    values: np.ndarray, strata: np.ndarray, weights: np.ndarray, seed: int, draws: int = DRAWS
) -> tuple[np.ndarray, np.ndarray]:
    """Weighted sums of the means of strata, with studentised bootstrap intervals.

    Units are drawn within their stratum, and every draw is divided by its own standard error
    (bootstrap-t). Of few values the interval is that of a t distribution with Satterthwaite's
    degrees of freedom; for a single stratum it is Student's, or Hall's for skewed values where
    that is wider, as in `mean_interval`.

    Args:
        values: [unit, column]; each column is treated on its own, with the same draws.
        strata: [unit] number of its stratum, from 0.
        weights: [sum, stratum]; a sum rests on the strata whose weight is not 0.
        seed: of the draws; each stratum has its own stream, so that the interval of one mean
            does not depend on the other strata.

    Returns:
        [sum, column] weighted sums, and [sum, column, 2] their bounds at 95%. NaN where a sum
        rests on a stratum without units; the bounds also where one has a single unit, or where
        no stratum of the sum varies.

    Source: Efron and Tibshirani 1993, section 12.5; Satterthwaite 1946; Hall 1992, On the removal
        of skewness by transformation.
    """
    import numpy as np

    found = [
        _stratum(values[strata == number], np.random.default_rng([seed, number]), draws)
        for number in range(weights.shape[1])
    ]
    sums = np.empty((len(weights), values.shape[1]))
    bounds = np.empty((*sums.shape, 2))
    for row, weight in enumerate(weights):
        parts = [(float(one), part) for one, part in zip(weight, found, strict=True) if one]
        sums[row] = np.sum([one * part.mean for one, part in parts], axis=0)
        bounds[row] = _bounds(parts, sums[row], values.shape[1])
    return sums, bounds


def _stratum(units: np.ndarray, generator: np.random.Generator, draws: int) -> _Stratum:
    import numpy as np

    size, columns = units.shape
    if size < 2:
        nothing = np.full(columns, np.nan)
        mean = units[0] if size else nothing
        return _Stratum(units, mean, nothing, nothing[None], nothing[None])
    mean = units.mean(axis=0)
    rest = units - mean
    # How often each unit is drawn: means and squares of all columns are then two products.
    times = generator.multinomial(size, np.full(size, 1 / size), size=draws) / size
    drawn = times @ rest
    squared = np.maximum(times @ rest**2 - drawn**2, 0.0) / (size - 1)
    return _Stratum(units, mean, rest.var(axis=0) / (size - 1), drawn, squared)


def _bounds(parts: list[tuple[float, _Stratum]], sums: np.ndarray, columns: int) -> np.ndarray:
    import numpy as np
    from scipy.stats import t

    if any(part.size < 2 for _, part in parts):
        return np.full((columns, 2), np.nan)
    squared = np.array([one**2 * part.squared for one, part in parts])  # [stratum, column]
    error = np.sqrt(squared.sum(axis=0))
    sizes = np.array([part.size for _, part in parts])
    tail = (1 - CONFIDENCE) / 2
    drawn = np.sum([one * part.drawn for one, part in parts], axis=0)  # [draw, column]
    drawn_error = np.sqrt(np.sum([one**2 * part.drawn_squared for one, part in parts], axis=0))
    bounds = np.stack([sums, sums], axis=1)
    varying = error > _LEAST_ERROR * np.maximum(1.0, np.abs(sums))
    bounds[~varying] = np.nan
    for column in np.flatnonzero(varying):
        varies = drawn_error[:, column] > _LEAST_ERROR * max(1.0, abs(sums[column]))
        if sizes.sum() < FEW_VALUES or varies.mean() < 1 - _CONSTANT_DRAWS:
            each = squared[:, column]
            freedom = each.sum() ** 2 / (each**2 / (sizes - 1)).sum()
            high = float(t.ppf(1 - tail, freedom))
            low = -high
            if len(parts) == 1:  # in a sum of strata much of the skewness is gone
                ((weight, part),) = parts
                skewed = skewed_ends(weight * part.units[:, column])
                low, high = min(low, skewed[0]), max(high, skewed[1])
        else:
            studentised = drawn[varies, column] / drawn_error[varies, column]
            low, high = np.quantile(studentised, [tail, 1 - tail])
        bounds[column] -= np.array([high, low]) * error[column]
    return bounds

"""Intervals and tests of shares whose units are judged in part: each is a number from 0 to 1."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from engine.statistics.intervals import CONFIDENCE
from engine.statistics.significance import mcnemar_test

if TYPE_CHECKING:
    import numpy as np

# Units with the largest possible variance that steady the variance of few units.
_STEADYING = 2
FEW_UNITS = 40
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
    from scipy.stats import norm, t

    size = len(values)
    if not size:
        return None
    mean = min(1.0, max(0.0, float(values.mean())))
    if size < 2 or ((values == 0) | (values == 1)).all() or float(np.ptp(values)) < _SAME:
        return _of_units(mean, size, size < FEW_UNITS)
    largest = mean * (1 - mean)
    variance = (size - 1) * float(values.var(ddof=1)) + _STEADYING * largest
    variance /= size - 1 + _STEADYING
    tail = (1 + CONFIDENCE) / 2
    wider = float(norm.ppf(tail) / t.ppf(tail, _freedom(values))) ** 2
    effective = size * max(1.0, wider * largest / variance)
    return _of_units(mean, effective, size < FEW_UNITS)


def _freedom(values: np.ndarray) -> int:
    """Degrees of freedom of the variance: where nearly all units are 0, the few others decide."""
    import numpy as np

    fewer = min(int((values > _SAME).sum()), int((values < 1 - _SAME).sum()))
    return int(np.clip(fewer - 1, _LEAST_FREEDOM, len(values) - 1))


def interval_of_units(mean: float, units: float) -> tuple[float, float]:
    """Interval of a share of so many yes-or-no units, which need not be whole.

    Args:
        mean: 0 to 1.
        units: above 0.

    Returns:
        (low, high) at 95%: exact of few units, otherwise Wilson's.
    """
    return _of_units(mean, units, units < FEW_UNITS)


def _of_units(mean: float, units: float, exact: bool) -> tuple[float, float]:
    from scipy.stats import chi2
    from statsmodels.stats.proportion import proportion_confint

    found = mean * units
    method = "beta" if exact else "wilson"
    low, high = map(float, proportion_confint(found, units, 1 - CONFIDENCE, method))
    if not exact:
        if 0 < found <= _SMALL_COUNT:
            low = min(low, float(chi2.ppf(1 - CONFIDENCE, 2 * found)) / 2 / units)
        if 0 < units - found <= _SMALL_COUNT:
            high = max(high, 1 - float(chi2.ppf(1 - CONFIDENCE, 2 * (units - found))) / 2 / units)
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
    """Two-sided p that the shares of two sets of units are equal.

    Args:
        inside: [unit], 0 to 1.
        outside: [other unit].

    Returns:
        Fisher's exact p where every unit is 0 or 1, otherwise that of the Mann-Whitney test; None
        where a set has no unit.
    """
    import numpy as np
    from scipy.stats import fisher_exact, mannwhitneyu

    if not len(inside) or not len(outside):
        return None
    both = np.concatenate([inside, outside])
    if float(np.ptp(both)) < _SAME:
        return 1.0
    if np.isin(both, (0.0, 1.0)).all():
        table = [[int(part.sum()), int(len(part) - part.sum())] for part in (inside, outside)]
        return float(fisher_exact(table).pvalue)
    return float(mannwhitneyu(inside, outside, method="asymptotic").pvalue)

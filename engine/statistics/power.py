"""Smallest differences that a test of some size would detect with a power of 80%.

Reported beside every result that is not significant: a test that could not have seen a
difference does not show that there is none.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

from engine.statistics.intervals import CONFIDENCE, Bounds

POWER = 0.8
_LEVEL = 1 - CONFIDENCE


def detectable_share(trials: int) -> float | None:
    """Smallest share above one half that the exact two-sided binomial test would detect.

    Args:
        trials: without ties.

    Returns:
        Between 0.5 and 1; its distance below one half is detected as well. None where the test
        cannot reach significance, see `least_trials`.
    """
    from scipy.optimize import brentq
    from scipy.stats import binom

    least = int(binom.isf(_LEVEL / 2, trials, 0.5)) + 1
    if least > trials or 2 * binom.sf(least - 1, trials, 0.5) > _LEVEL:
        return None

    def lacking(share: float) -> float:
        above = binom.sf(least - 1, trials, share) + binom.cdf(trials - least, trials, share)
        return float(above) - POWER

    return float(brentq(lacking, 0.5, 1.0))


def detectable_turned(cases: int) -> float | None:
    """Smallest share of paired answers, all turned one way, that McNemar's exact test detects.

    Where answers turn both ways it takes a larger change.

    Args:
        cases: pairs of answers.

    Returns:
        Between 0 and 1; None where not even all of them would be enough.
    """
    from scipy.optimize import brentq
    from scipy.stats import binom

    least = least_trials()
    if cases < least:
        return None
    return float(brentq(lambda share: binom.sf(least - 1, cases, share) - POWER, 0.0, 1.0))


def least_trials() -> int:
    """Number of trials from which the exact two-sided binomial test can be significant."""
    return next(trials for trials in range(1, 100) if 2 * 0.5**trials <= _LEVEL)


@cache
def detectable_cohen(first: int, second: int) -> float | None:
    """Smallest Cohen's delta of two groups that a two-sided t-test would detect.

    Args:
        first: cases of the first group.
        second: cases of the second group.

    Returns:
        In within-group standard deviations; None below three cases or with an empty group.
    """
    from statsmodels.stats.power import TTestIndPower

    if min(first, second) < 1 or first + second < 3:
        return None
    found = TTestIndPower().solve_power(
        nobs1=first, ratio=second / first, alpha=_LEVEL, power=POWER
    )
    return _number(found)


def detectable_mean(deviation: float, cases: int) -> float | None:
    """Smallest mean (or mean difference of pairs) that a two-sided t-test would detect.

    Args:
        deviation: sample standard deviation of the values (or differences).
        cases: values.

    Returns:
        In the unit of `deviation`; None below two cases.
    """
    from statsmodels.stats.power import TTestPower

    if cases < 2:
        return None
    return deviation * _number(TTestPower().solve_power(nobs=cases, alpha=_LEVEL, power=POWER))


def needed_cases(mean: float, deviation: float, family: int = 1) -> int | None:
    """How many values a two-sided t-test would need to find a mean of this size.

    Args:
        mean: of the values (or differences of pairs).
        deviation: their sample standard deviation, in the same unit.
        family: as for `detectable_difference`.

    Returns:
        Values that find it with 80% power, at least 2; None where the mean is 0.

    Source: Guenther 1981.
    """
    from scipy.stats import norm

    if not mean:
        return None
    end = float(norm.ppf(1 - _LEVEL / 2 / family))
    needed = (_needed(family) * deviation / mean) ** 2 + end**2 / 2
    return max(2, math.ceil(needed)) if math.isfinite(needed) else None


def _number(solved: Any) -> float:
    """What statsmodels solves for: a number, or in some large samples an array of one."""
    import numpy as np

    return float(np.ravel(solved)[0])


def detectable_correlation(cases: int) -> float | None:
    """Smallest rank correlation that would be distinguished from 0.

    Returns:
        Between 0 and 1; None below four cases.

    Source: Fisher's z with the standard error of Bonett and Wright 2000 under independence.
    """
    if cases < 4:
        return None
    return math.tanh(_needed() / math.sqrt(cases - 3))


def detectable_kendall(cases: int) -> float | None:
    """Smallest Kendall's tau-b that would be distinguished from 0.

    Returns:
        Between 0 and 1; None below five cases.

    Source: Fieller, Hartley and Pearson 1957, Fisher's z of tau with the variance 0.437 / (n - 4).
    """
    if cases < 5:
        return None
    return math.tanh(_needed() * math.sqrt(0.437 / (cases - 4)))


def detectable_difference(low: float, high: float, *, family: int = 1) -> float:
    """Smallest difference that would be detected, from the width of a 95% interval.

    For figures without a formula of their own: the half width is 1.96 standard errors, and a
    difference of 2.80 of them is detected with 80% power.

    Args:
        low, high: of the interval.
        family: tests that are corrected together; the smallest p of them is compared with the level
            divided by their number (Holm's first step).
    """
    return detectable_by_error(_error(low, high), family)


def detectable_by_both(first: Bounds, second: Bounds) -> float:
    """Smallest difference that would be detected where each of two tests has to find its own.

    The difference that lies fewer standard errors from 0 decides. The other one is found in a
    known share of samples at the size that it has, so the first has to be found in more than 80%
    of them. Where the other is found more rarely than that, the wider interval tells.

    Args:
        first, second: 95% intervals of the two differences, in the same unit.
    """
    from scipy.stats import norm

    both = (first, second)
    errors = [_error(*bounds) for bounds in both]
    wider = detectable_by_error(max(errors))
    if not all(errors):
        return wider
    sizes = [abs(sum(bounds)) / 2 / error for bounds, error in zip(both, errors, strict=True)]
    other_power = float(norm.cdf(max(sizes) - _half_width()))
    if other_power <= POWER:
        return wider
    nearer = errors[sizes.index(min(sizes))]
    return min(wider, nearer * (_half_width() + float(norm.ppf(POWER / other_power))))


def detectable_by_error(error: float, family: int = 1, freedom: float = math.inf) -> float:
    """Smallest difference that would be detected, from its standard error; in the same unit.

    Args:
        error: standard error.
        family: as for `detectable_difference`.
        freedom: degrees of freedom of the error; infinite where it is known.
    """
    from scipy.stats import norm, t

    if math.isinf(freedom):
        return error * _needed(family)
    return error * float(t.ppf(1 - _LEVEL / 2 / family, freedom) + norm.ppf(POWER))


def _error(low: float, high: float) -> float:
    """Standard error of what has this 95% interval."""
    return (high - low) / 2 / _half_width()


@cache
def _half_width() -> float:
    """Standard errors in half of a 95% interval: 1.96."""
    from scipy.stats import norm

    return float(norm.ppf(1 - _LEVEL / 2))


@cache
def _needed(family: int = 1) -> float:
    """Standard errors that a detectable difference measures: 1.96 + 0.84 of a single test."""
    from scipy.stats import norm

    return float(norm.ppf(1 - _LEVEL / 2 / family) + norm.ppf(POWER))


def detectable_other_share(share: float, first: int, second: int) -> float | None:
    """Smallest distance from a share at which Fisher's exact test tells another share from it.

    Args:
        share: 0 to 1, of one set of units.
        first: units of one set.
        second: units of the other.

    Returns:
        The distance detected in 80% of samples at the level .05, two-sided, 0 to 1, in the
        direction that needs more of those in which there is one; None where no share is so far
        away, or a set has no unit.

    Source: Cohen 1988, section 6.3 (effect size h); correction of Fleiss, Tytun and Ury 1980.
    """
    from scipy.optimize import brentq

    if min(first, second) < 1:
        return None
    size, angle = 2 * first * second / (first + second), 2 * math.asin(math.sqrt(share))

    def lacking(distance: float, sign: int) -> float:
        other = 2 * math.asin(math.sqrt(min(1.0, max(0.0, share + sign * distance))))
        units = max(0.0, size - 2 / distance)  # an exact test needs 2 / distance units more
        return _needed() - abs(other - angle) * math.sqrt(units / 2)

    found = [
        float(brentq(lacking, 1e-9, most, args=(sign,)))
        for sign, most in ((1, 1 - share), (-1, share))
        if most > 0 and lacking(most, sign) < 0
    ]
    return max(found, default=None)

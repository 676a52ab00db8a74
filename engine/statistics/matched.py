"""Shares of some units against the rest, within the strata that hold both.

Prompts about many groups are made of the same templates, and a template says far more about a flag
than a group does. A test over pooled templates counts what varies between them as chance; within
templates it cancels.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

_STEPS = 60  # halves to sixths, tenths and twelfths are whole numbers of sixtieths
_ROUNDING = 1e-9


class MatchedShares(NamedTuple):
    """Some units beside the rest of their strata.

    Args:
        first, rest: mean of each, 0 to 1, over the strata that hold both, weighted as Mantel and
            Haenszel do; None where no stratum holds both.
        difference: `first` minus `rest`, -1 to 1; above 0 the units have the higher shares.
        p: two-sided; None where no stratum holds both.
        error: standard error of the difference if there is none.
        strata: those that hold both.
    """

    first: float | None
    rest: float | None
    difference: float | None
    p: float | None
    error: float | None
    strata: int


def matched_share_test(values: np.ndarray, first: np.ndarray, strata: np.ndarray) -> MatchedShares:
    """Test whether some units have other shares than the rest of their strata.

    The statistic is that of Cochran, Mantel and Haenszel: the sum over the units, less what is
    expected if the units of a stratum are exchangeable. Its whole permutation distribution within
    strata is computed, so p is exact for few units and for rare flags too. Shares other than 0
    and 1 are rounded to sixtieths for the test.

    Args:
        values: [unit] 0 to 1.
        first: [unit] bool, which of them are tested.
        strata: [unit] number of its stratum. With one stratum and shares of 0 and 1 it is Fisher's
            exact test, with p by the distance from the expected sum.

    Returns:
        `p` is the probability of a sum at least as far from the expected one as the observed sum.

    Source: Mantel and Haenszel 1959; Agresti 2013, sections 6.4.2 and 7.3.5.
    """
    import numpy as np

    steps = 1 if np.isin(values, (0.0, 1.0)).all() else _STEPS
    whole = np.rint(values * steps).astype(int)
    _, place = np.unique(strata, return_inverse=True)
    sizes, many = np.bincount(place), np.bincount(place[first], minlength=place.max(initial=-1) + 1)
    both = np.flatnonzero((many > 0) & (many < sizes))
    if not len(both):
        return MatchedShares(None, None, None, None, None, 0)
    totals, inside = np.bincount(place, whole), np.bincount(place[first], whole[first], len(sizes))
    observed, expected = float(inside[both].sum()), float((many * totals / sizes)[both].sum())
    ordered, starts = whole[np.argsort(place, kind="stable")], np.cumsum(sizes) - sizes
    distribution = np.ones(1)
    for number in both.tolist():
        units = ordered[starts[number] : starts[number] + sizes[number]]
        distribution = np.convolve(distribution, _sums(units, int(many[number])))
    sums = np.bincount(place, values)
    own = np.bincount(place[first], values[first], len(sizes))
    weights = (many * (sizes - many) / sizes)[both]
    variances = np.bincount(place, (values - (sums / sizes)[place]) ** 2)[both] / (sizes - 1)[both]
    means = (own / np.maximum(many, 1))[both], ((sums - own) / np.maximum(sizes - many, 1))[both]
    one, other = (float(np.average(part, weights=weights)) for part in means)
    distance = np.abs(np.arange(len(distribution)) - expected)
    extreme = distance >= abs(observed - expected) - _ROUNDING * max(1.0, expected)
    return MatchedShares(
        one,
        other,
        one - other,
        min(1.0, float(distribution[extreme].sum())),
        math.sqrt(float((weights * variances).sum())) / float(weights.sum()),
        len(both),
    )


def least_p(first: np.ndarray, strata: np.ndarray) -> float:
    """The smallest p that `matched_share_test` could give so many units, whatever their shares.

    It is that of all units of the kind at 1 and all of the rest at 0.

    Args:
        first: [unit] bool, which of them are tested.
        strata: [unit] number of its stratum.

    Returns:
        0 to 1; 1 where no stratum holds both.
    """
    import numpy as np

    ways, halved = 1, True
    for stratum in np.unique(strata[first]):
        inside = first[strata == stratum]
        size, many = len(inside), int(inside.sum())
        if many < size:
            ways *= math.comb(size, many)
            halved &= 2 * many == size  # the opposite result is then as far from the expected one
    return min(1.0, (1 + halved) / ways)


def _sums(units: np.ndarray, many: int) -> np.ndarray:
    """Distribution of the sum of some units of a stratum, each subset of that size being as likely.

    Args:
        units: [unit] whole numbers from 0.
        many: units of a subset.

    Returns:
        [sum] probabilities, from a sum of 0.
    """
    import numpy as np

    largest = int(units.max())
    if many == 1:
        return np.bincount(units, minlength=largest + 1) / len(units)
    if largest <= 1:
        from scipy.stats import hypergeom

        found: np.ndarray = hypergeom.pmf(np.arange(many + 1), len(units), units.sum(), many)
        return found
    # [units drawn so far, sum]: a unit is drawn with probability (still to draw) / (still there).
    table = np.zeros((many + 1, many * largest + 1))
    table[0, 0] = 1.0
    for place, unit in enumerate(units):
        chance = (many - np.arange(many + 1)).clip(0) / (len(units) - place)
        chance = chance.clip(max=1.0)[:, None]
        drawn = table * chance
        table = table * (1 - chance)
        table[1:, unit:] += drawn[:-1, : table.shape[1] - unit]
    return table[many]

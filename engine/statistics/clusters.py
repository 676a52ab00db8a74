"""Shares and means of units that come in clusters, as pairs of sentences that swap the same words.

What is said is about other clusters of this kind, so clusters are what an interval and a test rest
on. Where every unit is a cluster of its own, both are those of independent units. Below
`FEWEST_CLUSTERS` there is no interval, and no test can find anything.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from engine.statistics.clustered_means import clustered_contrast
from engine.statistics.intervals import (
    CONFIDENCE,
    DRAWS,
    FEW_VALUES,
    alike,
    mean_interval,
    studentised_ratio,
)
from engine.statistics.shares import (
    FEWEST_CLUSTERS,
    alike_share_interval,
    paired_share_test,
    ratio_share_interval,
    share_difference_interval,
    share_interval,
    wilson_of_units,
)

if TYPE_CHECKING:
    import numpy as np

_SAME = 1e-9  # what differs by less is the same number, reached by another sum


def numbered(clusters: Iterable[Hashable]) -> np.ndarray:
    """[unit] number of its cluster, from 0 in the order of their first units."""
    import numpy as np

    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(one, len(numbers)) for one in clusters], int)


def too_few_clusters(clusters: np.ndarray) -> bool:
    """Whether units that share clusters have too few of them for an interval.

    Args:
        clusters: [unit] number of its cluster.
    """
    import numpy as np

    number = len(np.unique(clusters))
    return number < FEWEST_CLUSTERS and number < len(clusters)


def cluster_parts(values: np.ndarray, clusters: np.ndarray) -> np.ndarray:
    """What each cluster gives to a mean over units: parts that have the same mean.

    A large cluster gives more than a small one, so that parts are as many independent values.

    Args:
        values: [..., unit].
        clusters: [unit] number of its cluster.

    Returns:
        [..., cluster] sums over its units, times the number of clusters by that of units.
    """
    import numpy as np

    _, sizes = np.unique(clusters, return_counts=True)
    starts = np.cumsum(sizes) - sizes
    sums = np.add.reduceat(values[..., np.argsort(clusters, kind="stable")], starts, axis=-1)
    parts: np.ndarray = sums * (len(sizes) / len(clusters))
    return parts


def effective_units(values: np.ndarray, clusters: np.ndarray) -> float:
    """How many independent yes-or-no units would say as much about their share as these.

    The variance of the share is that of its clusters. The number is at most that of the
    units, and at least that of equally large clusters that are each of one kind.

    Args:
        values: [unit] 0 to 1.
        clusters: [unit] number of its cluster.

    Returns:
        Above 0; of units that are all alike, the number of clusters, since the units of one may be
        alike for that reason alone.

    Source: Korn and Graubard 1998; the standard error is that of Bell and McCaffrey 2002.
    """
    import numpy as np

    names, place = np.unique(clusters, return_inverse=True)
    count, share = len(names), float(values.mean())
    if count == len(values) or not _SAME < share < 1 - _SAME:
        return float(count)
    return independent_units(values, place, share * (1 - share)).units


class Units(NamedTuple):
    """How many independent units would say as much, and the freedom of what that is known by."""

    units: float
    freedom: float

    @property
    def by_t(self) -> float:
        """So many fewer that the normal distribution reaches as far as Student's t does."""
        from scipy.stats import norm, t

        tail = (1 + CONFIDENCE) / 2
        return self.units * float(norm.ppf(tail) / t.ppf(tail, self.freedom)) ** 2


def independent_units(values: np.ndarray, place: np.ndarray, variance: float) -> Units:
    """How many independent units would say as much about a mean as units that come in clusters.

    Args:
        values: [unit] whose mean it is.
        place: [unit] number of its cluster, from 0 without a gap; fewer than units.
        variance: of a single unit.

    Source: Korn and Graubard 1998; the standard error is that of Bell and McCaffrey 2002.
    """
    import numpy as np

    size, sizes = len(values), np.bincount(place)
    contrast = clustered_contrast(np.zeros(size, int), place)
    if contrast is None:
        return Units(float(len(sizes)), len(sizes) - 1.0)
    squared = float((contrast.parts(values) ** 2).sum())  # standard error
    least = size**2 / float((sizes**2).sum())
    units = size if squared < _SAME else min(size, max(least, variance / squared))
    return Units(float(units), contrast.freedom)


def clustered_share_interval(
    values: np.ndarray, clusters: np.ndarray
) -> tuple[float, float] | None:
    """Interval of the mean of shares of units that come in clusters.

    It is Wilson's interval of the number of independent units that would say as much
    (`effective_units`), with Student's t of the degrees of freedom of their standard error, which
    are the fewer the more of the units a few clusters hold, and never narrower than that of
    independent units.

    Args:
        values: [unit] 0 to 1.
        clusters: [unit] number of its cluster.

    Returns:
        (low, high) at 95%; None without units, and where units share fewer than
        `FEWEST_CLUSTERS` clusters.

    Source: Korn and Graubard 1998; Bell and McCaffrey 2002.
    """
    import numpy as np

    _, place = np.unique(clusters, return_inverse=True)
    count = int(place.max(initial=-1)) + 1
    alone = share_interval(values)
    if alone is None or too_few_clusters(clusters):
        return None
    if count == len(values):
        return alone
    share = float(values.mean())
    if not _SAME < share < 1 - _SAME:
        return alike_share_interval(share, count)
    units = independent_units(values, place, share * (1 - share))
    low, high = wilson_of_units(share, units.by_t)
    return min(low, alone[0]), max(high, alone[1])


def clustered_ratio_interval(
    numerators: Sequence[float], denominators: Sequence[float], clusters: np.ndarray, seed: int
) -> tuple[float, float] | None:
    """Interval of a share of the parts of units that come in clusters: of tokens of pairs.

    It is `ratio_share_interval` with the parts of a cluster taken together.

    Args:
        numerators: [unit] parts that count.
        denominators: [unit] all parts; units without any say nothing.
        clusters: [unit] number of its cluster.
        seed: of the bootstrap.

    Returns:
        (low, high) at 95% within 0 and 1; None below two clusters, and where units share fewer than
        `FEWEST_CLUSTERS`.

    Source: Efron and Tibshirani 1993, section 12.5; Korn and Graubard 1998.
    """
    import numpy as np

    there = np.asarray(denominators, float) > 0
    _, place = np.unique(np.asarray(clusters)[there], return_inverse=True)
    if too_few_clusters(place):
        return None
    sums = [
        np.bincount(place, np.asarray(part, float)[there]) for part in (numerators, denominators)
    ]
    return ratio_share_interval(sums[0].tolist(), sums[1].tolist(), seed)


def clustered_mean_interval(
    values: Sequence[float], clusters: np.ndarray, seed: int
) -> tuple[float, float] | None:
    """Interval of a mean over units that come in clusters: the studentised bootstrap of clusters.

    Of fewer than `FEW_VALUES` clusters it reaches on each side at least as far as Student's t.

    Args:
        values: [unit].
        clusters: [unit] number of its cluster.
        seed: of the bootstrap.

    Returns:
        (low, high) at 95%; None below two clusters, where units share fewer than
        `FEWEST_CLUSTERS`, and where all clusters have the same mean.

    Source: Efron and Tibshirani 1993, section 12.5.
    """
    import numpy as np
    from scipy.stats import t

    _, place, sizes = np.unique(clusters, return_inverse=True, return_counts=True)
    count = len(sizes)
    if count == len(values):
        return mean_interval(values, seed)
    sums = np.bincount(place, np.asarray(values, float))
    if count < 2 or too_few_clusters(clusters) or alike(sums, sizes):
        return None
    mean, error, ends = studentised_ratio(sums, sizes.astype(float), seed, DRAWS)
    reach = float(t.ppf((1 + CONFIDENCE) / 2, count - 1))
    low, high = ends or (-reach, reach)
    if count < FEW_VALUES:
        low, high = min(low, -reach), max(high, reach)
    return mean - high * error, mean - low * error


def clustered_change_interval(
    differences: np.ndarray, clusters: np.ndarray, seed: int
) -> tuple[float, float] | None:
    """Interval of the mean difference of paired shares of units that come in clusters.

    Args:
        differences: [unit] -1 to 1.
        clusters: [unit] number of its cluster.
        seed: of the bootstrap.

    Returns:
        (low, high) at 95% within -1 and 1, that of `share_difference_interval` where all clusters
        differ alike; None below two units, and where units share fewer than `FEWEST_CLUSTERS`
        clusters.
    """
    import numpy as np

    if len(differences) < 2 or too_few_clusters(clusters):
        return None
    bounds = clustered_mean_interval(differences.tolist(), clusters, seed)
    if bounds is None:
        _, place, sizes = np.unique(clusters, return_inverse=True, return_counts=True)
        return share_difference_interval(np.bincount(place, differences) / sizes)
    return max(-1.0, bounds[0]), min(1.0, bounds[1])


def sign_flip_test(signs: Sequence[int], clusters: np.ndarray) -> float | None:
    """Two-sided p that units of two kinds are as many in other clusters, by cluster.

    Every cluster's sum of signs may as well have had the other sign: p is the share of all ways to
    turn clusters whose total is at least as far from 0. Of clusters of one unit it is the exact
    binomial test against one half, and of changes McNemar's exact test. It is never below these
    tests of the units: clusters that happen to be balanced are no further units.

    Args:
        signs: [unit] 1 for one kind, -1 for the other, 0 for neither.
        clusters: [unit] number of its cluster.

    Returns:
        p; None where every unit is of neither kind. Below `FEWEST_CLUSTERS` clusters it is never
        below .05.

    Source: Fisher 1935, section 21; Canay, Romano and Shaikh 2017 for clusters.
    """
    import numpy as np
    from scipy.stats import binom

    from engine.statistics.significance import binomial_test

    each = np.asarray(signs, int)
    by_unit = binomial_test(int((each > 0).sum()), int((each != 0).sum()))
    if by_unit is None:
        return None
    _, place = np.unique(clusters, return_inverse=True)
    sums = np.abs(np.bincount(place, each).astype(int))
    total = abs(int(each.sum()))
    if total == 0:
        return 1.0
    # Sums of 1, by far the most, are binomial together; only larger ones are added one by one.
    ones, larger = int((sums == 1).sum()), sums[sums > 1]
    most = int(larger.sum())
    chances = np.zeros(2 * most + 1)  # of each total of the larger ones, from -most to most
    chances[most] = 1.0
    for part in larger:
        chances = (np.roll(chances, part) + np.roll(chances, -part)) / 2
    needed = np.ceil((total - np.arange(-most, most + 1) + ones) / 2)  # ones that are positive
    upward = float(chances @ binom.sf(needed - 1, ones, 0.5))
    return max(by_unit, min(1.0, 2 * upward))


def clustered_share_difference(
    differences: np.ndarray, clusters: np.ndarray
) -> tuple[float | None, tuple[float, float] | None]:
    """Test and interval of the mean difference of paired shares of units that come in clusters.

    The test turns the signs of whole clusters, and the interval is that of what clusters give to
    the mean. Neither is clearer than that of independent units: balanced clusters are no further
    units.

    Args:
        differences: [unit] -1 to 1.
        clusters: [unit] number of its cluster.

    Returns:
        Two-sided p, 1 where no unit differs, and None below two clusters where units are not yes or
        no; (low, high) at 95% within -1 and 1, None where units share fewer than `FEWEST_CLUSTERS`.

    Source: Fisher 1935, section 21; Bonett and Price 2012.
    """
    import numpy as np

    from engine.statistics.significance import paired_difference_test

    parts = cluster_parts(differences, clusters)
    p = paired_difference_test(parts)
    if differences.any() and np.isin(differences, (-1.0, 0.0, 1.0)).all():
        p = sign_flip_test(differences.astype(int).tolist(), clusters)
    by_unit = paired_share_test(differences, 0 * differences)
    if p is not None and by_unit is not None:
        p = max(p, by_unit)
    bounds, alone = (share_difference_interval(one) for one in (parts, differences))
    if bounds is None or alone is None or too_few_clusters(clusters):
        return p, None
    return p, (min(bounds[0], alone[0]), max(bounds[1], alone[1]))

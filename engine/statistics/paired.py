"""Every two contestants, tested on the same units: of their means, or of distances from neutral.

Two means differ in their distance from a neutral value m only if they differ, and if one also
differs from the other mirrored at m: | |x| - |y| | = min(|x - y|, |x + y|) for x and y less m. Both
are tested, and the larger p is that of the distances. Turning each contestant to the side of its
own mean and testing the difference takes the side for known: of two variants of one model that are
equally far on opposite sides, a difference would be found in 38% of samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.statistics.clusters import cluster_parts, clustered_share_difference
from engine.statistics.crossed import crossed_difference_test
from engine.statistics.intervals import DRAWS, Bounds, mean_intervals
from engine.statistics.power import detectable_by_both
from engine.statistics.shares import paired_share_test, share_difference_interval
from engine.statistics.significance import EVERY_SIGN, holm, paired_difference_tests

if TYPE_CHECKING:
    import numpy as np

Crossed = tuple["np.ndarray", "np.ndarray"]

_TOGETHER = 4_000_000  # differences that are kept at a time
_HALF = 0.5  # mirrored at which shares are shares


class Alike(NamedTuple):
    """Which units are alike; neither where all are independent.

    Args:
        crossed: row and column of each unit.
        clusters: [unit] number of its cluster.
    """

    crossed: Crossed | None = None
    clusters: np.ndarray | None = None

    @property
    def independent(self) -> bool:
        """Whether no unit is like another."""
        return self.crossed is None and self.clusters is None


class _Test(NamedTuple):
    """Two-sided p of a difference of means, and its 95% interval.

    Args:
        detectable: of distances alone: the smallest difference of theirs that would be detected.
    """

    p: float | None
    bounds: Bounds | None
    detectable: float | None = None


def paired_tests(
    values: np.ndarray,
    shares: bool = True,
    seed: int = 0,
    draws: int = DRAWS,
    crossed: Crossed | None = None,
    neutral: float | None = None,
    clusters: np.ndarray | None = None,
) -> list[dict[str, Any]]:
    """Every two contestants, by their position, with the test of their difference.

    Args:
        values: [contestant, unit].
        shares: whether all are shares from 0 to 1, for which there are sharper tests; other
            numbers get `paired_difference_tests` and the interval of a mean.
        seed: of the bootstrap of the intervals of numbers that are no shares.
        crossed: row and column of each unit, where units of one row, and of one column, are alike.
        neutral: mean from which distances are compared, in the unit of the values; None to compare
            the means themselves.
        clusters: [unit] number of its cluster, where units of one cluster are alike; not with
            `crossed`.

    Returns:
        `first`, `second`, `difference` (second minus first; of distances where there is a neutral
        value), `interval` (95%), `p` (two-sided) and `p_holm`. Of distances also `detectable`, the
        smallest difference that both of their tests find with 80% power, uncorrected.
    """
    pairs = list(combinations(range(len(values)), 2))
    alike = Alike(crossed, clusters)
    tests = _tests(values, values, pairs, shares, seed, draws, alike)
    if neutral is not None:
        still = shares and neutral == _HALF
        mirrored = _tests(values, 2 * neutral - values, pairs, still, seed, draws, alike)
        tests = [_of_distances(*both) for both in zip(tests, mirrored, strict=True)]
    corrected = holm([test.p for test in tests])
    found: list[dict[str, Any]] = []
    for (first, second), test, p_holm in zip(pairs, tests, corrected, strict=True):
        entry: dict[str, Any] = {
            "first": first,
            "second": second,
            "difference": _difference(values[first], values[second], neutral),
            "interval": None if test.bounds is None else list(test.bounds),
            "p": test.p,
            "p_holm": p_holm,
        }
        if neutral is not None:
            entry["detectable"] = test.detectable
        found.append(entry)
    return found


def name_of_test(
    differences: np.ndarray,
    shares: bool = True,
    crossed: bool = False,
    neutral: float | None = None,
    clusters: np.ndarray | None = None,
) -> str:
    """Name of the test that `paired_tests` makes of these differences.

    Args:
        differences: [unit], second minus first.
        shares, neutral, clusters: as for `paired_tests`.
        crossed: whether units are.
    """
    names = _names(differences, shares, crossed, clusters)
    if neutral is not None:
        # Of yes-or-no units, mirrored at another value than one half, sums are no yes or no.
        of_sums = _names(differences, shares and neutral == _HALF, crossed, clusters)
        names = list(dict.fromkeys([*names, *of_sums]))
    text = " or ".join(names)
    if neutral is not None:
        return f"{text} of difference and mirrored difference, the largest p"
    return f"{text}, the larger p" if len(names) > 1 else text


def distance_interval(difference: Bounds, mirrored: Bounds) -> Bounds:
    """Interval of how much further y lies from the neutral value m than x does.

    |y - m| - |x - m| has the size of the smaller of y - x and x + y - 2m, and the sign of their
    product, so its ends lie at corners of the box of both intervals. Of two 95% intervals it
    contains the truth in 95% of samples or more: it misses on one side only if both do, and on the
    other if either does.

    Args:
        difference: of y - x.
        mirrored: of (2m - y) - x.

    Returns:
        (low, high).
    """
    corners = [_further(u, -v) for u, v in product(difference, mirrored)]
    return min(corners), max(corners)


def _difference(first: np.ndarray, second: np.ndarray, neutral: float | None) -> float:
    """Mean of the second less that of the first, or the same of their distances."""
    if neutral is None:
        return float((second - first).mean())
    return float(abs(second.mean() - neutral) - abs(first.mean() - neutral))


def _further(difference: float, total: float) -> float:
    """|y| - |x| from y - x and x + y."""
    return (abs(total + difference) - abs(total - difference)) / 2


def _of_distances(plain: _Test, mirrored: _Test) -> _Test:
    """The test of distances from those of a difference and of a mirrored one."""
    p = None if plain.p is None or mirrored.p is None else max(plain.p, mirrored.p)
    if plain.bounds is None or mirrored.bounds is None:
        return _Test(p, None)
    least = detectable_by_both(plain.bounds, mirrored.bounds)
    return _Test(p, distance_interval(plain.bounds, mirrored.bounds), least)


def _tests(
    values: np.ndarray,
    others: np.ndarray,
    pairs: Sequence[tuple[int, int]],
    shares: bool,
    seed: int,
    draws: int,
    alike: Alike,
) -> list[_Test]:
    """Tests of `others` of the second contestants less `values` of the first ones."""
    step = max(1, _TOGETHER // max(1, values.shape[1]))
    found: list[_Test] = []
    for start in range(0, len(pairs), step):
        part = pairs[start : start + step]
        differences = others[[second for _, second in part]] - values[[first for first, _ in part]]
        if alike.crossed is not None:
            found += [_crossed_test(one, alike.crossed, shares) for one in differences]
        elif shares and alike.clusters is not None:
            found += [
                _Test(*clustered_share_difference(one, alike.clusters)) for one in differences
            ]
        elif shares:
            found += [_share_test(one) for one in differences]
        else:
            if alike.clusters is not None:
                differences = cluster_parts(differences, alike.clusters)
            bounds = mean_intervals(differences, seed, draws)
            p_values = paired_difference_tests(differences)
            found += [_Test(*test) for test in zip(p_values, bounds, strict=True)]
    return found


def _share_test(differences: np.ndarray) -> _Test:
    p = paired_share_test(differences, 0 * differences)
    return _Test(p, share_difference_interval(differences))


def _crossed_test(differences: np.ndarray, crossed: Crossed, shares: bool) -> _Test:
    p, bounds = crossed_difference_test(differences, *crossed)
    if p is None or not shares or not _yes_or_no(differences):
        return _Test(p, bounds)
    # Where hardly any unit differs, their number says more than how they are clustered.
    alone = _share_test(differences)
    return _Test(max(p, alone.p or 0.0), _wider(bounds, alone.bounds))


def _names(
    differences: np.ndarray, shares: bool, crossed: bool, clusters: np.ndarray | None
) -> list[str]:
    """The tests of one difference."""
    binary = shares and _yes_or_no(differences)
    by_number = ["exact McNemar test"] if binary else []
    if crossed:
        return ["paired t-test, clustered both ways", *by_number]
    if clusters is not None:
        few = len(set(clusters.tolist())) <= EVERY_SIGN
        by_signs = "exact permutation test of signs" if few else "paired t-test"
        return [f"{'exact McNemar test' if binary else by_signs} by cluster"]
    if binary:
        return by_number
    exact = not shares and len(differences) <= EVERY_SIGN
    return ["exact permutation test of signs" if exact else "paired t-test"]


def _wider(first: Bounds | None, second: Bounds | None) -> Bounds | None:
    """The lower and the upper end of two intervals."""
    if first is None or second is None:
        return first or second
    return min(first[0], second[0]), max(first[1], second[1])


def _yes_or_no(differences: np.ndarray) -> bool:
    """Whether both of every unit were 0 or 1."""
    import numpy as np

    return bool(np.isin(differences, (-1.0, 0.0, 1.0)).all())

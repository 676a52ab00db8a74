"""Contestants in order, with what the order is worth: paired tests, ranks, their intervals, tiers.

All were measured on the same units, and a lower mean is the better one. Two of them are put in
order only where Holm-corrected paired tests say that they differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from engine.statistics.crossed import crossed_difference_test
from engine.statistics.intervals import CONFIDENCE, DRAWS, mean_intervals
from engine.statistics.shares import paired_share_test, share_difference_interval
from engine.statistics.significance import EVERY_SIGN, LEVEL, holm, paired_difference_test

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np


TIE_BAND = 1e-6  # means that differ by less share a rank
_TOGETHER = 4_000_000  # differences that are kept at a time


def paired_tests(
    values: np.ndarray,
    shares: bool = True,
    seed: int = 0,
    draws: int = DRAWS,
    crossed: tuple[np.ndarray, np.ndarray] | None = None,
) -> list[dict[str, Any]]:
    """Every two contestants, by their position, with the test of their difference.

    Args:
        values: [contestant, unit].
        shares: whether all are shares from 0 to 1, for which there are sharper tests; other
            numbers get `paired_difference_test` and the interval of a mean.
        seed: of the bootstrap of the intervals of numbers that are no shares.
        crossed: row and column of each unit, where units of one row, and of one column, are alike.

    Returns:
        `first`, `second`, `difference` (second minus first), `interval`, `p` and `p_holm`.
    """
    found: list[dict[str, Any]] = []
    pairs = list(combinations(range(len(values)), 2))
    independent = crossed is None and not shares
    intervals = _mean_intervals(values, pairs, seed, draws) if independent else []
    for place, (first, second) in enumerate(pairs):
        differences = values[second] - values[first]
        p: float | None
        bounds: tuple[float, float] | None
        if crossed is not None:
            p, bounds = crossed_difference_test(differences, *crossed)
            if p is not None and shares and _yes_or_no(differences):
                # Where hardly any unit differs, their number says more than how they are clustered.
                p = max(p, paired_share_test(values[second], values[first]) or 0.0)
                bounds = _wider(bounds, share_difference_interval(differences))
        elif shares:
            p = paired_share_test(values[second], values[first])
            bounds = share_difference_interval(differences)
        else:
            p, bounds = paired_difference_test(differences), intervals[place]
        found.append(
            {
                "first": first,
                "second": second,
                "difference": float(differences.mean()),
                "interval": None if bounds is None else list(bounds),
                "p": p,
            }
        )
    for entry, corrected in zip(found, holm([entry["p"] for entry in found]), strict=True):
        entry["p_holm"] = corrected
    return found


def _mean_intervals(
    values: np.ndarray, pairs: Sequence[tuple[int, int]], seed: int, draws: int
) -> list[tuple[float, float] | None]:
    """Intervals of the differences of pairs, as many at a time as fit in memory."""
    step = max(1, _TOGETHER // max(1, values.shape[1]))
    found: list[tuple[float, float] | None] = []
    for start in range(0, len(pairs), step):
        part = pairs[start : start + step]
        differences = values[[one for _, one in part]] - values[[one for one, _ in part]]
        found += mean_intervals(differences, seed, draws)
    return found


def name_of_test(differences: np.ndarray, shares: bool = True, crossed: bool = False) -> str:
    """Name of the test that `paired_tests` makes of these differences.

    Args:
        differences: [unit], second minus first.
        shares: as for `paired_tests`.
        crossed: whether units are.
    """
    binary = shares and _yes_or_no(differences)
    if crossed:
        clustered = "paired t-test, clustered both ways"
        return f"{clustered}, or exact McNemar test, the larger p" if binary else clustered
    if binary:
        return "exact McNemar test"
    if shares or len(differences) > EVERY_SIGN:
        return "paired t-test"
    return "exact permutation test of signs"


def _wider(
    first: tuple[float, float] | None, second: tuple[float, float] | None
) -> tuple[float, float] | None:
    """The lower and the upper end of two intervals."""
    if first is None or second is None:
        return first or second
    return min(first[0], second[0]), max(first[1], second[1])


def _yes_or_no(differences: np.ndarray) -> bool:
    """Whether both of every unit were 0 or 1."""
    import numpy as np

    return bool(np.isin(differences, (-1.0, 0.0, 1.0)).all())


def ranks_of(means: Sequence[float]) -> list[int]:
    """Rank of each of the means, which are in order; those near the first of a rank share it."""
    found: list[int] = []
    start = 0
    for row, mean in enumerate(means):
        if mean - means[start] > TIE_BAND:
            start = row
        found.append(start + 1)
    return found


def intervals_of_ranks(
    values: np.ndarray, pairs: Sequence[Mapping[str, Any]], seed: int, draws: int
) -> list[tuple[int, int]]:
    """Interval of the rank of each contestant; only what the tests distinguish is in order.

    Args:
        values: [contestant, unit].
        pairs: from `paired_tests`.
        seed: of the bootstrap.
    """
    return rank_intervals(values, seed, draws, distinguished(len(values), pairs))


def distinguished(many: int, pairs: Sequence[Mapping[str, Any]]) -> np.ndarray:
    """[contestant, other] bool: which contestants the corrected tests distinguish.

    Args:
        many: contestants.
        pairs: from `paired_tests`.
    """
    import numpy as np

    found = np.zeros((many, many), bool)
    for entry in pairs:
        differ = entry["p_holm"] is not None and entry["p_holm"] < LEVEL
        found[entry["first"], entry["second"]] = found[entry["second"], entry["first"]] = differ
    return found


def tiers_of(
    order: Sequence[int], ranks: Sequence[int], pairs: Sequence[Mapping[str, Any]]
) -> list[tuple[int, int]]:
    """Tier and first member of each contestant in order.

    The best starts the first tier. Each following one joins it where it shares a rank with the one
    before, or the test does not distinguish it from the first of the tier; otherwise it starts the
    next tier.

    Args:
        order: [row] contestants, the best first.
        ranks: [row].
    """
    distinct = distinguished(len(order), pairs)
    found: list[tuple[int, int]] = []
    for row, at in enumerate(order):
        if not found:
            found.append((1, at))
            continue
        tier, first = found[-1]
        starts = distinct[at, first] and ranks[row] != ranks[row - 1]
        found.append((tier + 1, at) if starts else (tier, first))
    return found


# --- ranks --------------------------------------------------------------------------------
# Intervals of ranks: where in a list contestants may be that were measured on the same units.
#
# The bootstrap distribution of a rank is no guide to where the rank is: near ties it contains the
# true one too seldom. A rank is therefore read from intervals of the differences to all others,
# which hold together.

_CHUNK = 2_000_000  # numbers drawn at a time


def rank_intervals(
    values: np.ndarray, seed: int, draws: int = DRAWS, distinct: np.ndarray | None = None
) -> list[tuple[int, int]]:
    """Interval of the rank of each mean, 1 being the lowest.

    For each contestant the differences to all others are bootstrapped together, units being drawn
    for all contestants alike, and studentised; the largest of them sets the width at which all hold
    with 95%. Its best rank is 1 more than the number of others that are then surely lower, its
    worst the number of contestants less those that are surely higher.

    Args:
        values: [contestant, unit], of the same units.
        seed: of the draws.
        distinct: [contestant, other] bool, which of them a test tells apart as well; the others
            are never put in order. Where a handful of units differ, an exact test is the surer one.

    Returns:
        (best, worst) for each; the interval of one contestant contains its rank in at least
        95% of samples, the rank being 1 plus the number of others that are truly lower.

    Source: Mogstad, Romano, Shaikh and Wilhelm 2024, section 3 (marginal confidence sets).
    """
    import numpy as np
    from scipy.stats import norm

    many = len(values)
    means = values.mean(axis=1)
    differences = means[:, None] - means  # [contestant, other]
    errors = _null_errors(values)
    known = errors > 0
    ordered = known if distinct is None else known & distinct
    scale = np.where(known, errors, 1.0)
    largest = []
    for drawn in drawn_means(values, seed, draws):
        shifts = np.abs(drawn[:, :, None] - drawn[:, None, :] - differences) / scale
        largest.append(np.where(known, shifts, 0.0).max(axis=2))
    # Few units that differ make draws that hardly vary; a normal quantile is the least.
    least = float(norm.ppf((1 + CONFIDENCE) / 2))
    widths = np.maximum(np.quantile(np.concatenate(largest), CONFIDENCE, axis=0), least)
    reach = widths[:, None] * scale
    lower = (ordered & (differences > reach)).sum(axis=1)
    higher = (ordered & (differences < -reach)).sum(axis=1)
    return [(1 + int(below), many - int(above)) for below, above in zip(lower, higher, strict=True)]


def drawn_means(values: np.ndarray, seed: int, draws: int) -> Iterator[np.ndarray]:
    """Means of [contestant, unit] on units drawn with replacement, the same ones for all.

    Yields:
        [draw, contestant], in chunks that bound the memory.
    """
    import numpy as np

    size = values.shape[1]
    generator = np.random.default_rng(seed)
    step = max(1, _CHUNK // max(size, len(values) ** 2))  # differences of all pairs are made of it
    for start in range(0, draws, step):
        many = min(step, draws - start)
        picked = generator.integers(0, size, (many, size)) + size * np.arange(many)[:, None]
        counts = np.bincount(picked.ravel(), minlength=many * size).reshape(many, size)
        yield counts @ values.T / size


def _null_errors(values: np.ndarray) -> np.ndarray:
    """Standard error of each difference if it were 0, [contestant, other], as McNemar's test."""
    import numpy as np

    size = values.shape[1]
    products = values @ values.T
    squares = np.diag(products)
    # The difference of large sums is rounded: what is left of equal contestants is no error.
    total = squares[:, None] + squares - 2 * products
    total[total < 1e-9 * max(float(squares.max()), 1e-9)] = 0.0
    return np.sqrt(total) / size

"""Contestants in order, with what the order is worth: paired tests, ranks, their intervals, tiers.

All were measured on the same units, and a lower mean is the better one. Two of them are put in
order only where Holm-corrected paired tests say that they differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from engine.statistics.crossed import crossed_difference_test
from engine.statistics.intervals import DRAWS, mean_intervals
from engine.statistics.ranks import rank_intervals
from engine.statistics.shares import paired_share_test, share_difference_interval
from engine.statistics.significance import EVERY_SIGN, LEVEL, holm, paired_difference_test

if TYPE_CHECKING:
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

"""Contestants in order, with what the order is worth: which of them tests distinguish, and tiers.

All were measured on the same units, and a lower mean, or one nearer to the neutral value, is the
better one. Two of them are put in order only where Holm-corrected paired tests distinguish them.
A ranking needs all that is named here; the tests are in `paired`, the ranks in `ranks`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.statistics.clusters import cluster_parts
from engine.statistics.paired import name_of_test, paired_tests
from engine.statistics.ranks import TIE_BAND, drawn_means, rank_intervals, ranks_of
from engine.statistics.significance import LEVEL

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "TIE_BAND",
    "distinguished",
    "drawn_means",
    "intervals_of_ranks",
    "name_of_test",
    "paired_tests",
    "rank_intervals",
    "ranks_of",
    "tiers_of",
]


def intervals_of_ranks(
    values: np.ndarray,
    pairs: Sequence[Mapping[str, Any]],
    seed: int,
    draws: int,
    neutral: float | None = None,
    clusters: np.ndarray | None = None,
) -> list[tuple[int, int]]:
    """Interval of the rank of each contestant; only what the tests distinguish is in order.

    Args:
        values: [contestant, unit].
        pairs: from `paired_tests`, made with the same `neutral` and `clusters`.
        seed: of the bootstrap.
        neutral: mean from which distances are ranked; None to rank the means.
        clusters: [unit] number of its cluster, where units of one cluster are alike: whole clusters
            are drawn.
    """
    if clusters is not None:
        centre = 0.0 if neutral is None else neutral
        values = cluster_parts(values - centre, clusters)
        neutral = None if neutral is None else 0.0
    return rank_intervals(values, seed, draws, distinguished(len(values), pairs), neutral)


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

"""pmi_bias: how much more a target stands with one group than with the other in a corpus."""

from __future__ import annotations

import math
from typing import NamedTuple

from engine.datasets.occupations.cooccurrence import Counts, TargetCount

ALPHA = 1.0
# How the pseudo-counts 2 alpha of a target are allocated to the two groups.
PROPORTIONAL, EQUAL = SMOOTHINGS = ("proportional", "equal")
_Z = 1.959963984540054  # 97.5% of the normal distribution


class Pmi(NamedTuple):
    """PMI of one target with both groups, bits.

    Args:
        bias: first - second; > 0: the target stands more with the first group than chance.
        interval: of the bias, 95%, from the counts (delta method); None without smoothing
            where a count is 0.
    """

    first: float | None
    second: float | None
    bias: float | None
    interval: tuple[float, float] | None


def pmi(
    counts: Counts, target: str, alpha: float = ALPHA, smoothing: str = PROPORTIONAL
) -> Pmi | None:
    """PMI of a target with both groups, with add-alpha smoothing.

    Args:
        alpha: pseudo-sentences added to each group's count of the target on average.
        smoothing: `proportional` deals them in proportion to the groups' own frequencies, so
            that a target never seen gets a bias of 0; `equal` adds alpha to both, so that it
            gets the rarer group's.

    Returns:
        None for a target that was not counted; a bias of None where a count of 0 is not
        smoothed.

    Raises:
        ValueError: if alpha is negative, or the smoothing is unknown.

    Source: Church and Hanks 1990; CABM thesis, section 2.3.3.
    """
    if alpha < 0 or smoothing not in SMOOTHINGS:
        raise ValueError(f"alpha {alpha} or smoothing {smoothing!r} cannot be")
    found = _count_of(counts, target)
    if found is None:
        return None
    added = pseudo_counts(counts, alpha, smoothing)
    first, second = found.first + added[0], found.second + added[1]
    of_target = found.sentences + added[0] + added[1]
    parts = [
        math.log2(together * counts.sentences / (of_group * of_target)) if together else None
        for together, of_group in ((first, counts.first), (second, counts.second))
    ]
    if parts[0] is None or parts[1] is None:
        return Pmi(parts[0], parts[1], None, None)
    bias = parts[0] - parts[1]
    half = _Z * math.sqrt(1 / first + 1 / second) / math.log(2)
    return Pmi(parts[0], parts[1], bias, (bias - half, bias + half))


def pseudo_counts(counts: Counts, alpha: float, smoothing: str) -> tuple[float, float]:
    """Pseudo-sentences added to a target's count with the first and with the second group."""
    if smoothing == EQUAL:
        return alpha, alpha
    both = counts.first + counts.second
    return 2 * alpha * counts.first / both, 2 * alpha * counts.second / both


def _count_of(counts: Counts, target: str) -> TargetCount | None:
    """The count of a target however it is capitalised."""
    if target in counts.targets:
        return counts.targets[target]
    folded = {name.casefold(): count for name, count in counts.targets.items()}
    return folded.get(target.casefold())

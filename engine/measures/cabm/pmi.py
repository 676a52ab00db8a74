"""pmi_bias: how much more a target stands with one group than with the other in a corpus."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple, TypeVar

from engine.core.errors import InputTextError
from engine.core.program import PROGRAM
from engine.measures.cabm.data.cooccurrence import CorpusCounts, TargetCount
from engine.measures.cabm.data.sentences import Groups

T = TypeVar("T")
ALPHA = 1.0
# How the pseudo-counts 2 alpha of a target are allocated to the two groups.
PROPORTIONAL, EQUAL = SMOOTHINGS = ("proportional", "equal")
Z = 1.959963984540054  # 97.5% of the normal distribution


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
    counts: CorpusCounts, target: str, alpha: float = ALPHA, smoothing: str = PROPORTIONAL
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

    Source: Church and Hanks 1990; CABM thesis, section 2.3.3.
    """
    found = _count_of(counts, target, alpha, smoothing)
    if found is None:
        return None
    alone = [counts.first, counts.second]
    first, second = _pseudo_counts(alone, alpha, smoothing)
    with_target = found.sentences + first + second
    together = [[found.first + first], [found.second + second]]
    return _mean_pmi(counts.sentences, with_target, together, [[each] for each in alone])


def pair_pmi(
    counts: CorpusCounts,
    target: str,
    groups: Groups,
    alpha: float = ALPHA,
    smoothing: str = PROPORTIONAL,
) -> Pmi | None:
    """PMI of a target with each word of both groups, averaged within a group.

    Words that the corpus never holds have no PMI and are left out.

    Args:
        groups: whose words are counted one by one.
        alpha: as for `pmi`; what is added is split among the words in proportion to their own
            frequencies, or alpha to each.

    Returns:
        As `pmi`; the parts are means over the words of a group.

    Source: CABM thesis, section 2.3.3 ("for each occupation-pronoun pair").
    """
    found = _count_of(counts, target, alpha, smoothing)
    if found is None:
        return None
    sides = counted_words(counts, groups)
    words = [*chain(*sides)]
    added = _pseudo_counts([counts.words[word] for word in words], alpha, smoothing)
    pairs = of_target(counts.pairs, target) or {}
    number = {word: pairs.get(word, 0) + more for word, more in zip(words, added, strict=True)}
    return _mean_pmi(
        counts.sentences,
        found.sentences + sum(added),
        [[number[word] for word in side] for side in sides],
        [[counts.words[word] for word in side] for side in sides],
    )


def _mean_pmi(
    sentences: int,
    with_target: float,
    together: Sequence[Sequence[float]],
    alone: Sequence[Sequence[int]],
) -> Pmi:
    """Mean PMI of a target with the words of either group.

    Args:
        sentences: of the corpus; with_target: of them, those that hold the target.
        together: [group][word], sentences that hold the target and the word.
        alone: [group][word], sentences that hold the word.
    """
    means: list[float | None] = []
    variance = 0.0
    for both, of_words in zip(together, alone, strict=True):
        if not all(both):
            means.append(None)
            continue
        parts = [
            math.log2(number * sentences / (of_word * with_target))
            for number, of_word in zip(both, of_words, strict=True)
        ]
        means.append(sum(parts) / len(parts))
        variance += sum(1 / number for number in both) / len(both) ** 2
    first, second = means
    if first is None or second is None:
        return Pmi(first, second, None, None)
    half = Z * math.sqrt(variance) / math.log(2)
    return Pmi(first, second, first - second, (first - second - half, first - second + half))


def counted_words(counts: CorpusCounts, groups: Groups) -> tuple[list[str], list[str]]:
    """Words of both groups that the corpus holds."""
    if not counts.words:
        raise InputTextError(
            f"{counts.corpus} was counted by group only, and the published PMI is of each pair of "
            f"word and occupation; count again with `{PROGRAM} cooccurrences`, or choose "
            "another corpus."
        )
    first, second = ([word for word in words if counts.words.get(word)] for words in groups.words)
    for name, words, wanted in zip(groups.names, (first, second), groups.words, strict=True):
        if not words:
            raise InputTextError(
                f"{counts.corpus} holds none of {', '.join(wanted)}, so the published PMI has "
                f"nothing for the group {name}; choose another corpus."
            )
    return first, second


def _pseudo_counts(counts: Sequence[int], alpha: float, smoothing: str) -> list[float]:
    """Pseudo-sentences added to a target's count with each group, or with each word."""
    if smoothing == EQUAL:
        return [alpha] * len(counts)
    total = sum(counts)
    return [2 * alpha * count / total for count in counts]


def _count_of(
    counts: CorpusCounts, target: str, alpha: float, smoothing: str
) -> TargetCount | None:
    if alpha < 0 or smoothing not in SMOOTHINGS:
        raise ValueError(f"alpha {alpha} or smoothing {smoothing!r} cannot be")
    return of_target(counts.targets, target)


def of_target(counts: Mapping[str, T], target: str) -> T | None:
    """What is counted for a target, however it is capitalised."""
    if target in counts:
        return counts[target]
    return {name.casefold(): count for name, count in counts.items()}.get(target.casefold())

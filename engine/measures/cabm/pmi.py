"""pmi_bias: how much more a target stands with one group than with the other in a corpus."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.core.errors import InputTextError
from engine.measures.cabm.data.cooccurrence import Counts, TargetCount
from engine.measures.cabm.data.sentences import Groups

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
    half = Z * math.sqrt(1 / first + 1 / second) / math.log(2)
    return Pmi(parts[0], parts[1], bias, (bias - half, bias + half))


def pair_pmi(
    counts: Counts,
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
    if alpha < 0 or smoothing not in SMOOTHINGS:
        raise ValueError(f"alpha {alpha} or smoothing {smoothing!r} cannot be")
    found = _count_of(counts, target)
    if found is None:
        return None
    sides = counted_words(counts, groups)
    added = word_pseudo_counts(counts, sides, alpha, smoothing)
    pairs = pair_counts(counts, target)
    of_target = found.sentences + sum(added.values())
    means: list[float | None] = []
    variances: list[float] = []
    for words in sides:
        together = [pairs.get(word, 0) + added[word] for word in words]
        if not all(together):
            means.append(None)
            continue
        parts = [
            math.log2(number * counts.sentences / (counts.words[word] * of_target))
            for word, number in zip(words, together, strict=True)
        ]
        means.append(sum(parts) / len(parts))
        variances.append(sum(1 / number for number in together) / len(words) ** 2)
    first, second = means
    if first is None or second is None:
        return Pmi(first, second, None, None)
    half = Z * math.sqrt(sum(variances)) / math.log(2)
    return Pmi(first, second, first - second, (first - second - half, first - second + half))


def counted_words(counts: Counts, groups: Groups) -> tuple[list[str], list[str]]:
    """Words of both groups that the corpus holds."""
    if not counts.words:
        raise InputTextError(
            f"{counts.corpus} was counted by group only, and the published PMI is of each pair of "
            "word and occupation; count again with `python -m engine cooccurrences`, or choose "
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


def word_pseudo_counts(
    counts: Counts, sides: Iterable[Sequence[str]], alpha: float, smoothing: str
) -> dict[str, float]:
    """Pseudo-sentences added to a target's count with each word."""
    words = [word for side in sides for word in side]
    if smoothing == EQUAL:
        return dict.fromkeys(words, alpha)
    total = sum(counts.words[word] for word in words)
    return {word: 2 * alpha * counts.words[word] / total for word in words}


def pair_counts(counts: Counts, target: str) -> dict[str, int]:
    """Sentences that hold a target and each word, however the target is capitalised."""
    if target in counts.pairs:
        return counts.pairs[target]
    folded = {name.casefold(): found for name, found in counts.pairs.items()}
    return folded.get(target.casefold(), {})


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

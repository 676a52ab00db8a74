"""The words that the two sentences of a pair swap: pairs that swap the same words are alike.

What is concluded about other sentences of the kind rests on the word pairs, not on the pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.wording import counted, listed
from engine.measures.pairs.quality import edits_between
from engine.measures.pairs.unseen import seen
from engine.statistics import interval_note
from engine.statistics.clusters import too_few_clusters
from engine.statistics.intervals import Bounds
from engine.statistics.shares import FEWEST_CLUSTERS

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

NOTE = f"needs pairs of at least {FEWEST_CLUSTERS} word pairs"


def word_pairs(pairs: pd.DataFrame) -> list[str]:
    """Name of the words that each pair swaps, the same for both orders and for capitals.

    Args:
        pairs: one row a pair, with `sent_more` and `sent_less`.

    Returns:
        [pair] as `he / she`; places by `·`, and `–` where a sentence has no words there.
    """
    return [
        word_pair(more, less)
        for more, less in zip(pairs["sent_more"], pairs["sent_less"], strict=True)
    ]


def word_pair(more: str, less: str) -> str:
    """Name of the words that one pair swaps."""
    edits = edits_between(seen(more), seen(less))[0]
    sides = ([edit.more for edit in edits], [edit.less for edit in edits])
    named = (" · ".join(" ".join(words) or "–" for words in side) for side in sides)
    return " / ".join(sorted(side.casefold() for side in named))


def only_words(names: Iterable[str]) -> tuple[str, ...]:
    """The two words that all pairs swap; empty where pairs differ, or swap more than one word.

    Args:
        names: [pair] of `word_pairs`.
    """
    known = set(names)
    sides = tuple(known.pop().split(" / ")) if len(known) == 1 else ()
    simple = len(sides) == 2 and all(side != "–" and " " not in side for side in sides)
    return sides if simple else ()


def too_few_word_pairs(share: Mapping[str, Any]) -> bool:
    """Whether pairs share so few word pairs that there is no interval.

    Args:
        share: `n` and `word_pairs`.
    """
    return bool(_different(share) < FEWEST_CLUSTERS and _different(share) < share["n"])


def _different(share: Mapping[str, Any]) -> int:
    """Different word pairs; where they were not counted, each pair has words of its own."""
    return int(share.get("word_pairs", share["n"]))


def of_word_pairs(share: Mapping[str, Any], noun: str = "pair") -> str:
    """Number of pairs, and in brackets that of their word pairs where some swap the same words.

    Args:
        share: `n` and `word_pairs`.
    """
    pairs, different = counted(share["n"], noun), _different(share)
    if different >= share["n"]:
        return pairs
    words = "all with one pair of words" if different == 1 else counted(different, "word pair")
    return f"{pairs} ({words})"


def few_word_pairs_note(share: Mapping[str, Any]) -> str:
    """Why a share of pairs has no interval; empty where it has one.

    Args:
        share: `n` and `word_pairs`.
    """
    if not too_few_word_pairs(share):
        return ""
    return (
        f"No interval, and no clear preference: {of_word_pairs(share)} say too little about other "
        f"words; at least {FEWEST_CLUSTERS} word pairs are needed."
    )


def types_without_interval(shares: Sequence[Mapping[str, Any]], named: Sequence[str]) -> str:
    """Which bias types have no interval, and why smaller ones can have one; empty if all have one.

    Args:
        shares: [type] `n`, `word_pairs`.
        named: [type] what each is called.
    """
    bare = [name for share, name in zip(shares, named, strict=True) if too_few_word_pairs(share)]
    if not bare:
        return ""
    said = f"No CI below {FEWEST_CLUSTERS} word pairs: {listed(bare)}."
    others = [share for share in shares if not too_few_word_pairs(share)]
    if any(_different(share) < FEWEST_CLUSTERS for share in others):
        said += (
            " Pairs that swap the same words are not independent; pairs that all swap different "
            "words are, and have an exact CI however few they are."
        )
    return said


def mean_note(values: Sequence[float], clusters: np.ndarray, bounds: Bounds | None) -> str | None:
    """Why a mean over pairs has no interval by word pair; None where it has one.

    Args:
        values: [pair].
        clusters: [pair] number of its word pair.
        bounds: the interval.

    Returns:
        A clause that fits behind "No interval: ".
    """
    note = interval_note(values, "pair")
    if note is None and bounds is None:
        note = NOTE if too_few_clusters(clusters) else "all word pairs have the same mean"
    return note


def lacking(share: Mapping[str, Any]) -> str:
    """What stands for a missing interval: what there are too few of.

    Args:
        share: `n` and `word_pairs`.
    """
    return f"too few {'word ' * too_few_word_pairs(share)}pairs for an interval"

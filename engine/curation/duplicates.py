"""Sentences that were found before, word for word or nearly so."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence

# Two sentences are near-duplicates from this share of their different words on: 4/5.
_SHARED, _OF = 4, 5

_WORD = re.compile(r"\w+")
_DIGITS = re.compile(r"\d+")


def unique(texts: Sequence[str], kinds: Sequence[Hashable] | None = None) -> list[int]:
    """The first text that each text repeats.

    Texts are compared without regard to case, punctuation, spaces and the digits of numbers. Two
    with other words are near-duplicates if at least 4/5 of their different words are in both
    (Jaccard); the comparison is with texts that repeat none themselves.

    Args:
        texts: in the order in which one counts as the first.
        kinds: of each text; texts of two kinds are never duplicates.

    Returns:
        [text] index of the first text it repeats; its own if it repeats none.

    Raises:
        ValueError: if there is not a kind for each text.
    """
    if kinds is not None and len(kinds) != len(texts):
        raise ValueError(f"{len(texts)} texts need as many kinds, got {len(kinds)}")
    folded = [_folded(text) for text in texts]
    ranks = _ranks(folded)
    seen: dict[tuple[Hashable, str], int] = {}
    indexes: dict[Hashable, _Index] = {}
    found = []
    for number, text in enumerate(folded):
        kind = None if kinds is None else kinds[number]
        if (kind, text) not in seen:
            words = sorted({ranks[word] for word in text.split()})
            seen[kind, text] = indexes.setdefault(kind, _Index()).first(number, words)
        found.append(seen[kind, text])
    return found


def near(one: frozenset[int] | set[int], other: frozenset[int] | set[int]) -> bool:
    """Whether at least 4/5 of the different words are in both; of no words at all, True."""
    shared = len(one & other)
    return shared * _OF >= (len(one) + len(other) - shared) * _SHARED


def _folded(text: str) -> str:
    """Words of a text without what makes no difference; what has no words stays as it is."""
    words = _WORD.findall(text.casefold())
    return _DIGITS.sub("0", " ".join(words)) if words else text


def _ranks(folded: Sequence[str]) -> dict[str, int]:
    """Word → place among all words, the rarest first; of equally rare ones in their order."""
    counts = Counter(word for text in dict.fromkeys(folded) for word in text.split())
    words = sorted(counts, key=lambda word: (counts[word], word))
    return {word: rank for rank, word in enumerate(words)}


class _Index:
    """Texts that repeat none, by the rarest of their words.

    Two sets of which 4/5 are shared must share one of the few rarest words of each, and their
    sizes must be near: only those are compared.

    Source: Chaudhuri, Ganti and Kaushik 2006, A primitive operator for similarity joins in data
    cleaning (prefix filter).
    """

    def __init__(self) -> None:
        self._by_word: dict[tuple[int, int], list[tuple[int, frozenset[int]]]] = {}

    def first(self, number: int, words: list[int]) -> int:
        """The first text that this one repeats; else its own number, and it is kept.

        Args:
            words: ranks in order, the rarest first.
        """
        own = frozenset(words)
        prefix = words[: len(words) - _needed(len(words)) + 1]
        found = min(self._near(own, prefix), default=number)
        if found == number:
            for word in prefix:
                self._by_word.setdefault((word, len(own)), []).append((number, own))
        return found

    def _near(self, own: frozenset[int], prefix: list[int]) -> Iterator[int]:
        for size in range(_needed(len(own)), len(own) * _OF // _SHARED + 1):
            for word in prefix:
                for number, other in self._by_word.get((word, size), ()):
                    if near(own, other):
                        yield number
                        break  # later ones of the list have higher numbers


def _needed(size: int) -> int:
    """The least number of words of a set of this size that a near-duplicate shares."""
    return -(-size * _SHARED // _OF)

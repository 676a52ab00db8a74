"""Sentences that were found before, word for word or nearly so."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from functools import reduce
from operator import xor

# Two sentences are near-duplicates from this share of their different words on: 4/5.
_SHARED, _OF = 4, 5

_COMPARED = 18  # words of two sets from which on they may differ in two
_BUT_ONE = range(5, 10)  # words of the larger of two smaller sets that differ in one

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
    """
    if kinds is not None and len(kinds) != len(texts):
        raise ValueError(f"one kind a text: {len(kinds)} for {len(texts)}")
    folded = [_folded(text) for text in texts]
    ranks = _ranks(folded)
    seen: dict[tuple[Hashable, str], int] = {}
    indexes: dict[Hashable, _Index] = {}
    found = []
    draw = random.Random(0)
    marks = [draw.getrandbits(64) for _ in ranks]
    for number, text in enumerate(folded):
        kind = None if kinds is None else kinds[number]
        if (kind, text) not in seen:
            words = sorted({ranks[word] for word in text.split()})
            seen[kind, text] = indexes.setdefault(kind, _Index(marks)).first(number, words)
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
    """Texts that repeat none, so that each new one is compared with few of them.

    Sets of a and b words that are near share at least 4/9 (a + b) of them. So two with up to 17
    words together are equal, or one has a word more: they are looked up by digests of their words,
    and of their words but one. Others share one of the few rarest words of each; only those that
    do are compared.

    Args:
        marks: word's rank → random number; a set's digest is the sum over its words, modulo 2.

    Source: Chaudhuri, Ganti and Kaushik 2006, A primitive operator for similarity joins in data
    cleaning (prefix filter); Xiao et al. 2008, Efficient similarity joins for near-duplicate
    detection (places of the words).
    """

    def __init__(self, marks: Sequence[int]) -> None:
        self._marks = marks
        self._equal: dict[int, int] = {}
        self._but_one: dict[int, int] = {}
        self._by_word: dict[tuple[int, int, int], list[tuple[int, frozenset[int]]]] = {}

    def first(self, number: int, words: list[int]) -> int:
        """The first text that this one repeats; else its own number, and it is kept.

        Args:
            words: ranks in order, the rarest first.
        """
        own = frozenset(words)
        marks = [self._marks[word] for word in words]
        whole = reduce(xor, marks, 0)
        but_one = [whole ^ mark for mark in marks] if len(words) in _BUT_ONE else []
        known = [self._equal.get(whole), self._but_one.get(whole)]
        known += [self._equal.get(digest) for digest in but_one]
        found = min(
            (*(one for one in known if one is not None), *self._compared(own, words)),
            default=number,
        )
        if found == number:
            self._equal[whole] = number
            for digest in but_one:
                self._but_one.setdefault(digest, number)
            for place, word in enumerate(words[: len(words) - _needed(len(words)) + 1]):
                self._by_word.setdefault((len(words), place, word), []).append((number, own))
        return found

    def _compared(self, own: frozenset[int], words: list[int]) -> Iterator[int]:
        """Near texts of more than 17 words together, the first for each word they share."""
        size = len(words)
        for other_size in range(max(_needed(size), _COMPARED - size), size * _OF // _SHARED + 1):
            shared = -(-(size + other_size) * _SHARED // (_SHARED + _OF))
            for word in words[: size - shared + 1]:
                for place in range(other_size - shared + 1):
                    for number, other in self._by_word.get((other_size, place, word), ()):
                        if near(own, other):
                            yield number
                            break  # later ones have higher numbers


def _needed(size: int) -> int:
    """The least number of words of a set of this size that a near-duplicate shares."""
    return -(-size * _SHARED // _OF)

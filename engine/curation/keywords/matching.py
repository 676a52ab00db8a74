"""Where a sentence holds words of the lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.curation.keywords.hit import Hit
from engine.curation.keywords.inflection import lemmas
from engine.curation.keywords.lists import WordLists
from engine.curation.keywords.phrases import Phrase, Token, gap, phrases_of, tokens_of, word_pattern

# Every word has such a part, in any language; they are found fastest, so they are looked for first.
_PART = re.compile(r"\w+")


class KeywordFinder:
    """Finds the words of the lists in sentences.

    Words are found whole, and of two that begin together the longer. One that is listed with a
    capital letter is found only where the text has it, or is all in capitals.

    Args:
        lists: what to look for.
    """

    def __init__(self, lists: WordLists) -> None:
        self._pattern = word_pattern(lists.language)
        self._lemma = lemmas(lists.language)
        self._exact: dict[str, list[Phrase]] = {}
        self._by_lemma: dict[str, list[Phrase]] = {}
        for one in lists.categories.values():
            for phrase in phrases_of(one, self._pattern, self._lemma):
                place = self._by_lemma if phrase.by_lemma else self._exact
                place.setdefault(phrase.words[0], []).append(phrase)
        self._needed = {_longest_part(phrase) for found in self._exact.values() for phrase in found}

    def find(self, text: str) -> dict[str, tuple[Hit, ...]]:
        """Occurrences by category, from left to right; within a category they do not overlap."""
        text = text.replace("’", "'")
        if not self._may_hold(text):
            return {}
        tokens = tokens_of(self._pattern, text)
        shouted = text.isupper()
        found: dict[str, list[Hit]] = {}
        free: dict[str, int] = {}  # category -> the first token that is in no hit yet
        for index, token in enumerate(tokens):
            if token.word not in self._exact and not self._by_lemma:
                continue
            for phrases in self._longest(text, tokens, index, shouted, free):
                category, stop = phrases[0].category, index + len(phrases[0].words)
                entries = dict.fromkeys(entry for phrase in phrases for entry in phrase.entries)
                hit = Hit(token.start, tokens[stop - 1].stop, tuple(entries))
                found.setdefault(category, []).append(hit)
                free[category] = stop
        return {category: tuple(hits) for category, hits in found.items()}

    def _may_hold(self, text: str) -> bool:
        """Whether a text may hold any listed word; most sentences hold none."""
        parts = _PART.findall(text.lower() if text.isascii() else text)
        if not text.isascii():
            parts = [part.casefold() for part in parts]
        if not self._needed.isdisjoint(parts):
            return True
        return bool(self._by_lemma) and any(
            self._lemma(word) in self._by_lemma for word in self._pattern.findall(text)
        )

    def _longest(
        self, text: str, tokens: Sequence[Token], index: int, shouted: bool, free: dict[str, int]
    ) -> Iterator[list[Phrase]]:
        """The longest phrases that begin at a token, by category; listed forms before lemmas."""
        fitting: dict[str, list[Phrase]] = {}
        for phrase in self._starting(tokens[index]):
            if index >= free.get(phrase.category, 0) and self._fits(
                phrase, text, tokens, index, shouted
            ):
                fitting.setdefault(phrase.category, []).append(phrase)
        for phrases in fitting.values():
            rank = max(_rank(phrase) for phrase in phrases)
            yield [phrase for phrase in phrases if _rank(phrase) == rank]

    def _starting(self, token: Token) -> Iterator[Phrase]:
        yield from self._exact.get(token.word, ())
        if self._by_lemma:
            yield from self._by_lemma.get(self._lemma(token.text), ())

    def _fits(
        self, phrase: Phrase, text: str, tokens: Sequence[Token], index: int, shouted: bool
    ) -> bool:
        """Whether a text goes on as a phrase does that begins alike."""
        parts = tokens[index : index + len(phrase.words)]
        if len(parts) < len(phrase.words):
            return False
        for number, token in enumerate(parts):
            word = self._lemma(token.text) if phrase.by_lemma else token.word
            if word != phrase.words[number]:
                return False
            if not shouted and not _has_capitals(token.text, phrase.capitals[number]):
                return False
        return all(
            gap(text[left.stop : right.start]) == wanted
            for left, right, wanted in zip(parts, parts[1:], phrase.gaps, strict=False)
        )


def _longest_part(phrase: Phrase) -> str:
    """The part that tells most: `elderly` of `the elderly`."""
    return max((part for word in phrase.words for part in _PART.findall(word)), key=len)


def _rank(phrase: Phrase) -> tuple[int, bool]:
    return len(phrase.words), not phrase.by_lemma


def _has_capitals(text: str, places: tuple[int, ...]) -> bool:
    return all(text[place : place + 1].isupper() for place in places)

"""Where a sentence holds words of the lists."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from engine.curation.keywords.group import (
    INFLECTED,
    CategoryList,
    Group,
    Hit,
    ListedWord,
    first_word,
    lemmas,
)
from engine.curation.keywords.lists import WordLists

# Every word has such a part, in any language; they are found fastest, so they are looked for first.
_PART = re.compile(r"\w+")


class KeywordFinder:
    """Finds the words of the lists in sentences.

    Words are found whole, and of two that begin together the longer. One that is listed with a
    capital letter is found only where the text has it, or is all in capitals.
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


# --- phrases ------------------------------------------------------------------------------
# Listed words as they are looked for: their parts, what links them, and their capitals.

# A hyphenated word is one word: `mother-in-law` holds no `mother`. So is one with an apostrophe,
# as `ma'am`, unless what follows is an English ending: `she's` and `woman's` hold a keyword.
_ENGLISH = r"\w+(?:-\w+|'(?!(?i:s|d|m|t|ll|re|ve)\b)\w+)*"
_ONE_SIGN_A_LETTER = ("en", "et")


class Token(NamedTuple):
    """A word of a text.

    Args:
        text: as it is written.
        word: without regard to case.
        start, stop: its characters.
    """

    text: str
    word: str
    start: int
    stop: int


class Phrase(NamedTuple):
    """A listed word as its parts, and what it may be.

    Args:
        words: without regard to case; lemmas where `by_lemma`.
        gaps: what links each to the next.
        capitals: places of the capital letters in each, which a text must have too.
    """

    category: str
    words: tuple[str, ...]
    gaps: tuple[str, ...]
    capitals: tuple[tuple[int, ...], ...]
    by_lemma: bool
    entries: tuple[ListedWord, ...]


def word_pattern(language: str) -> re.Pattern[str]:
    """What is one word in a language."""
    if language == "en":
        return re.compile(_ENGLISH)
    letter = r"\w" if language in _ONE_SIGN_A_LETTER else rf"[\w{_marks()}]"
    return re.compile(rf"{letter}+(?:-{letter}+)*")


@cache
def _marks() -> str:
    """Marks that belong to the letter before them, as vowels of Hindi: no letters for `\\w`."""
    return "".join(
        chr(code) for code in range(0x300, 0x10000) if unicodedata.category(chr(code))[0] == "M"
    )


def tokens_of(pattern: re.Pattern[str], text: str) -> list[Token]:
    """The words of a text from left to right."""
    return [
        Token(match[0], match[0].casefold(), match.start(), match.end())
        for match in pattern.finditer(text)
    ]


def gap(text: str) -> str:
    """What is between two words, all spaces alike."""
    return " ".join(text.split()) or " " if text[:1].isspace() else text


def phrases_of(
    one: CategoryList, pattern: re.Pattern[str], lemma: Callable[[str], str]
) -> Iterator[Phrase]:
    """The words of a list as they are looked for, those of equal spelling together."""
    entries: dict[tuple[str, bool], list[ListedWord]] = {}
    for number, group in enumerate(one.groups):
        for entry, spelling, by_lemma in _cells(one.category, number, group):
            entries.setdefault((spelling, by_lemma), []).append(entry)
    for (spelling, by_lemma), found in entries.items():
        tokens = tokens_of(pattern, spelling)
        between = pairwise(tokens)
        yield Phrase(
            one.category,
            tuple(lemma(token.text) if by_lemma else token.word for token in tokens),
            tuple(gap(spelling[left.stop : right.start]) for left, right in between),
            tuple(capitals(token.text) for token in tokens),
            by_lemma,
            tuple(dict.fromkeys(found)),
        )


def capitals(word: str) -> tuple[int, ...]:
    """Places of capital letters."""
    return tuple(place for place, sign in enumerate(word) if sign.isupper())


def _cells(category: str, number: int, group: Group) -> Iterator[tuple[ListedWord, str, bool]]:
    """(what a word may be, its spelling, whether only its lemma counts) of a group."""
    for place, row in enumerate(group.rows):
        first = first_word(row)
        if group.found is not None and first not in group.found:
            continue
        for form, cell in zip(group.forms, row, strict=True):
            for spelling in cell:
                word = first if group.paradigm else spelling
                yield ListedWord(category, number, place, form, word), spelling, False
        if INFLECTED in group.forms:
            yield ListedWord(category, number, place, INFLECTED, first), first, True

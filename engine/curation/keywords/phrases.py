"""Listed words as they are looked for: their parts, what links them, and their capitals."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from engine.curation.keywords.group import INFLECTED, CategoryList, Group
from engine.curation.keywords.hit import Entry

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
    entries: tuple[Entry, ...]


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
    entries: dict[tuple[str, bool], list[Entry]] = {}
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


def _cells(category: str, number: int, group: Group) -> Iterator[tuple[Entry, str, bool]]:
    """(what a word may be, its spelling, whether only its lemma counts) of a group."""
    for place, row in enumerate(group.rows):
        first = next(spelling for cell in row for spelling in cell)
        for form, cell in zip(group.forms, row, strict=True):
            for spelling in cell:
                word = first if group.paradigm else spelling
                yield Entry(category, number, place, form, word), spelling, False
        if INFLECTED in group.forms:
            yield Entry(category, number, place, INFLECTED, first), first, True

"""Word lists as tables: groups of words that are counterparts, what may be listed, and hits."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from engine.curation.candidate import CATEGORIES

Spellings = tuple[str, ...]  # of one cell; empty where the form is missing
Row = tuple[Spellings, ...]  # a cell for each form

# A group with a form of this name is also found by the lemmas of its words. Cells of the column
# are mostly empty: what the word looks like there is known only from the text.
INFLECTED = "inflected"


@dataclass(frozen=True)
class Group:
    """A table of words: words of different rows in one column are counterparts of each other.

    Args:
        name: for people.
        forms: names of the columns.
        rows: [row, form] spellings.
        of_people: counts only where it describes a person.
        alone: why its words have no counterpart, one sentence; empty where they have.
        pronouns: counterparts come from rules, not from the table.
        found: first words of the rows that are looked for, where the others are counterparts
            alone; None for all rows.
        paradigm: language whose rules made the forms from the principal ones; else empty.
        principal: (names, rows) of the principal forms as listed, where there is a paradigm.
        extra: further keys of the file.
    """

    name: str
    forms: tuple[str, ...]
    rows: tuple[Row, ...]
    of_people: bool = False
    alone: str = ""
    pronouns: bool = False
    paradigm: str = ""
    principal: tuple[tuple[str, ...], tuple[Row, ...]] = ((), ())
    found: tuple[str, ...] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def sought(self) -> tuple[Row, ...]:
        """The rows that are looked for."""
        if self.found is None:
            return self.rows
        return tuple(row for row in self.rows if first_word(row) in self.found)

    @property
    def listed(self) -> tuple[tuple[str, ...], tuple[Row, ...]]:
        """Forms and rows as a file lists them."""
        return self.principal if self.paradigm else (self.forms, self.rows)


@dataclass(frozen=True)
class CategoryList:
    """All words of one bias type in one language.

    Args:
        source: name of the file, for people.
        extends: a list of the user's that adds to the one that comes with Biascope.
        bare: a list of words alone, whose counterparts are those that Biascope's own list has.
    """

    category: str
    language: str
    groups: tuple[Group, ...]
    source: str
    extends: bool = False
    bare: bool = False

    @property
    def words(self) -> int:
        """Number of different spellings that are looked for."""
        return len(
            {
                spelling
                for group in self.groups
                for row in group.sought
                for cell in row
                for spelling in cell
            }
        )


@dataclass(frozen=True)
class ListedWord:
    """One word of a list: a cell of the table of its group.

    Args:
        category: bias type, as CrowS-Pairs names it.
        group: number of the group within the category's list, from 0.
        row: of the group; words of other rows are its counterparts.
        form: name of the column, as `plural`: a counterpart stands in the same one.
        word: as listed.
    """

    category: str
    group: int
    row: int
    form: str
    word: str


@dataclass(frozen=True)
class Hit:
    """One occurrence of a keyword.

    Args:
        start, stop: its characters in the sentence.
        entries: what it may be there, at least one; several where lists or forms share a word.
    """

    start: int
    stop: int
    entries: tuple[ListedWord, ...]


ALONE = "The list names no counterpart of this word."


def group_of(name: str, rows: Sequence[Row], known: bool, alone: str = "") -> Group:
    """A group of rows with as many forms each.

    Args:
        known: whether there are lemmas of the language, so that words of one form are found in
            their others.
    """
    if len(rows[0]) > 1:
        forms = tuple(f"form {number}" for number in range(1, len(rows[0]) + 1))
    elif known:
        forms, rows = ("base", INFLECTED), [(*row, ()) for row in rows]
    else:
        forms = ("base",)
    return Group(name, forms, tuple(rows), alone=alone)


def first_word(row: Row) -> str:
    """The first spelling in a row, by which it is named."""
    return next(spelling for cell in row for spelling in cell)


# --- entries ------------------------------------------------------------------------------

LONGEST = 80  # characters of a word
SIZE_LIMIT = 2**20  # characters of a list

_CATEGORY = re.compile(r"[a-z][a-z0-9-]{0,39}")
_LANGUAGE = re.compile(r"[a-z]{2,3}")


def word_of(text: str) -> str:
    """A listed word with single spaces and composed letters."""
    word = unicodedata.normalize("NFC", " ".join(text.split())).replace("’", "'")
    if not any(sign.isalnum() for sign in word):
        raise ValueError(f"{text[:LONGEST]!r} has no letter to look for")
    if "_" in word:
        raise ValueError(f"{text[:LONGEST]!r} holds an underscore; write a space")
    if not word.isprintable():
        raise ValueError(f"{text[:LONGEST]!r} holds a character that cannot be shown")
    if len(word) > LONGEST:
        raise ValueError(f"{word[:20]!r}… is longer than {LONGEST} characters")
    return word


def category_of(text: str) -> str:
    """The name of a category: one of CrowS-Pairs, or the user's own."""
    name = re.sub(r"[\s_/]+", "-", text.strip().casefold())
    known = ", ".join(CATEGORIES)
    if not _CATEGORY.fullmatch(name):
        raise ValueError(
            f"{text[:LONGEST]!r} is no category; a category is one of {known}, or a name of your "
            "own of letters, digits and hyphens"
        )
    near = difflib.get_close_matches(name, CATEGORIES, 1, 0.8)
    if near and name not in CATEGORIES:
        raise ValueError(f"there is no category {name!r}; did you mean {near[0]}?")
    return name


def language_of(text: str) -> str:
    """The code of a language."""
    code = text.strip().casefold()
    if not _LANGUAGE.fullmatch(code):
        raise ValueError(f"a language is given by its code, as en or et; got {text[:LONGEST]!r}")
    return code


@cache
def is_known(language: str) -> bool:
    """Whether there are lemmas of a language."""
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

    return language in SUPPORTED_LANGUAGES


def lemmas(language: str) -> Callable[[str], str]:
    """The lemma of a word without regard to case.

    The words of a language are read when the first lemma is asked for, which takes seconds for
    some languages.
    """

    @cache
    def lemma(word: str) -> str:
        from simplemma import lemmatize

        return lemmatize(word, lang=language).casefold()

    return lemma

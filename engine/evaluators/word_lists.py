"""Word lists with categories: the project's own, and those of users."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from engine.core.errors import InputTextError
from engine.evaluators.comparing import plain_word
from engine.files.columns import Roles, known_columns
from engine.files.recognised import recognised
from engine.files.samples import SAMPLES

OWN = "own"
OWN_LANGUAGE = "en"
MOST_WORDS = 200_000
_LONGEST = 100  # characters of a word or a category
_OWN_FILE = SAMPLES / "unfavourable_words.toml"
_NAMES = {"word": ("word", "lemma", "term"), "category": ("category", "theme", "label")}


def _found(header: Sequence[str]) -> dict[str, str]:
    return known_columns(header, _NAMES)


_ROLES = Roles(
    names=("word", "category"),
    required=("word", "category"),
    recognised=_found,
    advice="A word list has the columns word and category.",
)


@lru_cache(maxsize=1)
def own_words() -> Mapping[str, str]:
    """The project's list of unfavourable words about people: word -> theme."""
    themes = tomllib.loads(_OWN_FILE.read_text(encoding="utf-8"))["themes"]
    return {word: theme for theme, words in themes.items() for word in words.split()}


def read_word_list(source: Path | str | bytes, name: str | None = None) -> dict[str, str]:
    """A user's word list.

    Args:
        source: path, or the bytes of an upload: CSV, TSV or JSON lines with the columns `word` and
            `category`.
        name: how the user knows it.

    Returns:
        Plain word -> category.
    """
    file = recognised(source, name, None, None, _ROLES)
    shown = file.text.name
    if file.rows.bad:
        row, problem, _ = min(file.rows.bad)
        raise InputTextError(f"{shown}, row {row} {problem}.")
    if len(file.rows.good) > MOST_WORDS:
        raise InputTextError(
            f"{shown} has {len(file.rows.good):,} rows; a word list has {MOST_WORDS:,} at most."
        )
    places = [file.rows.header.index(file.columns[role]) for role in _ROLES.names]
    found: dict[str, str] = {}
    for row, cells in file.rows.good:
        word, category = (cells[place].strip() for place in places)
        where = f"{shown}, row {row}"
        if any((row, place) in file.rows.no_text for place in places):
            raise InputTextError(f"{where}: the word and its category have to be text.")
        _add(found, word, category, where)
    return found


def _add(found: dict[str, str], word: str, category: str, where: str) -> None:
    """Add a word to a list, or say what is wrong with it."""
    plain = plain_word(word)
    if not plain or not category:
        raise InputTextError(f"{where}: the {'category' if plain else 'word'} is empty.")
    for text in (word, category):
        if len(text) > _LONGEST:
            raise InputTextError(
                f"{where}: {text[:40]!r}… is longer than {_LONGEST} characters, so it is not a "
                "word or a category."
            )
    if found.setdefault(plain, category) != category:
        raise InputTextError(
            f"{where}: {word!r} has the category {category!r} and above {found[plain]!r}; a word "
            "has one category."
        )

"""What may be listed as a word, and as the name of a category or a language."""

from __future__ import annotations

import difflib
import re
import unicodedata

from engine.curation.categories import CATEGORIES

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

"""Word lists with categories, the project's own and those of users, and how a word is compared."""

from __future__ import annotations

import string
import tomllib
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from engine.core.errors import DataSetError, InputTextError
from engine.core.program import PROGRAM
from engine.core.wording import counted
from engine.files.columns import Roles, refuse_alike
from engine.files.fetch.places import altered, find
from engine.files.fetch.registry import absent, data_set
from engine.files.recognised import recognised
from engine.files.samples import SAMPLES

OWN = "own"
OWN_LANGUAGE = "en"
MOST_WORDS = 200_000
_LONGEST = 100  # characters of a word or a category
_OWN_FILE = SAMPLES / "unfavourable_words.toml"
_ROLES = Roles(
    {"word": ("word", "lemma", "term"), "category": ("category", "theme", "label")},
    required=("word", "category"),
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
    refuse_alike(shown, file.rows.header, _ROLES.names)
    if file.rows.bad:
        row, problem, _ = min(file.rows.bad)
        raise InputTextError(f"{shown}, row {row} {problem}.")
    if len(file.rows.good) > MOST_WORDS:
        raise InputTextError(
            f"{shown} has {counted(len(file.rows.good), 'row')}; a word list has {MOST_WORDS:,} "
            "at most."
        )
    places = [file.places[role] for role in _ROLES.names]
    found: dict[str, str] = {}
    for row, cells in file.rows.good:
        word, category = (cells[place].strip() for place in places)
        where = f"{shown}, row {row}"
        if any((row, place) in file.rows.no_text for place in places):
            raise InputTextError(f"{where}: the word and its category have to be text.")
        for role, cell in zip(_ROLES.names, (word, category), strict=True):
            if not cell and (written := file.rows.written(row, file.places[role])):
                raise InputTextError(f"{where}: the {role} is empty{written}.")
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


def registry_file(name: str, file: str) -> Path:
    """One file of a data set on this machine, byte for byte the one of the registry."""
    path = find(f"{name}/{file}")
    if path is not None:
        return path
    wrong = [path for path in altered(data_set(name)) if path.name == file]
    if wrong:
        raise DataSetError(
            f"{wrong[0]} is cut off, or another version than the one of the registry, so it is not "
            f"used; `{PROGRAM} datasets get {name}` fetches the right one."
        )
    raise absent(name)


# Letters that lose nothing when accents are taken off, as they are written without them.
_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\u00b4`", "'"))
_AROUND = string.punctuation + "¡¿«»“”„‚…–—"
_PIECE = "##"


def plain_word(word: str) -> str:
    """A word as it is compared: lower case, no accents, one kind of apostrophe, single spaces."""
    straight = unicodedata.normalize("NFKC", word.translate(_APOSTROPHES))
    apart = unicodedata.normalize("NFKD", straight.casefold())
    letters = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return " ".join(letters.translate(_LETTERS).split())


def forms(word: str) -> tuple[str, ...]:
    """What a completion may stand under in a list.

    Args:
        word: as the model gave it; a piece of a longer word keeps its `##` and so is no word.

    Returns:
        The plain word, and the same without the punctuation around it where that leaves
        something; nothing for white space.
    """
    plain = plain_word(word)
    bare = plain if plain.startswith(_PIECE) else plain.strip(_AROUND)
    return tuple(dict.fromkeys(form for form in (plain, bare) if form))


def singulars(word: str) -> tuple[str, ...]:
    """A plain word, and what it may be the plural of in English, the word itself first.

    A form that is no word does no harm, because it is on no list.
    """
    found = [word]
    if word.endswith("men") and len(word) > 4:
        found.append(f"{word[:-3]}man")
    if word.endswith("ves") and len(word) > 4:
        found += [f"{word[:-3]}f", f"{word[:-3]}fe"]
    if word.endswith("ies") and len(word) > 4:
        found.append(f"{word[:-3]}y")
    if word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        found.append(word[:-1])
    if word.endswith(("ches", "shes", "sses", "xes", "oes")):
        found.append(word[:-2])
    return tuple(dict.fromkeys(found))


def lemmas(word: str) -> tuple[str, ...]:
    """A plain word, its singular, and the verb it may be a form of: -s, -ed or -ing."""
    found = [*singulars(word)]
    if word.endswith("ied") and len(word) > 5:
        found.append(f"{word[:-3]}y")
    for ending in ("ed", "ing"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2:
            found += [stem, f"{stem}e"]
            if stem[-1] == stem[-2]:
                found.append(stem[:-1])
    return tuple(dict.fromkeys(found))

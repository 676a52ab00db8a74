"""Keyword lists by language and category: those that come with Biascope, and the user's own."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path, PurePath

from engine.core.errors import InputTextError
from engine.core.languages import language_name
from engine.core.wording import listed
from engine.curation.categories import CATEGORIES
from engine.curation.keywords.entries import SIZE_LIMIT, category_of, language_of
from engine.curation.keywords.group import CategoryList, Group
from engine.curation.keywords.hit import Entry
from engine.curation.keywords.plain_form import parse_plain
from engine.curation.keywords.toml_form import as_text, parse_toml
from engine.files.text_file import read_text

__all__ = [
    "CategoryList",
    "Group",
    "WordLists",
    "as_text",
    "languages",
    "load_lists",
    "only_categories",
    "parse",
    "word_lists",
]

_FOLDER = Path(__file__).parent
_TOML = re.compile(r"\s*(\[|[\w-]+\s*=)")


@dataclass(frozen=True)
class WordLists:
    """What is looked for in the sentences of one language.

    Args:
        language: two-letter code.
        categories: bias type -> its words, in the order of CrowS-Pairs, then the user's own.
        digest: of the language and of all words.
    """

    language: str
    categories: Mapping[str, CategoryList]
    digest: str

    def group(self, entry: Entry) -> Group:
        """The group that a word is of."""
        return self.categories[entry.category].groups[entry.group]


def languages() -> tuple[str, ...]:
    """Codes of the languages that Biascope has lists of, English first."""
    found = {path.parent.name for path in _FOLDER.glob("*/*.toml")}
    return tuple(sorted(found, key=lambda code: (code != "en", code)))


def load_lists(
    language: str, own: Sequence[tuple[str, bytes | Path]] = (), without: Sequence[str] = ()
) -> WordLists:
    """The lists of a language, with the user's own.

    Args:
        own: (name, content or place) of the user's lists. One of a category replaces the list
            that comes with Biascope, or adds to it where it says `extend`; several of one
            category are taken together, in the order of their names.
        without: categories to leave out.
    """
    try:
        code = language_of(language)
    except ValueError as error:
        raise InputTextError(f"{error}.") from None
    chosen = dict(_shipped(code))
    given = sorted((_own(name, source, code) for name, source in own), key=lambda one: one.source)
    for category in dict.fromkeys(one.category for one in given):
        chosen[category] = _joined(
            chosen.get(category), [one for one in given if one.category == category]
        )
    if not chosen:
        raise InputTextError(
            f"Biascope has no keyword lists for {language_name(code)}, only for "
            f"{listed([language_name(one) for one in languages()])}. Give lists of your own."
        )
    kept = _without(chosen, without)
    return word_lists(code, sorted(kept, key=_order))


def only_categories(lists: WordLists, names: Sequence[str]) -> WordLists:
    """The lists of some categories; all where none is named."""
    wanted = _named(lists.categories, names)
    if not wanted:
        return lists
    kept = [one for category, one in lists.categories.items() if category in wanted]
    return word_lists(lists.language, kept)


def word_lists(language: str, lists: Sequence[CategoryList]) -> WordLists:
    """Lists of one language together, each of a category of its own."""
    content = "\n".join((language, *map(as_text, lists)))
    digest = hashlib.sha256(content.encode()).hexdigest()[:16]
    return WordLists(language, {one.category: one for one in lists}, digest)


def parse(text: str, source: str, language: str = "") -> CategoryList:
    """Read a list, in TOML or as plain text.

    Args:
        source: name of the file, for errors.
        language: of a list that names none.
    """
    if len(text) > SIZE_LIMIT:
        raise InputTextError(
            f"{source} is longer than {SIZE_LIMIT // 2**20} MB, which no word list needs."
        )
    return (parse_toml if _is_toml(text, source) else parse_plain)(text, source, language)


def _is_toml(text: str, source: str) -> bool:
    if PurePath(source).suffix.lower() == ".toml":
        return True
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return _TOML.match(next(lines, "")) is not None


@lru_cache(maxsize=8)
def _shipped(language: str) -> Mapping[str, CategoryList]:
    paths = sorted(_FOLDER.glob(f"{language}/*.toml"))
    read = [parse_toml(path.read_text(encoding="utf-8"), path.name) for path in paths]
    return {one.category: one for one in read}


def _own(name: str, source: bytes | Path, language: str) -> CategoryList:
    shown = PurePath(name).name or name
    found = parse(read_text(source, shown).text, shown, language)
    if found.language != language:
        raise InputTextError(
            f"{shown} is a list for {language_name(found.language)}; the subtitles are read as "
            f"{language_name(language)}."
        )
    return found


def _joined(shipped: CategoryList | None, own: Sequence[CategoryList]) -> CategoryList:
    """One list of a category: the user's own, with the shipped one where all of them extend it."""
    first = [shipped] if shipped is not None and all(one.extends for one in own) else []
    together = [*first, *own]
    return replace(
        together[0],
        groups=tuple(group for one in together for group in one.groups),
        source=" and ".join(one.source for one in together),
        extends=False,
    )


def _without(chosen: Mapping[str, CategoryList], names: Sequence[str]) -> list[CategoryList]:
    left_out = _named(chosen, names)
    kept = [one for category, one in chosen.items() if category not in left_out]
    if not kept:
        raise InputTextError("All categories are left out; keep at least one.")
    return kept


def _named(chosen: Mapping[str, CategoryList], names: Sequence[str]) -> set[str]:
    """Categories as users write them."""
    try:
        named = {category_of(name) for name in names}
    except ValueError as error:
        raise InputTextError(f"{error}.") from None
    unknown = sorted(named - chosen.keys())
    if unknown:
        raise InputTextError(
            f"There is no list of {unknown[0]}; there is {listed(sorted(chosen), 20)}."
        )
    return named


def _order(one: CategoryList) -> tuple[int, str]:
    known = one.category in CATEGORIES
    return (CATEGORIES.index(one.category) if known else len(CATEGORIES), one.category)

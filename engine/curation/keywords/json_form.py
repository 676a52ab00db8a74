"""Keyword lists in JSON, words alone, as the CineBias repository has them.

    {"keywords": ["Elderly", "teenager"]}

Category and language are in the name of the file, as in `est_physical_appearance.json` (Estonian)
or `gender_male.json`; the keys `category`, `language` and `extend` may say them too. Words are
found whatever their capitals, in their other forms too, as those of plain text are.

Source: Rikanson 2025 (CineBias), Scripts/Keywords and Estonian/Estonian_keywords.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from engine.core.errors import InputTextError, json_problem
from engine.core.languages import UNKNOWN, language_in_name
from engine.curation.candidate import CATEGORIES
from engine.curation.keywords.group import (
    ALONE,
    CategoryList,
    Group,
    category_of,
    first_word,
    group_of,
    is_known,
    language_of,
    word_of,
)
from engine.evaluators.places import Table, shown_value

_KEYS = ("keywords", "category", "language", "extend")
_FORM = 'write them as {"keywords": ["old", "young"]}'
_LOOSE = " \t\n,;"  # signs behind a word that are no part of it
# The repository's own; further ones have two letters.
_LANGUAGES = {"est": "et", "eng": "en"}
_PREFIX = re.compile(r"([a-z]{2,3})[_-]", re.IGNORECASE)


def is_json(text: str, source: str) -> bool:
    """Whether a list is in JSON, by its name or its first sign."""
    return PurePath(source).suffix.lower() == ".json" or text.lstrip("\ufeff \t\r\n")[:1] == "{"


def parse_json(text: str, source: str, language: str = "") -> CategoryList:
    """Read a list in JSON.

    Args:
        source: name of the file, which may say category and language; for errors too.
        language: of a list that names none.
    """
    top = Table(source, _parsed(text, source))
    top.only(_KEYS, "a list of keywords")
    spoken, stem = _language_and_rest(source)
    try:
        category = category_of(top.text("category") or category_in_name(stem))
        code = language_of(top.text("language") or spoken or language)
    except ValueError as error:
        raise top.wrong(f"{error}.") from None
    return words_alone(_words(top), category, code, source, top.flag("extend", False))


# --- words alone --------------------------------------------------------------------------


def words_alone(
    words: Sequence[str], category: str, language: str, source: str, extends: bool = False
) -> CategoryList:
    """A list of words whose counterparts are those that Biascope's own list has.

    Args:
        words: in small letters, each once.
        language: its code.
    """
    rows = [((word,),) for word in words]
    groups = (group_of("keywords", rows, is_known(language), ALONE),)
    return CategoryList(category, language, groups, source, extends, bare=True)


def with_counterparts(bare: Sequence[CategoryList], shipped: CategoryList | None) -> CategoryList:
    """Lists of words alone as one, with the counterparts that Biascope's own list has.

    Args:
        shipped: that list of the same category, if there is one; of its words those alone are
            looked for that are among the others.
    """
    words = {first_word(row): row for one in bare for group in one.groups for row in group.rows}
    groups: list[Group] = []
    known: set[str] = set()
    for group in shipped.groups if shipped is not None else ():
        found = []
        for row in group.rows:
            shared = {word.casefold() for cell in row for word in cell} & words.keys()
            if shared:
                found.append(first_word(row))
                known |= shared
        if found:
            groups.append(replace(group, found=tuple(found)))
    rest = tuple(row for word, row in words.items() if word not in known)
    if rest:
        groups.append(replace(bare[0].groups[0], rows=rest))
    source = " and ".join(one.source for one in bare)
    return replace(bare[0], groups=tuple(groups), source=source)


def _parsed(text: str, source: str) -> dict[str, Any]:
    try:
        read = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        why = "nested too deep" if isinstance(error, RecursionError) else str(error)
        if isinstance(error, json.JSONDecodeError):
            why = json_problem(error)
        raise InputTextError(f"{source} is not JSON ({why}); correct it there.") from None
    if isinstance(read, list):
        return {"keywords": read}
    if not isinstance(read, Mapping):
        kind = "a text" if isinstance(read, str) else "a single value"
        raise InputTextError(f"{source} holds {kind} where keywords are needed; {_FORM}.")
    if "keywords" not in read:
        raise InputTextError(f'{source} has no key "keywords"; {_FORM}.')
    return dict(read)


def _words(top: Table) -> list[str]:
    """The keywords in small letters, each once."""
    given = top.entries["keywords"]
    if not isinstance(given, list):
        raise top.wrong(f'"keywords" is a list of words in quotes; got {shown_value(given)}.')
    words: dict[str, None] = {}
    for number, text in enumerate(given, 1):
        if not isinstance(text, str):
            raise top.wrong(f"keyword {number} is a word in quotes; got {shown_value(text)}.")
        if not text.strip(_LOOSE):
            continue
        try:
            words[word_of(text.strip(_LOOSE)).casefold()] = None
        except ValueError as error:
            raise top.wrong(f"keyword {number}: {error}.") from None
    if not words:
        raise InputTextError(f"{top.where} holds no word; write one in quotes.")
    return list(words)


def _language_and_rest(source: str) -> tuple[str, str]:
    """The language that a file's name begins with, empty if with none, and the rest of the name."""
    stem = PurePath(source).stem
    prefix = _PREFIX.match(stem)
    if prefix is None:
        return "", stem
    code = _LANGUAGES.get(prefix[1].casefold())
    if code is None and len(prefix[1]) == 2:
        named = language_in_name(f"{prefix[1]}_.json")
        code = None if named == UNKNOWN else named
    return (code, stem[prefix.end() :]) if code else ("", stem)


def category_in_name(stem: str) -> str:
    """The category in a file's name: one of CrowS-Pairs with what else it says, or all of it."""
    name = f"-{re.sub(r'[^a-z0-9]+', '-', stem.casefold())}-"
    known = [category for category in CATEGORIES if f"-{category}-" in name]
    return max(known, key=len, default=stem)

"""Keyword lists as plain text: one keyword a line, with its counterparts behind a bar.

    category: age
    extend: true
    # A line that begins with # is a comment.
    old | young, middle-aged
    pensioner/pensioners | teenager/teenagers
    senior citizen

A slash separates the forms of a word, in one order throughout a line. Words of a line are
counterparts of each other. A word of one form is also found in its other forms where simplemma
knows the language; these have no counterpart unless they are listed.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.errors import InputTextError
from engine.curation.keywords.group import (
    ALONE,
    CategoryList,
    Group,
    Row,
    category_of,
    group_of,
    is_known,
    language_of,
    word_of,
)

_HEADER = ("category", "language", "extend")
_SIGNS = {";": "semicolon", "\t": "tab", ",": "comma"}
_TRUTH = {"true": True, "yes": True, "false": False, "no": False}


def parse_plain(text: str, source: str, language: str = "") -> CategoryList:
    """Read a list in plain text.

    Args:
        source: name of the file, for errors.
        language: of a list that names none.
    """
    header: dict[str, str] = {}
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        key, colon, value = line.partition(":")
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if colon and key.strip().casefold() in _HEADER:
            header[key.strip().casefold()] = _checked(source, number, key.strip(), value.strip())
        else:
            lines.append((number, line))
    if "category" not in header:
        raise InputTextError(
            f"{source} does not say which category its words are of; begin it with a line such as "
            "category: gender."
        )
    if not lines:
        raise InputTextError(f"{source} holds no word; write one on each line.")
    try:
        code = language_of(header.get("language") or language)
    except ValueError as error:
        raise InputTextError(f"{source}: {error}.") from None
    groups = _groups(source, lines, is_known(code))
    extends = _TRUTH[header.get("extend", "no")]
    return CategoryList(header["category"], code, groups, source, extends)


def _checked(source: str, number: int, key: str, value: str) -> str:
    try:
        if key.casefold() == "category":
            return category_of(value)
        if key.casefold() == "language":
            return language_of(value)
        if value.casefold() not in _TRUTH:
            raise ValueError(f"extend is true or false; got {value[:60]!r}")
    except ValueError as error:
        raise InputTextError(f"{source}, line {number}: {error}.") from None
    return value.casefold()


def _groups(source: str, lines: list[tuple[int, str]], known: bool) -> tuple[Group, ...]:
    listed = []
    for number, line in lines:
        keyword, _, counterparts = line.partition("|")
        try:
            listed.append(word_rows(keyword, counterparts.split(",")))
        except ValueError as error:
            raise InputTextError(f"{source}, line {number}: {error}.") from None
    return groups_of(listed, known)


# --- words and their counterparts ---------------------------------------------------------
# What a line of text and a row of a table say alike.


def word_rows(keyword: str, counterparts: Sequence[str]) -> list[Row]:
    """A keyword and its counterparts, the forms of each apart.

    Args:
        keyword: its forms, with slashes between them; those of counterparts likewise.

    Raises:
        ValueError: saying what is wrong with them.
    """
    if apart := next((sign for sign in (";", "\t", ",") if sign in keyword), ""):
        raise ValueError(
            f"a {_SIGNS[apart]} stands in the keyword {keyword.strip()[:40]!r}; write each keyword "
            "on a line of its own, and counterparts as old | young, new"
        )
    texts = [keyword, *(part for part in counterparts if part.strip())]
    rows: list[Row] = [tuple((word_of(form),) for form in text.split("/")) for text in texts]
    if len({len(row) for row in rows}) > 1:
        raise ValueError(
            "every word of a line has as many forms as the others; write them as "
            "girl/girls | boy/boys"
        )
    return rows


def groups_of(listed: Sequence[list[Row]], known: bool) -> tuple[Group, ...]:
    """A group of each keyword with counterparts; those without one together, by number of forms.

    Args:
        listed: of `word_rows`.
        known: as of `group_of`.
    """
    groups = [group_of(rows[0][0][0], rows, known) for rows in listed if len(rows) > 1]
    alone: dict[int, list[Row]] = {}
    for rows in listed:
        if len(rows) == 1:
            alone.setdefault(len(rows[0]), []).append(rows[0])
    single = [
        group_of("without counterpart", rows, known, ALONE) for _, rows in sorted(alone.items())
    ]
    return (*groups, *single)

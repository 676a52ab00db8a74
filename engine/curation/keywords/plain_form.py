"""Word lists as plain text: one keyword a line, with its counterparts behind a bar.

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

from engine.core.errors import InputTextError
from engine.curation.keywords.entries import category_of, language_of, word_of
from engine.curation.keywords.group import INFLECTED, CategoryList, Group, Row
from engine.curation.keywords.inflection import is_known

_ALONE = "The list names no counterpart of this word."
_HEADER = ("category", "language", "extend")
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
    """A group a line with counterparts; words without one together, by their number of forms."""
    groups: list[Group] = []
    alone: dict[int, list[Row]] = {}
    for number, line in lines:
        try:
            rows = _rows(line)
        except ValueError as error:
            raise InputTextError(f"{source}, line {number}: {error}.") from None
        if len(rows) == 1:
            alone.setdefault(len(rows[0]), []).append(rows[0])
        else:
            groups.append(_group(rows[0][0][0], rows, known))
    single = [
        _group("without counterpart", rows, known, _ALONE) for _, rows in sorted(alone.items())
    ]
    return (*groups, *single)


def _rows(line: str) -> list[Row]:
    keyword, _, counterparts = line.partition("|")
    texts = [keyword, *(part for part in counterparts.split(",") if part.strip())]
    rows: list[Row] = [tuple((word_of(form),) for form in text.split("/")) for text in texts]
    widths = {len(row) for row in rows}
    if len(widths) > 1:
        raise ValueError(
            "every word of a line has as many forms as the others; write them as "
            "girl/girls | boy/boys"
        )
    return rows


def _group(name: str, rows: list[Row], known: bool, alone: str = "") -> Group:
    if len(rows[0]) > 1:
        forms = tuple(f"form {number}" for number in range(1, len(rows[0]) + 1))
    elif known:
        forms, rows = ("base", INFLECTED), [(*row, ()) for row in rows]
    else:
        forms = ("base",)
    return Group(name, forms, tuple(rows), alone=alone)

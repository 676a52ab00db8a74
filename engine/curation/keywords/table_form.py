"""A group of a word list as a table that people edit: a row a word, a column a form.

Spellings of one cell are separated by slashes, as in `mom / mum`. Words of different rows are
counterparts of each other, so the table needs no other sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.core.errors import InputTextError
from engine.curation.keywords.group import CategoryList, Group, Row, Spellings, first_word, word_of
from engine.curation.keywords.toml_form import as_text, parse_toml

MARK = "/"
SOUGHT = "look for"  # column of a group in which some words are counterparts alone


def columns_of(group: Group) -> list[str]:
    """Names of the columns of a group's table."""
    return [*group.listed[0], *([SOUGHT] if group.found is not None else [])]


def rows_of(group: Group) -> list[list[str | bool]]:
    """Cells of a group's table, row by row."""
    sought = group.found or ()
    return [
        [
            *(f" {MARK} ".join(cell) for cell in row),
            *([first_word(row) in sought] if group.found is not None else []),
        ]
        for row in group.listed[1]
    ]


def with_rows(
    category_list: CategoryList, number: int, rows: Sequence[Sequence[str | bool | None]]
) -> str:
    """A list as text in which one group has other rows; rows without a word are left out.

    Args:
        number: of the group, from 0.
        rows: cells as `rows_of` gives them.

    Returns:
        TOML, as `lists.parse` reads it.

    Raises:
        InputTextError: if a cell cannot be a word, or no word is left; it names the row.
    """
    group = category_list.groups[number]
    width = len(group.listed[0])
    read = [(_row(place, cells[:width]), cells[width:]) for place, cells in enumerate(rows, 1)]
    kept = [(row, rest) for row, rest in read if any(row)]
    if not kept:
        raise InputTextError(f"No word is left in {group.name}; leave out its category instead.")
    listed = tuple(row for row, _ in kept)
    found = None
    if group.found is not None:
        found = tuple(first_word(row) for row, rest in kept if rest and rest[0])
    groups = list(category_list.groups)
    groups[number] = replace(_with_listed(group, listed), found=found)
    text = as_text(replace(category_list, groups=tuple(groups)))
    parse_toml(text, category_list.source, category_list.language)  # refuses what it cannot be
    return text


def _with_listed(group: Group, rows: tuple[Row, ...]) -> Group:
    """A group with other rows, as a file lists them."""
    if group.paradigm:
        return replace(group, principal=(group.principal[0], rows))
    return replace(group, rows=rows)


def _row(place: int, cells: Sequence[str | bool | None]) -> Row:
    try:
        return tuple(_spellings(cell) for cell in cells)
    except ValueError as error:
        raise InputTextError(f"Row {place}: {error}.") from None


def _spellings(cell: str | bool | None) -> Spellings:
    parts = (part.strip() for part in str(cell or "").split(MARK))
    return tuple(word_of(part) for part in parts if part)

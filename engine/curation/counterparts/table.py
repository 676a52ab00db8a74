"""Counterparts by the table of a word list: the other rows of its group, in the same form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.curation.keywords.hit import Entry
from engine.curation.keywords.lists import Group, WordLists


def counterparts(entries: Sequence[Entry], lists: WordLists) -> tuple[str, ...]:
    """Words that could be put in the place of a listed one, the declared default first.

    Further keys of a group say which:
    `pairs = true`: rows are counterparts two by two, the first of the second and so on;
    `to`: a table of the same shape, with the counterparts of each cell;
    `counterpart`: word of the first column -> that of the row to propose first;
    `first`: words of the first column whose rows are proposed before others.

    Args:
        entries: what the word may be, likeliest first.

    Returns:
        As listed; empty where there are none.
    """
    found: dict[str, None] = {}
    for entry in entries:
        group = lists.group(entry)
        if not group.alone and entry.form in group.forms:
            own = {word.casefold() for word in _cell(group, entry.row, entry.form)}
            found |= {word: None for word in _of_entry(group, entry) if word.casefold() not in own}
    return tuple(found)


def _of_entry(group: Group, entry: Entry) -> Iterator[str]:
    column = group.forms.index(entry.form)
    to = group.extra.get("to")
    if to:
        cell = to[entry.row][column]
        yield from [cell] if isinstance(cell, str) else cell
        return
    for row in _rows(group, entry.row):
        yield from _cell(group, row, entry.form)


def _rows(group: Group, own: int) -> list[int]:
    """Rows to propose for a row, in order."""
    if group.extra.get("pairs"):
        return [own ^ 1] if own ^ 1 < len(group.rows) else []
    names = {word: row for row, cells in reversed(list(enumerate(group.rows))) for word in cells[0]}
    defaults: Mapping[str, str] = group.extra.get("counterpart", {})
    wanted = [defaults[word] for word in group.rows[own][0] if word in defaults]
    wanted += group.extra.get("first", [])
    order = [names[word] for word in wanted if word in names] + list(range(len(group.rows)))
    return [row for row in dict.fromkeys(order) if row != own]


def _cell(group: Group, row: int, form: str) -> tuple[str, ...]:
    return group.rows[row][group.forms.index(form)]

"""Values of a user's file that mean one of a fixed few: *männlich* in a file is male here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.core.errors import InputTextError
from engine.core.wording import listed
from engine.files.cells import Cells
from engine.files.conventions import plain_group

_SHOWN = 6  # values in one sentence


@dataclass(frozen=True)
class Vocabulary:
    """What the cells of one role may hold.

    Args:
        values: offered in place of a cell that is none of them.
        takes: whether a cell is read as it is.
        is_open: whether any name is taken, so that another one is a new name and no correction.
    """

    values: tuple[str, ...]
    takes: Callable[[str], bool]
    is_open: bool = False


def one_of(values: tuple[str, ...]) -> Vocabulary:
    """A vocabulary of a few values, whose case makes no difference."""
    known = {value.casefold() for value in values}
    return Vocabulary(values, lambda cell: cell.strip().casefold() in known)


def names_like(values: tuple[str, ...] = ()) -> Vocabulary:
    """A vocabulary of any names.

    Args:
        values: usual ones, which are offered as new names.
    """
    return Vocabulary(values, lambda _: True, is_open=True)


def translate(
    file: str, rows: Cells, columns: Mapping[str, str], values: Mapping[str, str]
) -> list[str]:
    """Replace a file's own values by what they mean.

    Args:
        columns: role -> column, of the roles whose values can be mapped.
        values: the file's own value -> what it means, empty for nothing; compared without case and
            doubled spaces.

    Returns:
        A sentence that says what was read as what; none where nothing is mapped.

    Raises:
        InputTextError: if none of these columns holds one of the values.
    """
    if not values:
        return []
    if not columns:
        raise InputTextError(f"{file} has no column whose values can be mapped.")
    meant = {plain_group(own): value for own, value in values.items()}
    found: set[str] = set()
    for place in {rows.header.index(column) for column in columns.values()}:
        for row, cells in rows.good:
            own = plain_group(cells[place])
            if own in meant:
                cells[place] = meant[own]
                rows.no_text.discard((row, place))
                found.add(own)
    absent = [own for own in values if plain_group(own) not in found]
    if absent:
        named = " or ".join(repr(column) for column in dict.fromkeys(columns.values()))
        raise InputTextError(f"No row of {file} has {absent[0]!r} in the column {named}.")
    said = [f"{own!r} as {value or 'nothing'}" for own, value in values.items()]
    return [f"Read {listed(said, _SHOWN)}."]

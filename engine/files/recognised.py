"""A user's file of rows up to where its kind matters: text, cells, and which column is what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.errors import InputTextError
from engine.files.cell_frames import rejected_frame
from engine.files.cells import Cells
from engine.files.column_names import again
from engine.files.columns import Roles, column_mapping, plain_name
from engine.files.conventions import one_spelling, spelling_note
from engine.files.layout import FileSource, by_number
from engine.files.read_cells import cells_of
from engine.files.text_file import TextFile, read_text
from engine.files.values import translate

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, kw_only=True)
class UserTable:
    """A user's file of rows as it was understood; what the good rows hold is added by its kind.

    Good rows are kept and bad ones are listed with their number, so a file with three broken
    rows is a file with three rows fewer, and never an error about the whole.

    Args:
        name: how the user knows it.
        rejected: the bad rows: `row`, `problem`, and their cells under the file's own names.
        columns: role -> the file's own name for it.
        format: `csv`, `tsv`, `jsonl` or `json` (one list); `txt` for lines of text.
        encoding: as it was read.
        notes: sentences for the user where something was guessed.
    """

    name: str
    rejected: pd.DataFrame
    columns: dict[str, str]
    format: str
    encoding: str
    notes: tuple[str, ...] = ()


class RecognisedFile(NamedTuple):
    """A file whose columns are known.

    Args:
        format: `csv`, `tsv`, `jsonl` or `json` (one list).
        columns: role -> the file's own name for it.
        notes: sentences for the user where something was guessed, or is not used.
    """

    text: TextFile
    format: str
    rows: Cells
    columns: dict[str, str]
    notes: tuple[str, ...] = ()

    @property
    def places(self) -> dict[str, int]:
        """Role -> place of its column in a row."""
        return {role: self.rows.header.index(column) for role, column in self.columns.items()}

    def sort_out(self, problem: Callable[[int, list[str]], str]) -> None:
        """Move rows that cannot be used from the good ones to the bad ones.

        Args:
            problem: (row, cells) -> what is wrong with it, or empty; may tidy the cells.
        """
        good, self.rows.good = self.rows.good, []
        for row, cells in good:
            if why := problem(row, cells):
                self.rows.bad.append((row, why, cells))
            else:
                self.rows.good.append((row, cells))

    def one_spelling(self, *roles: str) -> tuple[str, ...]:
        """Take names that differ in case or spaces only as one, in the columns of some roles.

        Returns:
            A sentence for each column in which there were such names.
        """
        places = self.places
        return tuple(
            note
            for role in roles
            if role in places
            and (note := one_spelling_in(self.rows, places[role], self.columns[role]))
        )

    def about(self, *notes: str) -> dict[str, Any]:
        """What a `UserTable` holds besides its good rows, once they are sorted out.

        Args:
            notes: besides those of the file.
        """
        return {
            "name": self.text.name,
            "rejected": rejected_frame(self.rows),
            "columns": self.columns,
            "format": self.format,
            "encoding": self.text.encoding,
            "notes": (*self.notes, *notes),
        }


def recognised(
    source: FileSource,
    name: str | None,
    mapping: Mapping[str, str] | None,
    encoding: str | None,
    roles: Roles,
    values: Mapping[str, str] | None = None,
) -> RecognisedFile:
    """Read a CSV, TSV or JSONL file and find the columns of its roles.

    Args:
        source: path, or the bytes of an upload; with its layout, where the user gave one.
        name: how the user knows it; its ending tells JSONL from CSV.
        mapping: role -> the file's column; roles left out are recognised.
        encoding: None to find it out.
        values: the file's own value -> what it means, in columns of roles with a vocabulary.
    """
    file = read_text(source, name, encoding)
    given = (mapping or {}) if file.header else by_number(mapping or {})
    if not file.text.strip():
        raise InputTextError(f"{file.name} is empty.")
    kind, rows = cells_of(file, partial(roles.fit, given))
    columns = column_mapping(file.called, rows.header, given, roles, file.missing)
    if not rows.good and not rows.bad:
        raise InputTextError(f"{file.called} has no rows below its header.")
    meant = translate(file.name, rows, roles.values_in(columns), values or {})
    unused = unused_columns(rows.header, columns, given, roles)
    notes = (*file.notes, *rows.notes, *unused, *meant)
    return RecognisedFile(file, kind, rows, columns, notes)


def unused_columns(
    header: Sequence[str], columns: Mapping[str, str], given: Mapping[str, str], roles: Roles
) -> list[str]:
    """A sentence for each column that could play a role which another one plays.

    Of two columns of one name the first is read.

    Args:
        columns: role -> column, as it is read.
        given: roles whose column the user named, of which nothing more is said.
    """
    others = [name for name in dict.fromkeys(header) if name not in columns.values()]
    twice = [
        f"Two columns are called {column!r}; the first is read as the {role}. The second is called "
        f"{again(column, 2)!r} here, and can be chosen in its place."
        for role, column in columns.items()
        if again(column, 2) in others
    ]
    return twice + [
        f"The column {column!r} is read as the {role}, and {other!r} is not, though its name fits."
        for role, column in columns.items()
        for other in others
        if role not in given and plain_name(other) in map(plain_name, roles.names.get(role, ()))
    ]


def one_spelling_in(rows: Cells, place: int, column: str) -> str:
    """Take names in one column that differ in case or spaces only as one.

    Args:
        column: its name in the file.

    Returns:
        A sentence about it; empty where there are none.
    """
    replaced = one_spelling(cells[place] for _, cells in rows.good)
    for _, cells in rows.good:
        cells[place] = replaced.get(cells[place], cells[place])
    return spelling_note(column, replaced) if replaced else ""

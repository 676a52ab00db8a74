"""The first rows of a user's table and the values of its columns, before its kind matters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from engine.core.errors import InputTextError
from engine.files.column_names import distinct
from engine.files.columns import Roles
from engine.files.conventions import plain_group
from engine.files.layout import FileSource, known_as
from engine.files.read_cells import cells_of
from engine.files.text_file import bytes_of, read_text
from engine.files.workbook import sheets_with_cells

_SHOWN = 5  # rows
_LONGEST = 200  # characters of a cell
MOST_VALUES = 24  # different ones of a column, beyond which they are texts and no few values


@dataclass(frozen=True)
class TablePreview:
    """How a table looks.

    Args:
        rows: the first ones, cut where a cell is long.
        format: `csv`, `tsv`, `jsonl` or `json`.
        called: the file and its sheet in a sentence.
        missing: sentences for the user where a column is missing.
        values: column -> what its cells hold, each once and without the empty ones; columns with
            more different values than `MOST_VALUES` are not there.
    """

    name: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    values: Mapping[str, tuple[str, ...]]
    format: str
    called: str
    missing: tuple[str, ...]

    @property
    def shown_header(self) -> tuple[str, ...]:
        """The header with each name once, as a table on screen needs it."""
        return tuple(distinct(self.header))

    def unread(self, roles: Roles, columns: Mapping[str, str]) -> dict[str, list[str]]:
        """Role -> the values of its column that are none of its vocabulary.

        Args:
            columns: role -> column.
        """
        found = {
            role: [
                value
                for value in self.values.get(column, ())
                if not roles.vocabularies[role].takes(value)
            ]
            for role, column in roles.values_in(columns).items()
        }
        return {role: values for role, values in found.items() if values}


def preview_table(roles: Roles, source: FileSource, name: str | None = None) -> TablePreview:
    """Read the header, the first rows and the values of a table.

    Args:
        roles: of its columns, which help to find the delimiter.
        source: path, or the bytes of an upload; with its layout, where the user gave one.
        name: how the user knows it.

    Raises:
        InputTextError: if it is no table.
    """
    file = read_text(source, name)
    if not file.text.strip():
        raise InputTextError(f"{file.name} is empty.")
    kind, cells = cells_of(file, partial(roles.fit, {}))
    rows = [row for _, row in cells.good]
    shown = tuple(tuple(cell[:_LONGEST] for cell in row) for row in rows[:_SHOWN])
    values = {
        column: found
        for place, column in reversed([*enumerate(cells.header)])  # of two of one name the first
        if (found := _few([row[place] for row in rows])) is not None
    }
    return TablePreview(
        file.name, tuple(cells.header), shown, values, kind, file.called, file.missing
    )


def preview_sheets(source: Path | str | bytes, name: str | None = None) -> dict[str, bool]:
    """Name -> whether Excel hides it, of the sheets with cells; none where it is no Excel file.

    Args:
        source: path, or the bytes of an upload.
        name: how the user knows it.

    Raises:
        InputTextError: if it cannot be read.
    """
    known = name or known_as(source)
    data = source if isinstance(source, bytes) else bytes_of(source, known, "an Excel file")
    return sheets_with_cells(data, known)


def _few(cells: Sequence[str]) -> tuple[str, ...] | None:
    """The values of a column, each in its first spelling; None where they are many."""
    found: dict[str, str] = {}
    for cell in cells:
        if cell.strip():
            found.setdefault(plain_group(cell), cell.strip())
        if len(found) > MOST_VALUES:
            return None
    return tuple(found.values())

"""Where a table lies in its file: on which sheet, and whether its first row names the columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from engine.files.mapping import parse_mapping

SHEET, NO_HEADER = LAYOUT = ("--sheet", "--no-header")
_COLUMN = "Column"


class Layout(NamedTuple):
    """Where a table lies in its file.

    Args:
        sheet: of an Excel file; empty for the first one in sight with a cell in it.
        header: whether the first row holds the names of the columns.
    """

    sheet: str = ""
    header: bool = True

    @property
    def options(self) -> list[str]:
        """As words of a command."""
        return [SHEET, self.sheet] * bool(self.sheet) + [NO_HEADER] * (not self.header)


USUAL = Layout()


def given_layout(sheet: str, no_header: bool) -> Layout:
    """The layout that a command was told."""
    return Layout(sheet, not no_header)


@dataclass(frozen=True)
class LaidOut:
    """A file, and where the table lies in it.

    Args:
        file: path, or the bytes of an upload.
    """

    file: Path | str | bytes
    layout: Layout


FileSource = Path | str | bytes | LaidOut


def laid_out(file: Path | str | bytes, layout: Layout) -> FileSource:
    """A file as a reader of tables takes it, with what the user said of the table in it."""
    return file if layout == USUAL else LaidOut(file, layout)


def known_as(source: FileSource) -> str:
    """The path of a file as it was given; empty for the bytes of an upload."""
    file = source.file if isinstance(source, LaidOut) else source
    return "" if isinstance(file, bytes) else str(file)


def sheets_of(text: str, files: Sequence[str]) -> dict[str, str]:
    """Read `--sheet` of a command that reads several tables: `NAME`, or `FILE=NAME,FILE=NAME`.

    Args:
        files: what the tables are called.

    Returns:
        File -> sheet; a name alone stands under an empty text.
    """
    if not text.startswith(tuple(f"{file}=" for file in files)):
        return {"": text} if text else {}
    return parse_mapping(text, ",".join(f"{file}=SHEET" for file in files), SHEET)


def numbered(columns: int) -> list[str]:
    """Names of columns that have none: `Column 1`, `Column 2`."""
    return [f"{_COLUMN} {number}" for number in range(1, columns + 1)]


def by_number(mapping: Mapping[str, str]) -> dict[str, str]:
    """Role -> column, of a table without names of columns: `3` is the third one."""
    return {
        role: f"{_COLUMN} {int(column)}" if column.isdecimal() else column
        for role, column in mapping.items()
    }

"""One sheet of an Excel file as the text of a CSV file, for every reader of tables.

Values are read as they were saved; formulas are not computed. How much is unpacked is bounded.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from engine.core.errors import InputTextError
from engine.core.wording import counted, in_a_row

_BOOK = "xl/workbook.xml"
_MOST_UNPACKED = 500 * 2**20  # bytes of all parts
_DAMAGED = "is an Excel file that cannot be read; open it and save it again, or save it as CSV"
# A workbook with a password is a container of this kind, with a stream of this name.
_CONTAINER = b"\xd0\xcf\x11\xe0"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_SHOWN = 8  # names of sheets in one sentence
_LONGEST = 40  # characters of one


@dataclass(frozen=True)
class Sheet:
    """One sheet of an Excel file.

    Args:
        text: its cells, as CSV.
        name: empty where the file has no other sheet.
        others: names of the other sheets, empty ones too.
        hidden: whether Excel shows it only on request.
        merged: the merged cells of its first row, as `B1 to D1`.
    """

    text: str
    name: str = ""
    others: tuple[str, ...] = ()
    hidden: bool = False
    merged: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences for the user: which sheet was read, where there are several."""
        if not self.name:
            return ()
        number = counted(len(self.others) + 1, "sheet")
        hidden = ", which is hidden in Excel" * self.hidden
        return (f"Read from the sheet {shown_sheet(self.name)}{hidden}, of {number}.",)

    @property
    def merged_note(self) -> str:
        """A sentence about merged cells where names of columns are looked for; else empty."""
        if not self.merged:
            return ""
        return (
            f"Cells of the first row are merged ({shown_list(self.merged)}), so not every column "
            "has its name there; unmerge them, or delete the rows above the names of the columns."
        )


def is_workbook(data: bytes) -> bool:
    """Whether bytes are an Excel file of the kind that is read, `.xlsx` or `.xlsm`."""
    if not data.startswith(b"PK\x03\x04"):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            return _BOOK in parts.namelist()
    except (zipfile.BadZipFile, ValueError, OSError):
        return False


def has_password(data: bytes) -> bool:
    """Whether bytes are an Excel file that opens with a password only."""
    return data.startswith(_CONTAINER) and _ENCRYPTED in data


def shown_sheet(name: str) -> str:
    """The name of a sheet in a sentence, cut where it is long."""
    return f"“{name if len(name) <= _LONGEST else f'{name[: _LONGEST - 1]}…'}”"


def shown_list(names: Sequence[str], most: int = _SHOWN) -> str:
    """Names in a sentence; those after the first ones are only counted."""
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} more"]
    return in_a_row(names)


def read_sheet(data: bytes, known: str, wanted: str = "") -> Sheet:
    """A sheet: the one that is named, else the first one in sight with a cell in it.

    Args:
        data: of an Excel file.
        known: its name for the user.
        wanted: name of a sheet; empty to choose.

    Raises:
        InputTextError: if it cannot be read, is too large, has no such sheet, or no cells.
    """
    from python_calamine import CalamineError

    try:
        book = _opened(data, known)
        hidden = _hidden(book)
        name = _name_of(wanted, [*hidden], known) if wanted else ""
        # Lists that a questionnaire is filled from are hidden, often before the answers.
        tried = [name] if name else sorted(hidden, key=hidden.__getitem__)
        for each in tried:
            if cells := _rows(book, each):
                return _sheet(book, each, cells, hidden)
        with_cells = [] if not name else [each for each in hidden if _has_cells(book, each)]
    except CalamineError:
        raise InputTextError(f"{known} {_DAMAGED}.") from None
    if with_cells:
        raise InputTextError(
            f"The sheet {shown_sheet(name)} of {known} is empty. "
            f"Sheets with cells: {shown_list([*map(shown_sheet, with_cells)])}."
        )
    raise InputTextError(f"{known} is an Excel file without a cell that holds anything.")


def sheets_with_cells(data: bytes, known: str) -> dict[str, bool]:
    """Name -> whether it is hidden, of the sheets that can be read, those in sight first.

    Args:
        data: of any file; one that is no Excel file has no sheets.
        known: its name for the user.
    """
    from python_calamine import CalamineError

    if not is_workbook(data):
        return {}
    try:
        book = _opened(data, known)
        hidden = _hidden(book)
        return {
            name: hidden[name]
            for name in sorted(hidden, key=hidden.__getitem__)
            if _has_cells(book, name)
        }
    except CalamineError:
        raise InputTextError(f"{known} {_DAMAGED}.") from None


def _opened(data: bytes, known: str) -> Any:
    from python_calamine import CalamineWorkbook

    _check_size(data, known)
    return CalamineWorkbook.from_filelike(io.BytesIO(data))


def _hidden(book: Any) -> dict[str, bool]:
    """Name -> whether it is hidden, of the sheets of cells."""
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    return {
        sheet.name: sheet.visible != SheetVisibleEnum.Visible
        for sheet in book.sheets_metadata
        if sheet.typ == SheetTypeEnum.WorkSheet
    }


def _name_of(wanted: str, names: Sequence[str], known: str) -> str:
    """The sheet of this name; case makes no difference, as in Excel."""
    plain = {name.strip().casefold(): name for name in reversed(names)}
    found = wanted if wanted in names else plain.get(wanted.strip().casefold())
    if found is None:
        shown = shown_list([*map(shown_sheet, names)])
        raise InputTextError(
            f"{known} has no sheet {shown_sheet(wanted)}. It has: {shown}."
            if shown
            else f"{known} has no sheet {shown_sheet(wanted)}."
        )
    return found


def _sheet(book: Any, name: str, cells: list[list[str]], hidden: dict[str, bool]) -> Sheet:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(cells)
    others = tuple(other for other in hidden if other != name)
    merged = _merged(book.get_sheet_by_name(name))
    return Sheet(text.getvalue(), name if others else "", others, hidden[name], merged)


def _merged(sheet: Any) -> tuple[str, ...]:
    """The merged cells of the first row that holds anything."""
    first = sheet.start[0]
    return tuple(
        f"{_place(*begin)} to {_place(*end)}"
        for begin, end in sheet.merged_cell_ranges or ()
        if begin[0] == first
    )


def _place(row: int, column: int) -> str:
    """A cell as Excel calls it; both numbers from 0."""
    letters, number = "", column + 1
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row + 1}"


def _check_size(data: bytes, known: str) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            unpacked = sum(part.file_size for part in parts.infolist())
    except (zipfile.BadZipFile, ValueError, OSError):
        raise InputTextError(f"{known} {_DAMAGED}.") from None
    if unpacked > _MOST_UNPACKED:
        raise InputTextError(
            f"{known} unpacks to more than {_MOST_UNPACKED // 2**20} MB, the most that is read; "
            "split it, or leave out columns that are not needed."
        )


def _has_cells(book: Any, name: str) -> bool:
    return any(any(map(_text, row)) for row in book.get_sheet_by_name(name).iter_rows())


def _rows(book: Any, name: str) -> list[list[str]]:
    """Cells as text, without the rows below the last one that holds anything."""
    rows = [[_text(cell) for cell in row] for row in book.get_sheet_by_name(name).to_python()]
    while rows and not any(rows[-1]):
        rows.pop()
    return rows


def _text(value: Any) -> str:
    """A cell as a spreadsheet writes it to CSV with decimal points."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.isoformat(" ")
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value)

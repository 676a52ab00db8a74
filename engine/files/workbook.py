"""The first sheet of an Excel file as the text of a CSV file, for every reader of tables.

Values are read as they were saved; formulas are not computed. How much is unpacked is bounded.
"""

from __future__ import annotations

import csv
import io
import zipfile
from datetime import date, datetime, time
from typing import Any

from engine.core.errors import InputTextError
from engine.core.wording import counted

_BOOK = "xl/workbook.xml"
_MOST_UNPACKED = 500 * 2**20  # bytes of all parts
_DAMAGED = "is an Excel file that cannot be read; open it and save it again, or save it as CSV"


def is_workbook(data: bytes) -> bool:
    """Whether bytes are an Excel file of the kind that is read, `.xlsx` or `.xlsm`."""
    if not data.startswith(b"PK\x03\x04"):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            return _BOOK in parts.namelist()
    except (zipfile.BadZipFile, ValueError, OSError):
        return False


def sheet_text(data: bytes, known: str) -> tuple[str, str]:
    """The first sheet with a cell in it, as CSV.

    Args:
        data: of an Excel file.
        known: its name for the user.

    Returns:
        The text, and a sentence that names the sheet, where there are several.

    Raises:
        InputTextError: if it cannot be read, is too large, or has no cells.
    """
    from python_calamine import CalamineError, CalamineWorkbook

    _check_size(data, known)
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        names = list(book.sheet_names)
        rows = {name: _rows(book, name) for name in names[:1]}
        for name in names[1:]:
            if any(rows.values()):
                break
            rows = {name: _rows(book, name)}
    except CalamineError:
        raise InputTextError(f"{known} {_DAMAGED}.") from None
    ((name, cells),) = rows.items() or [("", [])]
    if not cells:
        raise InputTextError(f"{known} is an Excel file without a cell that holds anything.")
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(cells)
    several = f"Read from the sheet “{name}”, of {counted(len(names), 'sheet')}."
    return text.getvalue(), several if len(names) > 1 else ""


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

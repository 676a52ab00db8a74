"""Tables for a spreadsheet: CSV with the signs of a language, and Excel's own files.

Excel reads a CSV file by the language of its user: where 1.5 is written 1,5, columns are separated
by semicolons, and `1.5` is taken for a date. A byte order mark says that the text is UTF-8.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.files.export import csv_text, known_cells

if TYPE_CHECKING:
    import pandas as pd

COMMA, POINT = ",", "."
_FRACTION = {
    sign: re.compile(rf"[+-]?(?:0|[1-9]\d{{0,14}})(?:{re.escape(sign)}(\d+))?")
    for sign in (COMMA, POINT)
}
_BYTE_ORDER_MARK = "\ufeff"
_MOST_ROWS, _MOST_COLUMNS = 1_048_575, 16_384  # below the heading, of a sheet
_LONGEST = 32_767  # characters of a cell
_WIDEST, _NARROWEST = 60, 8  # characters that a column is drawn with
_LOOKED_AT = 200  # rows, for the width of a column


def decimal_sign(locale: str | None) -> str:
    """The decimal sign of a language as browsers name it, such as `de-AT`; a point if unknown."""
    from babel import Locale, UnknownLocaleError
    from babel.numbers import get_decimal_symbol

    try:
        sign = get_decimal_symbol(Locale.parse(locale or "en", sep="-"))
    except (ValueError, UnknownLocaleError):
        return POINT
    return COMMA if sign == COMMA else POINT


def csv_for_excel(frame: pd.DataFrame, decimal: str) -> str:
    """A table as CSV that Excel opens by a double click; texts as in `csv_text`.

    Args:
        decimal: COMMA for semicolons and decimal commas, POINT for commas and decimal points.
    """
    return _BYTE_ORDER_MARK + csv_text(frame, decimal=decimal)


def xlsx(frame: pd.DataFrame, about: Mapping[str, str] | None = None) -> bytes:
    """A table as an Excel file, in which no text is a formula or a link.

    Args:
        about: what the table is, written on a second sheet; a line an entry.

    Raises:
        InputTextError: if a sheet cannot hold so many rows or columns.
    """
    import xlsxwriter

    if len(frame) > _MOST_ROWS or frame.shape[1] > _MOST_COLUMNS:
        raise InputTextError(
            f"An Excel sheet holds {_MOST_ROWS:,} rows and {_MOST_COLUMNS:,} columns; this table "
            f"has {len(frame):,} and {frame.shape[1]:,}. Take the CSV file instead."
        )
    stream = BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(stream, options) as book:
        bold = book.add_format({"bold": True})
        sheet = book.add_worksheet("Data")
        sheet.freeze_panes(1, 0)
        known = known_cells(frame)
        for place, name in enumerate(frame.columns):
            column = with_fractions(known.iloc[:, place].tolist())
            sheet.write_string(0, place, _text(name), bold)
            for row, value in enumerate(column, start=1):
                _write(sheet, row, place, value)
            sheet.set_column(place, place, _width(name, column))
        if about:
            _describe(book.add_worksheet("About"), about, bold)
    return stream.getvalue()


def with_fractions(column: list[Any]) -> list[Any]:
    """The cells of a column of text as numbers, where all are: a user's own column of `0,8`.

    Numbers whose signs may separate thousands stay as they are, as do those that a number would
    write otherwise, such as 1.10.

    Args:
        column: cells; None where one is empty.
    """
    texts = [cell.strip() for cell in column if isinstance(cell, str) and cell.strip()]
    if not texts or any(not isinstance(cell, str) for cell in column if cell is not None):
        return column
    for sign in (COMMA, POINT):
        written = [_FRACTION[sign].fullmatch(text) for text in texts]
        fractions = {found[1] for found in written if found and found[1]}
        if not all(written) or not fractions or {len(part) for part in fractions} == {3}:
            continue
        if sign == POINT and any(str(float(text)) != text for text in texts if POINT in text):
            continue
        cells = [cell.replace(COMMA, POINT) if cell and cell.strip() else "" for cell in column]
        return [float(cell) if cell else None for cell in cells]
    return column


def _describe(sheet: Any, about: Mapping[str, str], bold: Any) -> None:
    for row, (name, text) in enumerate(about.items()):
        sheet.write_string(row, 0, _text(name), bold)
        sheet.write_string(row, 1, _text(text))
    sheet.set_column(0, 0, _width("", [*about]))
    sheet.set_column(1, 1, _WIDEST)


def _write(sheet: Any, row: int, column: int, value: Any) -> None:
    """One cell; what is missing stays empty, and what is no finite number is text."""
    if value is None:
        return
    if isinstance(value, bool):
        sheet.write_boolean(row, column, value)
    elif isinstance(value, int | float) and math.isfinite(value):
        sheet.write_number(row, column, value)
    else:
        sheet.write_string(row, column, _text(value))


def _text(value: Any) -> str:
    text = str(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _width(name: Any, column: list[Any]) -> int:
    longest = max(map(len, map(str, [name, *column[:_LOOKED_AT]])))
    return min(max(longest + 1, _NARROWEST), _WIDEST)

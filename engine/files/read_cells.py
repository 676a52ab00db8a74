"""Text to cells under a header, whichever way it is written: CSV, TSV or JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from engine.core.errors import InputTextError
from engine.core.wording import agreeing, counted, in_a_row, listed
from engine.files.cells import Cells
from engine.files.conventions import has_no_value, named_delimiter
from engine.files.delimited_cells import called, delimited_rows, delimiter_of, likeliest, rows_alone
from engine.files.json_cells import json_rows
from engine.files.records import is_json_list
from engine.files.text_file import TextFile

CSV, TSV, JSONL, JSON = "csv", "tsv", "jsonl", "json"
_JSON_NAMES = (".jsonl", ".ndjson", ".json")
_SHOWN = 3  # columns in a note


def cells_of(file: TextFile, fits: Callable[[Sequence[str]], bool]) -> tuple[str, Cells]:
    """The cells of a file; cells that hold a sign for no value alone are empty.

    Args:
        fits: whether a header makes sense; it tells the delimiter.

    Returns:
        The format, `csv`, `tsv`, `jsonl` or `json`, and the cells.
    """
    kind, rows = _read(file, fits)
    for row, cells in rows.good:
        for place, cell in enumerate(cells):
            if has_no_value(cell) and (row, place) not in rows.no_text:
                rows.no_value[row, place] = cell.strip()
                cells[place] = ""
    if rows.no_value:
        rows.notes.append(_no_value_note(rows))
    return kind, rows


def _no_value_note(rows: Cells) -> str:
    signs = list(dict.fromkeys(rows.no_value.values()))
    columns = dict.fromkeys(rows.header[place] or "(unnamed)" for _, place in rows.no_value)
    number = len(rows.no_value)
    return (
        f"{counted(number, 'cell')} {'holds' if number == 1 else 'hold'} nothing but "
        f"{in_a_row(signs, 'or')}, and "
        f"{agreeing(number, 'are')} read as empty (in {listed([*columns], _SHOWN)})."
    )


def _read(file: TextFile, fits: Callable[[Sequence[str]], bool]) -> tuple[str, Cells]:
    listed_objects = is_json_list(file.text)
    as_json = Path(file.name).suffix.lower() in _JSON_NAMES or file.text.lstrip()[:1] == "{"
    if as_json or listed_objects:
        if not file.header:
            raise InputTextError(
                f"{file.name} is JSON, whose rows name their columns; it is read as it is."
            )
        return JSON if listed_objects else JSONL, json_rows(file, fits)
    named, text = named_delimiter(file.text)
    if not file.header:
        delimiter = named or likeliest(text)
        rows = rows_alone(text, file.name, delimiter)
    else:
        delimiter = delimiter_of(text, named, fits)
        rows = delimited_rows(text, file.name, delimiter)
    if named:
        rows.notes.insert(0, _named_note(named, delimiter))
    return TSV if delimiter == "\t" else CSV, rows


def _named_note(named: str, delimiter: str) -> str:
    said = f"The first line names the {called(named)} as delimiter"
    if named == delimiter:
        return f"{said}; rows are counted from the header below it."
    return f"{said}, but the header is read with the {called(delimiter)}."

"""Text to cells under a header, whichever way it is written: CSV, TSV or JSON lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.files.records import DELIMITERS, delimited, json_lines
from engine.files.text_file import TextFile

if TYPE_CHECKING:
    import pandas as pd


CSV, TSV, JSONL = "csv", "tsv", "jsonl"
_JSON_NAMES = (".jsonl", ".ndjson", ".json")
_HEADER = 2**16  # characters in which the header is looked for


@dataclass
class Cells:
    """Cells of a file under its header, what could not be read, and what is no text.

    Args:
        good: (row, cells).
        bad: (row, problem, cells).
        no_text: (row, place) of cells that were a number, a list or the like in JSON.
    """

    header: list[str]
    good: list[tuple[int, list[str]]] = field(default_factory=list)
    bad: list[tuple[int, str, list[str]]] = field(default_factory=list)
    no_text: set[tuple[int, int]] = field(default_factory=set)


def cells_of(file: TextFile, fits: Callable[[Sequence[str]], bool]) -> tuple[str, Cells]:
    """The cells of a file.

    Args:
        fits: whether a header makes sense; it tells the delimiter.

    Returns:
        The format, `csv`, `tsv` or `jsonl`, and the cells.
    """
    if Path(file.name).suffix.lower() in _JSON_NAMES or file.text.lstrip()[:1] == "{":
        return JSONL, _json_rows(file)
    delimiter = _delimiter(file, fits)
    return TSV if delimiter == "\t" else CSV, _delimited_rows(file, delimiter)


def _delimiter(file: TextFile, fits: Callable[[Sequence[str]], bool]) -> str:
    """The delimiter under which the header makes sense; else the one it has most of."""
    headers = {
        delimiter: next((record.cells for record in delimited(file.text[:_HEADER], delimiter)), [])
        for delimiter in DELIMITERS
    }
    for delimiter, header in headers.items():
        if fits([cell.strip() for cell in header]):
            return delimiter
    return max(headers, key=lambda delimiter: len(headers[delimiter]))


def _delimited_rows(file: TextFile, delimiter: str) -> Cells:
    records = delimited(file.text, delimiter)
    first = next(records, None)
    if first is None or first.problem:
        raise InputTextError(f"The first row of {file.name} is not a header with column names.")
    rows = Cells([cell.strip() for cell in first.cells])
    width = len(rows.header)
    for record in records:
        cells = record.cells
        if record.problem:
            rows.bad.append((record.row, record.problem, cells))
            continue
        while len(cells) > width and not cells[-1].strip():
            cells.pop()  # spreadsheets pad rows
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != width:
            rows.bad.append((record.row, _ragged(len(cells), width, delimiter), cells))
        else:
            rows.good.append((record.row, cells))
    return rows


def _ragged(found: int, wanted: int, delimiter: str) -> str:
    if found < wanted:
        return f"has {found} of {wanted} columns; it may be cut off"
    return (
        f"has {found} columns where the header has {wanted}; a sentence with a "
        f"{DELIMITERS[delimiter]} needs quotation marks around it"
    )


def _json_rows(file: TextFile) -> Cells:
    rows = Cells([])
    objects: list[tuple[int, dict[str, Any]]] = []
    names: dict[str, None] = {}
    for row, found, problem in json_lines(file.text):
        if found is None:
            rows.bad.append((row, problem, []))
        else:
            objects.append((row, found))
            names |= dict.fromkeys(found)
    if not objects:
        raise InputTextError(f"{file.name} contains no JSON object; put one on each line.")
    rows.header = list(names)
    for row, found in objects:
        values = [found.get(name) for name in names]
        rows.good.append((row, ["" if value is None else str(value) for value in values]))
        # A number or a list in a sentence's place is caught as such, not scored as its JSON.
        rows.no_text.update(
            (row, place)
            for place, value in enumerate(values)
            if value is not None and not isinstance(value, str)
        )
    return rows


# --- cell frames --------------------------------------------------------------------------
# Cells of a user's file to tables: the rows that are kept, and those that are not.


def kept_frame(rows: Cells, columns: Mapping[str, str]) -> pd.DataFrame:
    """The good rows as text, under the names of their roles.

    Args:
        columns: role -> the file's own name; other columns keep theirs.

    Returns:
        The index is the row number in the file, from 1 with the header.
    """
    import pandas as pd

    roles = {name: role for role, name in columns.items()}
    names = list(_distinct(roles.get(name, name) for name in rows.header))
    index = pd.Index([row for row, _ in rows.good], name="row", dtype="int64")
    cells = [cells for _, cells in rows.good]
    return pd.DataFrame(cells, columns=names, index=index, dtype=str)


def rejected_frame(rows: Cells) -> pd.DataFrame:
    """The bad rows: `row`, `problem`, and their cells under the file's own names."""
    import pandas as pd

    names = list(_distinct(rows.header))
    width = len(names)
    lines = [
        {"row": row, "problem": problem}
        | dict(zip(names, cells[:width], strict=False))
        | ({"further cells": " | ".join(cells[width:])} if len(cells) > width else {})
        for row, problem, cells in sorted(rows.bad, key=lambda entry: entry[0])
    ]
    frame = pd.DataFrame(lines, columns=None if lines else ["row", "problem", *names])
    return frame.fillna("")


def _distinct(names: Iterator[str] | list[str]) -> Iterator[str]:
    """Column names with a number behind those that repeat, and those that would clash."""
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name} ({seen[name]})"

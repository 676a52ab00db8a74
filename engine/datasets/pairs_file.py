"""Files of sentence pairs that users bring: columns recognised, rows checked one by one.

Good rows are kept and bad ones are listed with their number, so a file with three broken
rows is a file with three rows fewer, and never an error about the whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.datasets.pair_columns import (
    DIRECTION,
    LESS,
    MORE,
    TYPE,
    column_mapping,
    direction_of,
    recognised,
)
from engine.datasets.records import DELIMITERS, delimited, json_lines
from engine.datasets.text_file import TextFile, read_text
from engine.errors import InputTextError

if TYPE_CHECKING:
    import pandas as pd

CSV, TSV, JSONL = "csv", "tsv", "jsonl"
_JSON_NAMES = (".jsonl", ".ndjson", ".json")
_HEADER = 2**16  # characters in which the header is looked for


@dataclass(frozen=True, eq=False)
class PairsFile:
    """A file of pairs as it was understood.

    Args:
        name: how the user knows it.
        pairs: the good rows: `sent_more`, `sent_less`, `stereo_antistereo` and `bias_type`
            where the file has them (`stereo`, `antistereo` or empty), and all its other
            columns as text; the index is the row number in the file, from 1 with the header.
        rejected: the bad rows: `row`, `problem`, and their cells under the file's own names.
        columns: role -> the file's own name for it.
        format: `csv`, `tsv` or `jsonl`.
        encoding: as it was read.
        notes: sentences for the user where something was guessed.
    """

    name: str
    pairs: pd.DataFrame
    rejected: pd.DataFrame
    columns: dict[str, str]
    format: str
    encoding: str
    notes: tuple[str, ...] = ()

    def in_own_words(self, frame: pd.DataFrame) -> pd.DataFrame:
        """A table made from `pairs` under the file's own column names, for export."""
        return frame.rename(columns=self.columns)


@dataclass
class _Rows:
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


def read_pairs(
    source: Path | str | bytes,
    name: str | None = None,
    mapping: Mapping[str, str] | None = None,
    encoding: str | None = None,
) -> PairsFile:
    """Read a CSV, TSV or JSONL file of pairs.

    Args:
        source: path, or the bytes of an upload.
        name: how the user knows it; its ending tells JSONL from CSV.
        mapping: role (`sent_more`, `sent_less`, `stereo_antistereo`, `bias_type`) -> the
            file's column; roles left out are recognised.
        encoding: None to find it out.

    Raises:
        MissingColumnsError: if the sentences' columns cannot be told; it holds the header.
        InputTextError: if the file cannot be read as text, is too large, or is empty.
    """
    file = read_text(source, name, encoding)
    if not file.text.strip():
        raise InputTextError(f"{file.name} is empty.")
    kind, rows = _rows(file, mapping or {})
    columns = column_mapping(file.name, rows.header, mapping or {})
    _check(rows, columns)
    return PairsFile(
        name=file.name,
        pairs=_pairs(rows, columns),
        rejected=_rejected(rows),
        columns=columns,
        format=kind,
        encoding=file.encoding,
        notes=file.notes,
    )


def header_of(source: Path | str | bytes, name: str | None = None) -> list[str]:
    """Column names of a file, to choose from where they are not recognised.

    Raises:
        InputTextError: as `read_pairs`.
    """
    return _rows(read_text(source, name), {})[1].header


def _rows(file: TextFile, mapping: Mapping[str, str]) -> tuple[str, _Rows]:
    if Path(file.name).suffix.lower() in _JSON_NAMES or file.text.lstrip()[:1] == "{":
        return JSONL, _json_rows(file)
    delimiter = _delimiter(file, mapping)
    return TSV if delimiter == "\t" else CSV, _delimited_rows(file, delimiter)


def _delimiter(file: TextFile, mapping: Mapping[str, str]) -> str:
    """The delimiter under which the header makes sense; else the one it has most of."""
    headers = {
        delimiter: next((record.cells for record in delimited(file.text[:_HEADER], delimiter)), [])
        for delimiter in DELIMITERS
    }
    for delimiter, header in headers.items():
        names = [cell.strip() for cell in header]
        if {MORE, LESS} <= {*recognised(names)} | {
            role for role, column in mapping.items() if column in names
        }:
            return delimiter
    return max(headers, key=lambda delimiter: len(headers[delimiter]))


def _delimited_rows(file: TextFile, delimiter: str) -> _Rows:
    records = delimited(file.text, delimiter)
    first = next(records, None)
    if first is None or first.problem:
        raise InputTextError(f"The first row of {file.name} is no header with column names.")
    rows = _Rows([cell.strip() for cell in first.cells])
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


def _json_rows(file: TextFile) -> _Rows:
    rows = _Rows([])
    objects: list[tuple[int, dict[str, Any]]] = []
    names: dict[str, None] = {}
    for row, found, problem in json_lines(file.text):
        if found is None:
            rows.bad.append((row, problem, []))
        else:
            objects.append((row, found))
            names |= dict.fromkeys(found)
    if not objects:
        raise InputTextError(f"{file.name} holds no JSON object; put one on each line.")
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


def _check(rows: _Rows, columns: Mapping[str, str]) -> None:
    """Move the rows that cannot be scored from good to bad; tidy labels in those that can."""
    places = {role: rows.header.index(name) for role, name in columns.items()}
    kept = []
    for row, cells in rows.good:
        problem = _problem(rows, row, cells, places)
        if problem:
            rows.bad.append((row, problem, cells))
            continue
        if DIRECTION in places:
            cells[places[DIRECTION]] = direction_of(cells[places[DIRECTION]]) or ""
        if TYPE in places:
            cells[places[TYPE]] = cells[places[TYPE]].strip()
        kept.append((row, cells))
    rows.good = kept
    rows.bad.sort(key=lambda entry: entry[0])


def _problem(rows: _Rows, row: int, cells: Sequence[str], places: Mapping[str, int]) -> str:
    for role in (MORE, LESS):
        sentence = cells[places[role]]
        if not sentence.strip():
            return f"{role} is empty"
        if (row, places[role]) in rows.no_text:
            return f"{role} is not text"
    if DIRECTION in places and direction_of(cells[places[DIRECTION]]) is None:
        label = cells[places[DIRECTION]].strip()[:40]
        return f"{DIRECTION} is {label!r}; it is stereo, antistereo or empty"
    return ""


def _pairs(rows: _Rows, columns: Mapping[str, str]) -> pd.DataFrame:
    import pandas as pd

    roles = {name: role for role, name in columns.items()}
    names = list(_distinct(roles.get(name, name) for name in rows.header))
    index = pd.Index([row for row, _ in rows.good], name="row", dtype="int64")
    cells = [cells for _, cells in rows.good]
    return pd.DataFrame(cells, columns=names, index=index, dtype=str)


def _rejected(rows: _Rows) -> pd.DataFrame:
    import pandas as pd

    names = list(_distinct(rows.header))
    width = len(names)
    lines = [
        {"row": row, "problem": problem}
        | dict(zip(names, cells[:width], strict=False))
        | ({"further cells": " | ".join(cells[width:])} if len(cells) > width else {})
        for row, problem, cells in rows.bad
    ]
    frame = pd.DataFrame(lines, columns=None if lines else ["row", "problem", *names])
    return frame.fillna("")


def _distinct(names: Iterator[str] | list[str]) -> Iterator[str]:
    """Column names with a number behind those that repeat, and those that would clash."""
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name} ({seen[name]})"

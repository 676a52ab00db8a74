"""Files of sentence pairs that users bring: columns recognised, rows checked one by one.

Good rows are kept and bad ones are listed with their number, so a file with three broken
rows is a file with three rows fewer, and never an error about the whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.files.cells import Cells, kept_frame, rejected_frame
from engine.files.columns import recognised
from engine.measures.pairs.data.columns import COLUMNS, DIRECTION, LESS, MORE, TYPE, direction_of

if TYPE_CHECKING:
    import pandas as pd


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
    """
    file, kind, rows, columns = recognised(source, name, mapping, encoding, COLUMNS)
    _check(rows, columns)
    return PairsFile(
        name=file.name,
        pairs=kept_frame(rows, columns),
        rejected=rejected_frame(rows),
        columns=columns,
        format=kind,
        encoding=file.encoding,
        notes=file.notes,
    )


def _check(rows: Cells, columns: Mapping[str, str]) -> None:
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


def _problem(rows: Cells, row: int, cells: Sequence[str], places: Mapping[str, int]) -> str:
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

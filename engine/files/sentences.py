"""Files of sentences to be completed: one a line, or a column of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.errors import InputTextError
from engine.files.cells import Cells, rejected_frame
from engine.files.columns import Roles, first_known, parse_mapping, recognised
from engine.files.text_file import read_text

if TYPE_CHECKING:
    import pandas as pd

TEXT = "text"
MOST = 20_000  # sentences of one file
_NAMES = (TEXT, "sentence", "prompt", "cloze", "context", "template")
_LINES = ".txt"


def _recognised(header: Sequence[str]) -> dict[str, str]:
    column = first_known(header, _NAMES)
    return {} if column is None else {TEXT: column}


COLUMNS = Roles(
    (TEXT,),
    (TEXT,),
    _recognised,
    f"Name the column of the sentences {TEXT}, or say which it is: {TEXT}=COLUMN.",
)


@dataclass(frozen=True, eq=False)
class SentencesFile:
    """A file of sentences as it was understood.

    Args:
        name: how the user knows it.
        sentences: (number of the row or line in the file, from 1, sentence), empty ones left out.
        rejected: the bad rows: `row`, `problem`, and their cells under the file's own names.
        columns: role -> the file's own name for it; empty for lines of text.
        format: `txt`, `csv`, `tsv` or `jsonl`.
        encoding: as it was read.
        notes: sentences for the user where something was guessed.
    """

    name: str
    sentences: tuple[tuple[int, str], ...]
    rejected: pd.DataFrame
    columns: dict[str, str]
    format: str
    encoding: str
    notes: tuple[str, ...] = ()


def read_sentences_file(
    source: Path | str | bytes,
    name: str | None = None,
    mapping: Mapping[str, str] | None = None,
) -> SentencesFile:
    """Read sentences: a text file has one a line, a CSV, TSV or JSONL file has a column of them.

    Args:
        source: path, or the bytes of an upload.
        name: how the user knows it; `.txt` tells lines, `.jsonl` JSON.
        mapping: `text` -> the file's column; by default it is recognised by its name.
    """
    known = name or str(source)
    if Path(known).suffix.lower() == _LINES and not mapping:
        return _bounded(_of_lines(source, name))
    file, kind, rows, columns = recognised(source, name, mapping, None, COLUMNS)
    place = rows.header.index(columns[TEXT])
    kept = []
    for row, cells in rows.good:
        text = " ".join(cells[place].split())
        problem = _problem(rows, row, place, text)
        if problem:
            rows.bad.append((row, problem, cells))
        else:
            kept.append((row, text))
    return _bounded(
        SentencesFile(
            file.name, tuple(kept), rejected_frame(rows), columns, kind, file.encoding, file.notes
        )
    )


def _of_lines(source: Path | str | bytes, name: str | None) -> SentencesFile:
    file = read_text(source, name)
    lines = enumerate(file.text.splitlines(), start=1)
    kept = tuple((row, text) for row, line in lines if (text := line.strip()))
    nothing = rejected_frame(Cells([]))
    return SentencesFile(file.name, kept, nothing, {}, "txt", file.encoding, file.notes)


def _problem(rows: Cells, row: int, place: int, text: str) -> str:
    if not text:
        return "the sentence is empty"
    return "the sentence is not text" if (row, place) in rows.no_text else ""


def _bounded(file: SentencesFile) -> SentencesFile:
    if not file.sentences:
        raise InputTextError(f"{file.name} holds no sentence.")
    if len(file.sentences) > MOST:
        raise InputTextError(
            f"{file.name} holds {len(file.sentences):,} sentences; at most {MOST:,} are read at "
            "once, so split it."
        )
    return file


def mapping_of(columns: str) -> dict[str, str]:
    """`text` -> column, as a person writes it: `text=COLUMN`."""
    return parse_mapping(columns, f"{TEXT}=COLUMN")

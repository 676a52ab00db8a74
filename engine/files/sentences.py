"""Files of sentences to be completed: one a line, or a column of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.files.cells import Cells
from engine.files.columns import Roles
from engine.files.layout import FileSource, LaidOut, known_as
from engine.files.recognised import RecognisedFile, UserTable, recognised
from engine.files.text_file import read_text

TEXT = "text"
MOST = 20_000  # sentences of one file
_LINES = ".txt"


COLUMNS = Roles(
    {TEXT: (TEXT, "sentence", "prompt", "cloze", "context", "template")},
    (TEXT,),
    f"Name the column of the sentences {TEXT}, or say which it is: {TEXT}=COLUMN.",
)


@dataclass(frozen=True, eq=False, kw_only=True)
class SentencesFile(UserTable):
    """A file of sentences as it was understood; it has no columns where it is lines of text.

    Args:
        sentences: (number of the row or line in the file, from 1, sentence), empty ones left out.
    """

    sentences: tuple[tuple[int, str], ...]


def read_sentences_file(
    source: FileSource,
    name: str | None = None,
    mapping: Mapping[str, str] | None = None,
) -> SentencesFile:
    """Read sentences: a text file has one a line, a CSV, TSV or JSONL file has a column of them.

    Args:
        source: path, or the bytes of an upload; with its layout, where the user gave one.
        name: how the user knows it; `.txt` tells lines, `.jsonl` and `.json` JSON.
        mapping: `text` -> the file's column; by default it is recognised by its name.
    """
    of_table = mapping or isinstance(source, LaidOut)
    if Path(name or known_as(source)).suffix.lower() == _LINES and not of_table:
        return _bounded(_of_lines(source, name))
    file = recognised(source, name, mapping, None, COLUMNS)
    place = file.places[TEXT]

    def problem(row: int, cells: list[str]) -> str:
        cells[place] = " ".join(cells[place].split())
        return _problem(file.rows, row, place, cells[place])

    file.sort_out(problem)
    kept = tuple((row, cells[place]) for row, cells in file.rows.good)
    return _bounded(SentencesFile(sentences=kept, **file.about()))


def _of_lines(source: FileSource, name: str | None) -> SentencesFile:
    file = read_text(source, name)
    lines = enumerate(file.text.splitlines(), start=1)
    kept = tuple((row, text) for row, line in lines if (text := line.strip()))
    of_lines = RecognisedFile(file, "txt", Cells([]), {}, file.notes)
    return SentencesFile(sentences=kept, **of_lines.about())


def _problem(rows: Cells, row: int, place: int, text: str) -> str:
    if not text:
        return f"the sentence is empty{rows.written(row, place)}"
    return "the sentence is not text" if (row, place) in rows.no_text else ""


def _bounded(file: SentencesFile) -> SentencesFile:
    if not file.sentences:
        raise InputTextError(f"{file.name} holds no sentence.")
    if len(file.sentences) > MOST:
        raise InputTextError(
            f"{file.name} holds {counted(len(file.sentences), 'sentence')}; at most {MOST:,} "
            "are read at "
            "once, so split it."
        )
    return file

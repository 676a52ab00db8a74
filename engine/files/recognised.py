"""A user's file of rows up to where its kind matters: text, cells, and which column is what."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from engine.core.errors import InputTextError
from engine.files.cells import Cells, cells_of
from engine.files.columns import Roles, column_mapping
from engine.files.text_file import TextFile, read_text


class RecognisedFile(NamedTuple):
    """A file whose columns are known.

    Args:
        format: `csv`, `tsv` or `jsonl`.
        columns: role -> the file's own name for it.
    """

    text: TextFile
    format: str
    rows: Cells
    columns: dict[str, str]


def recognised(
    source: Path | str | bytes,
    name: str | None,
    mapping: Mapping[str, str] | None,
    encoding: str | None,
    roles: Roles,
) -> RecognisedFile:
    """Read a CSV, TSV or JSONL file and find the columns of its roles.

    Args:
        source: path, or the bytes of an upload.
        name: how the user knows it; its ending tells JSONL from CSV.
        mapping: role -> the file's column; roles left out are recognised.
        encoding: None to find it out.
    """
    given = mapping or {}
    file = read_text(source, name, encoding)
    if not file.text.strip():
        raise InputTextError(f"{file.name} is empty.")
    kind, rows = cells_of(file, partial(roles.fit, given))
    columns = column_mapping(file.name, rows.header, given, roles)
    if not rows.good and not rows.bad:
        raise InputTextError(f"{file.name} has no rows below its header.")
    return RecognisedFile(file, kind, rows, columns)

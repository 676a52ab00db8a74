"""Tables as files, in the format that the end of the name says."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from contextlib import AbstractContextManager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.paths import shown_name
from engine.core.scoped import scoped
from engine.files.export import csv_text, known_cells, write_bytes_whole
from engine.files.spreadsheets import xlsx

if TYPE_CHECKING:
    import pandas as pd

ENDINGS = (".csv", ".xlsx", ".tsv", ".json", ".jsonl")
FORMATS = f"{', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"

_seen: ContextVar[Callable[[Path, pd.DataFrame], object] | None] = ContextVar("seen", default=None)


def seeing_tables(see: Callable[[Path, pd.DataFrame], object]) -> AbstractContextManager[None]:
    """Show each table that is written as it was before its texts were made safe for a file.

    Args:
        see: called with the place and the table.
    """
    return scoped(_seen, see)


def table_ending(path: Path | str) -> str:
    """The end of a table's name, which says its format; `.csv` where it has none.

    Raises:
        InputTextError: if no table is written with this end.
    """
    ending = Path(path).suffix.lower() or ENDINGS[0]
    if ending not in ENDINGS:
        raise InputTextError(
            f"{shown_name(path)} cannot be written: the name of a table ends in {FORMATS}."
        )
    return ending


def save_table(frame: pd.DataFrame, path: Path | str) -> None:
    """Write a table, whole or not at all, in the format that the end of the name says.

    Numbers have all their digits, in an Excel file the 16 that it can hold. Where a program for
    spreadsheets may open the file, text can never become a formula.

    Args:
        path: with one of `ENDINGS`, or none for CSV.

    Raises:
        InputTextError: if the end is another, or a sheet cannot hold so many rows.
    """
    ending, path = table_ending(path), Path(path)
    if (see := _seen.get()) is not None:
        see(path, frame)
    write_bytes_whole(path, _written(frame, ending))


def _written(frame: pd.DataFrame, ending: str) -> bytes:
    if ending == ".xlsx":
        return xlsx(frame)
    if ending == ".json":
        return ("[\n" + ",\n".join(_objects(frame)) + "\n]\n").encode()
    if ending == ".jsonl":
        return "".join(f"{line}\n" for line in _objects(frame)).encode()
    return csv_text(frame, separator="\t" if ending == ".tsv" else None).encode()


def _objects(frame: pd.DataFrame) -> list[str]:
    """A row each as JSON; what is missing or not finite is null."""
    rows = known_cells(frame).to_dict("records")
    return [
        json.dumps({str(name): _plain(value) for name, value in row.items()}, ensure_ascii=False)
        for row in rows
    ]


def _plain(value: Any) -> Any:
    """A cell as JSON has it."""
    if not isinstance(value, str) and hasattr(value, "item"):
        value = value.item()  # a number of numpy's
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return str(value)

"""Tables as CSV that is safe to open, where no text can become a formula; files written whole."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from engine.core.errors import StorageError, why
from engine.core.paths import behind_links, place_for
from engine.core.replacing import put_in_place

if TYPE_CHECKING:
    import pandas as pd

# What a spreadsheet takes for the beginning of a formula, and what it trims before looking.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


def safe_cell(value: Any) -> Any:
    """A cell as it may be exported: text that begins like a formula gets an apostrophe.

    Numbers stay numbers, also where they are written as text.
    """
    if isinstance(value, str) and value.startswith(_FORMULA) and not _NUMBER.fullmatch(value):
        return f"'{value}"
    return value


def csv_text(frame: pd.DataFrame, decimal: str = ".", separator: str | None = None) -> str:
    """A table as CSV without its index; missing values are empty cells.

    Args:
        decimal: sign of numbers.
        separator: between columns; by default a comma, or a semicolon beside decimal commas.

    Source: OWASP, CSV injection.
    """
    from pandas.api.types import is_bool_dtype, is_numeric_dtype

    safe = frame.rename(columns=safe_cell)
    texts = [str(name) for name in frame.columns]
    for place in range(frame.shape[1]):
        column = frame.iloc[:, place]
        if not is_numeric_dtype(column) and not is_bool_dtype(column):
            safe.isetitem(place, [safe_cell(value) for value in column])
            texts += [value for value in column if isinstance(value, str)]
    # Only what is part of a line's end is quoted: an open carriage return would begin a new row.
    end = "\r\n" if any("\r" in text for text in texts) else "\n"
    separator = separator or (";" if decimal == "," else ",")
    return safe.to_csv(index=False, lineterminator=end, sep=separator, decimal=decimal)


def known_cells(frame: pd.DataFrame) -> pd.DataFrame:
    """The same cells as objects; what is missing is None."""
    return frame.astype(object).where(frame.notna(), None)


def write_whole(path: Path | str, write: Callable[[TextIO], object]) -> Path:
    """Write a text file, whole or not at all; of a link, the file that it leads to.

    Args:
        write: writes the content; line ends are written as it gives them.

    Returns:
        Where it is.
    """

    def written(stream: BinaryIO) -> None:
        text = io.TextIOWrapper(stream, encoding="utf-8", newline="")
        write(text)
        text.flush()
        text.detach()  # closing it would close the stream before it is on the disk

    return _put(path, written)


def write_bytes_whole(path: Path | str, content: bytes) -> Path:
    """Write a file, whole or not at all; of a link, the file that it leads to.

    Returns:
        Where it is.
    """
    return _put(path, lambda stream: stream.write(content))


def _put(path: Path | str, write: Callable[[BinaryIO], object]) -> Path:
    path = place_for(path)
    place = behind_links(path)
    part = place.with_name(f".{place.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as stream:
            write(stream)
            stream.flush()
            os.fsync(stream.fileno())
        put_in_place(part, place)
    except OSError as error:
        with suppress(OSError):  # a read-only file system refuses also what is not there
            part.unlink()
        raise StorageError(
            f"{path} cannot be written ({why(error)}); choose another place."
        ) from error
    return path

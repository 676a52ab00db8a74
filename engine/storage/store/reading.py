"""Rows of the store to values, and noting that they were used.

A value that is not JSON as it was written, for example because the file was changed by hand
or by a failing disk, is a miss: it is computed again and replaced.
"""

from __future__ import annotations

import json
import math
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from engine.storage.write_ahead import patience

LARGEST = 2**26  # characters of a value; no measure gives nearly as many
_AT_ONCE = 500  # keys a query
_MARKED = 5000  # rows marked as used in one transaction, so that other writers get their turn
_DAY = 86_400.0


def rows_of(
    connection: sqlite3.Connection, keys: Sequence[str], columns: str
) -> Iterator[tuple[Any, ...]]:
    """Some columns, written as SQL, of the rows with these keys."""
    for start in range(0, len(keys), _AT_ONCE):
        part = keys[start : start + _AT_ONCE]
        marks = ",".join("?" * len(part))
        yield from connection.execute(
            f"SELECT {columns} FROM result WHERE key IN ({marks})", part
        ).fetchall()


def value_column() -> str:
    """The value as SQL; NULL where it is no text, or too long to be one of ours."""
    return f"CASE WHEN typeof(value) = 'text' AND length(value) <= {LARGEST} THEN value END"


def parsed(text: object) -> Any:
    """The value in a text of the store."""
    if not isinstance(text, str):
        raise ValueError("not a text")
    try:
        return json.loads(text, parse_constant=_refused, parse_float=_finite)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _refused(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is not a number")
    return number


def mark_used(connection: sqlite3.Connection, read: Sequence[tuple[str, object]]) -> None:
    """Note that rows were used, at most once a day each, unless that would fail or wait.

    Args:
        read: key and time of the last use of each row.
    """
    now = time.time()
    old = [
        (now, key)
        for key, used in read
        if not isinstance(used, int | float) or not now - _DAY <= used <= now
    ]
    with suppress(sqlite3.DatabaseError):
        if old:
            with patience(connection, 0):
                for start in range(0, len(old), _MARKED):
                    with connection:
                        connection.executemany(
                            "UPDATE result SET used = ? WHERE key = ?",
                            old[start : start + _MARKED],
                        )

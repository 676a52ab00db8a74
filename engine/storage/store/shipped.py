"""The results that come with Biascope: one read-only file, looked in after the user's own store.

Keys are of the content, as everywhere: for other weights, texts or versions it holds nothing.
Values are compressed; what was measured of which text can be told from the keys alone.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from engine.core.replacing import put_in_place
from engine.storage.store.context import rows_of

SHIPPED = Path(__file__).parent / "shipped.sqlite"
_LEVEL = 9  # of compression: written once, read often


def shipped_values(path: Path, keys: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Key and value, as canonical JSON, of those of the keys that are there.

    Args:
        path: of the file; nothing is found where it is missing or cannot be read.
    """
    with suppress(zlib.error, UnicodeDecodeError, TypeError):  # counts as absent: computed
        for key, value in _rows(path, keys, "key, value"):
            yield key, zlib.decompress(value).decode()


def shipped_keys(path: Path, keys: Sequence[str]) -> Iterator[str]:
    """Those of the keys that are there; no value is read.

    Args:
        path: as for `shipped_values`.
    """
    return (key for (key,) in _rows(path, keys, "key"))


def _rows(path: Path, keys: Sequence[str], columns: str) -> Iterator[tuple[Any, ...]]:
    if not keys or not path.exists():
        return
    address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    with (
        suppress(sqlite3.DatabaseError, OSError),
        closing(sqlite3.connect(address, uri=True)) as connection,
    ):
        yield from rows_of(connection, keys, columns)


def write_shipped(path: Path, values: Iterable[tuple[str, str]]) -> None:
    """Write such a file, whole or not at all.

    Args:
        values: key and value, as canonical JSON; the order does not matter.
    """
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    rows = [(key, zlib.compress(value.encode(), _LEVEL)) for key, value in sorted(values)]
    with closing(sqlite3.connect(fresh)) as connection, connection:
        connection.execute("CREATE TABLE result (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID")
        connection.executemany("INSERT INTO result VALUES (?, ?)", rows)
    with closing(sqlite3.connect(fresh)) as connection:
        connection.execute("VACUUM")
    put_in_place(fresh, path)

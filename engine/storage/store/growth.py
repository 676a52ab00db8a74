"""Keeping the file under its limit while it is written.

A process that writes results checks after each 1/512 of the limit how many pages are in use, which
costs one page read, and deletes about as much of the least recently used as it wrote itself. So a
step never takes long, and several processes that write do not delete for each other.
Pages that become free are reused; the file itself becomes smaller only by `prune`, since an
automatic vacuum would make every write slower and cannot be turned on for a file that is there.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress

from engine.storage.write_ahead import patience

# Key, context, time, their place in the index and what SQLite adds, in bytes a row.
ROW = 240
_SMALLEST = 2**16  # bytes between looks, however small the limit
_SHARE = 512  # of the limit is written between two looks
_DELETED_SHARE = 1.25  # deleted for each byte written: it also fills pages that are half empty
_LARGEST_FACTOR = 4  # times as much, where the file is far over its limit
_ROWS = 20_000  # deleted in one step at most


def look_after(limit: int) -> int:
    """Bytes that may be written before the next look."""
    return max(_SMALLEST, limit // _SHARE)


def shrink(connection: sqlite3.Connection, limit: int, written: int) -> None:
    """Delete some of the least recently used results, if the file is over its limit.

    Nothing is done while another process writes: it will look itself, or this one next time.

    Args:
        connection: with no transaction open.
        limit: bytes.
        written: bytes that the caller wrote since it last asked.
    """
    with suppress(sqlite3.OperationalError), patience(connection, 0):
        excess = bytes_in_use(connection) - limit
        if excess > 0:
            _delete(
                connection, max(_DELETED_SHARE * written, min(_LARGEST_FACTOR * written, excess))
            )


def bytes_in_use(connection: sqlite3.Connection) -> int:
    """Bytes of the pages that hold something."""
    pages, free, size = (
        connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * size)


def _delete(connection: sqlite3.Connection, size: float) -> None:
    """Delete the least recently used results until about `size` bytes are gone."""
    oldest = connection.execute(
        "SELECT key, length(CAST(item AS BLOB)) + length(CAST(value AS BLOB)) + ? FROM result "
        "ORDER BY used LIMIT ?",
        (ROW, _ROWS),
    )
    keys = []
    for key, found in oldest:
        keys.append((key,))
        size -= found
        if size <= 0:
            break
    oldest.close()
    with connection:
        connection.executemany("DELETE FROM result WHERE key = ?", keys)

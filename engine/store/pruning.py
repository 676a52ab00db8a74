"""Making the file smaller when asked: the least recently used results go, then one VACUUM."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress

_STEP = 100_000  # rows deleted in one transaction, so that other writers get their turn
_FILLED = 1.04  # bytes of a page for each byte in its rows, after a VACUUM
_EMPTY = 6 * 4096  # bytes of a file without results

# Bytes of a row in pages of 4096: of a long one, what is beyond the first part has pages of its
# own; no row is split between two pages, which leaves half a row empty at the end of each; and
# every row stands in the index of `used` too.
_PAYLOAD = "length(CAST(item AS BLOB)) + length(CAST(value AS BLOB)) + 160"
_LOCAL = """CASE
    WHEN payload <= 1002 THEN payload
    WHEN (payload - 489) % 4092 <= 513 THEN 489 + (payload - 489) % 4092
    ELSE 489
END"""
_SIZES = f"""
    SELECT used, local * (1 + local / 8000.0) + (payload - local + 4091) / 4092 * 4096 + 84 AS size
    FROM (
        SELECT used, payload, {_LOCAL} AS local
        FROM (SELECT used, {_PAYLOAD} AS payload FROM result NOT INDEXED)
    )
"""


def prune(connection: sqlite3.Connection, limit: int) -> int:
    """Delete the least recently used results until the file is under a limit.

    Another process that reads for long keeps the file from becoming smaller at once; then the
    next call, or the next writer, finishes what this one began.

    Args:
        connection: with no transaction open.
        limit: bytes.

    Returns:
        Number of results deleted.

    Raises:
        sqlite3.DatabaseError: if the file cannot be read, or not be written.
    """
    _empty_log(connection)
    deleted, filled = 0, _FILLED
    while (size := _size(connection)) > limit:
        kept = _deleted(connection, (limit - _EMPTY) / filled)
        deleted += kept.deleted
        connection.execute("VACUUM")
        _empty_log(connection)
        if not kept.results:
            break
        size = _size(connection)
        filled = 1.01 * max(filled, (size - _EMPTY) / max(1.0, kept.bytes))
    return deleted


class _Kept:
    """What a round of deleting left."""

    def __init__(self) -> None:
        self.deleted = self.results = 0
        self.bytes = 0.0


def _deleted(connection: sqlite3.Connection, room: float) -> _Kept:
    """Delete all results but the last used that fit into some bytes, and what only they used."""
    outcome = _Kept()
    going: list[tuple[float, int]] = []
    groups = connection.execute(
        f"SELECT used, count(*), sum(size) FROM ({_SIZES}) GROUP BY used ORDER BY used DESC"
    )
    for used, count, size in groups:
        stays = 0
        if not going:
            left = room - outcome.bytes
            stays = count if size <= left else max(0, int(count * left / size))
            outcome.results += stays
            outcome.bytes += size * stays / count
        if stays < count:
            going.append((used, count - stays))
    for used, number in _oldest_first(going):
        with connection:
            outcome.deleted += connection.execute(
                "DELETE FROM result WHERE key IN "
                "(SELECT key FROM result WHERE used <= ? ORDER BY used LIMIT ?)",
                (used, number),
            ).rowcount
    with connection:
        connection.execute(
            "DELETE FROM context WHERE id NOT IN (SELECT DISTINCT context FROM result)"
        )
    return outcome


def _oldest_first(going: list[tuple[float, int]]) -> Iterator[tuple[float, int]]:
    """Latest time of use and number of the rows of each step.

    Args:
        going: time of use and number of rows, latest first.
    """
    rows = 0
    for place, (used, count) in reversed(list(enumerate(going))):
        rows += count
        if rows >= _STEP or place == 0:
            yield used, rows
            rows = 0


def _size(connection: sqlite3.Connection) -> int:
    """Bytes of the file, once its log is written into it."""
    pages, size = (
        connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size")
    )
    return int(pages * size)


def _empty_log(connection: sqlite3.Connection) -> None:
    with suppress(sqlite3.OperationalError):  # a reader that takes long; the log is kept
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()

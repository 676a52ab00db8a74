"""Making the file smaller when asked: the least recently used results go, then one VACUUM."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from dataclasses import dataclass

_STEP = 100_000  # rows deleted in one transaction, so that other writers get their turn
_FILLED = 1.03  # bytes of a page for each byte in its rows, after a VACUUM
_EMPTY = 6 * 4096  # bytes of a file without results

_OTHER = 160  # bytes of a row apart from item and value
_INDEXED = 84  # bytes of a row in the index of `used`
# Of a longer row, what is beyond its first part has pages of its own.
_LONGEST, _FIRST_PART, _PAGE = 1002, 489, 4092
_FULL_PAGE = 4096


def prune(connection: sqlite3.Connection, limit: int) -> int:
    """Delete the least recently used results until the file is under a limit.

    Another process that reads for long keeps the file from becoming smaller at once; then the
    next call, or the next writer, finishes what this one began.

    Args:
        connection: with no transaction open.
        limit: bytes.

    Returns:
        Number of results deleted.
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


@dataclass
class _Group:
    """Results that were last used at the same time.

    Args:
        bytes: of their rows in the file, about.
    """

    used: float
    rows: int = 0
    bytes: float = 0.0


@dataclass
class _Outcome:
    """What a round of deleting did, and what it left."""

    deleted: int = 0
    results: int = 0
    bytes: float = 0.0


def _deleted(connection: sqlite3.Connection, room: float) -> _Outcome:
    """Delete all results but the last used that fit into some bytes, and what only they used."""
    outcome = _Outcome()
    newest, tied, going = 0.0, 0, 0  # of what goes: last time of use, rows of that time, all rows
    for group in _latest_first(connection):
        stays = 0
        if not going:
            left = max(0.0, room - outcome.bytes)
            stays = int(group.rows * min(1.0, left / group.bytes))
            outcome.results += stays
            outcome.bytes += group.bytes * stays / group.rows
            newest, tied = group.used, group.rows - stays
        going += group.rows - stays
    if outcome.results < going / 2:
        outcome.deleted = _all_but_later(connection, newest, tied)
    else:
        for done in range(0, going, _STEP):
            outcome.deleted += _oldest(connection, newest, min(_STEP, going - done))
    with connection:
        connection.execute(
            "DELETE FROM context WHERE id NOT IN (SELECT DISTINCT context FROM result)"
        )
    return outcome


def _latest_first(connection: sqlite3.Connection) -> list[_Group]:
    """All results by the time they were last used, read in the order of the file."""
    groups: dict[float, _Group] = {}
    for used, length in connection.execute(
        "SELECT used, length(CAST(item AS BLOB)) + length(CAST(value AS BLOB)) "
        "FROM result NOT INDEXED"
    ):
        group = groups.get(used)
        if group is None:
            group = groups[used] = _Group(used)
        group.rows += 1
        group.bytes += _row_bytes(length + _OTHER)
    # As SQLite orders them, should a time have become a text.
    return sorted(
        groups.values(),
        key=lambda group: (isinstance(group.used, str), group.used),
        reverse=True,
    )


def _row_bytes(length: int) -> float:
    """Bytes that a row takes in a file of 4096-byte pages.

    No row is split between two pages, which leaves half a row empty at the end of each.
    """
    pages = 0
    if length > _LONGEST:
        pages, rest = divmod(length - _FIRST_PART, _PAGE)
        length = _FIRST_PART + rest
        if length > _LONGEST:
            pages, length = pages + 1, _FIRST_PART
    return length * (1 + length / (2 * _PAGE)) + pages * _FULL_PAGE + _INDEXED


def _all_but_later(connection: sqlite3.Connection, used: float, rows: int) -> int:
    """Delete what was used last at a time or before, by keeping the rest: faster if that is less.

    Args:
        rows: to delete of those used last at that very time.

    Returns:
        Number of results deleted.
    """
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        (before,) = connection.execute("SELECT count(*) FROM result").fetchone()
        connection.execute(
            "CREATE TEMP TABLE kept AS SELECT * FROM result NOT INDEXED WHERE used > ? OR "
            "used = ? AND key NOT IN (SELECT key FROM result WHERE used = ? LIMIT ?)",
            (used, used, used, rows),
        )
        connection.execute("DELETE FROM result")
        connection.execute("INSERT INTO result SELECT * FROM kept ORDER BY key")
        (after,) = connection.execute("SELECT count(*) FROM result").fetchone()
        connection.execute("DROP TABLE kept")
    return int(before - after)


def _oldest(connection: sqlite3.Connection, used: float, rows: int) -> int:
    """Delete some of the least recently used, none of them later than a time."""
    with connection:
        return connection.execute(
            "DELETE FROM result WHERE key IN "
            "(SELECT key FROM result WHERE used <= ? ORDER BY used LIMIT ?)",
            (used, rows),
        ).rowcount


def _size(connection: sqlite3.Connection) -> int:
    """Bytes of the file, once its log is written into it."""
    pages, size = (
        connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size")
    )
    return int(pages * size)


def _empty_log(connection: sqlite3.Connection) -> None:
    with suppress(sqlite3.OperationalError):  # a reader that takes long; the log is kept
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()

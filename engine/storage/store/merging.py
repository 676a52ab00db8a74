"""Joining stores: results of another file, such as that of another machine, added to one's own.

Of two values of one key the own one stays. Nothing of the other file is believed: a row whose key
is not the hash of what it says it is of, or whose value is no JSON, is left out.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.core.errors import InputTextError, why
from engine.storage.migrations import NewerVersionError, check_version
from engine.storage.store.context import MIGRATIONS, content_hash, parsed, rows_of, value_column
from engine.storage.store.shipped import SHIPPED

_AT_ONCE = 2000  # rows of one transaction, so that other writers get their turn
_TABLES = {"context", "result"}


@dataclass
class Merged:
    """What became of the rows of another store.

    Args:
        added: rows that were not known.
        same: rows that were known, with the same value.
        different: rows that were known with another value, which stays.
        damaged: rows that are not as they were written, left out.
    """

    added: int = 0
    same: int = 0
    different: int = 0
    damaged: int = 0


def merge(
    connection: sqlite3.Connection, own: Path, other: Path, on_batch: Callable[[int], None]
) -> Merged:
    """Add what another store knows; each batch is one transaction.

    Args:
        connection: to one's own store, with no transaction open.
        own: its file.
        other: is only read.
        on_batch: called after each batch with the bytes that were added.
    """
    _check_path(own, other)
    merged = Merged()
    with closing(_opened(other)) as reader:
        for rows in _batches(reader, other):
            on_batch(_add(connection, rows, merged))
    return merged


def _check_path(own: Path, other: Path) -> None:
    if not other.is_file():
        raise InputTextError(f"There is no file {other}; name the results.sqlite of a cache.")
    if own.exists() and other.samefile(own):
        raise InputTextError(f"{other} is the store itself; name another one.")
    if other.resolve() == SHIPPED.resolve():
        raise InputTextError(f"{other} comes with every Biascope and is never merged.")


def _opened(other: Path) -> sqlite3.Connection:
    """A connection that cannot write."""
    with _explained(other):
        # A write-ahead log can only be read with files next to it; where there is none, the file
        # is read as it is.
        unlogged = int(not other.with_name(other.name + "-wal").exists())
        address = f"{other.absolute().as_uri()}?mode=ro&immutable={unlogged}"
        connection = sqlite3.connect(address, uri=True)
        try:
            version = check_version(connection, MIGRATIONS)
            tables = {
                name
                for (name,) in connection.execute(
                    "SELECT name FROM sqlite_schema WHERE type = 'table'"
                )
            }
            if not tables >= _TABLES:
                raise InputTextError(f"{other} is no result store: it has none of its tables.")
            if version != len(MIGRATIONS):
                raise InputTextError(
                    f"{other} has format {version} and this version writes {len(MIGRATIONS)}; open "
                    "it once with `cache info`, BIASCOPE_CACHE naming its folder, and merge again."
                )
        except BaseException:
            connection.close()
            raise
        return connection


def _batches(reader: sqlite3.Connection, other: Path) -> Iterator[list[tuple[Any, ...]]]:
    with _explained(other):
        found = reader.execute(
            f"SELECT key, context, item, {value_column()}, used, identity FROM result "
            "LEFT JOIN context ON context.id = result.context"
        )
    while True:
        with _explained(other):
            rows = found.fetchmany(_AT_ONCE)
        if not rows:
            return
        yield rows


@contextmanager
def _explained(other: Path) -> Iterator[None]:
    """Say that the other file cannot be read."""
    try:
        yield
    except NewerVersionError as error:
        raise InputTextError(f"{other} cannot be merged: {error}.") from error
    except (sqlite3.DatabaseError, OSError) as error:
        raise InputTextError(
            f"{other} cannot be read as a result store ({why(error)}); what was read before is "
            "merged."
        ) from error


def _add(connection: sqlite3.Connection, rows: list[tuple[Any, ...]], merged: Merged) -> int:
    """Add a batch in one transaction.

    Returns:
        Bytes that were added.
    """
    sound = [row for row in rows if _is_sound(row)]
    merged.damaged += len(rows) - len(sound)
    with connection:
        connection.execute("BEGIN IMMEDIATE")  # nobody adds a key between the look and the write
        known = dict(rows_of(connection, [row[0] for row in sound], "key, value"))
        fresh = [row for row in sound if row[0] not in known]
        contexts = {row[1]: row[5] for row in fresh}
        connection.executemany("INSERT OR IGNORE INTO context VALUES (?, ?)", contexts.items())
        connection.executemany(
            "INSERT OR IGNORE INTO result VALUES (?, ?, ?, ?, ?)", [row[:5] for row in fresh]
        )
    same = sum(known[row[0]] == row[3] for row in sound if row[0] in known)
    merged.added += len(fresh)
    merged.same += same
    merged.different += len(sound) - len(fresh) - same
    return sum(len(row[2]) + len(row[3]) for row in fresh)


def _is_sound(row: tuple[Any, ...]) -> bool:
    """Whether a row is what it was when it was written."""
    key, context, item, value, used, identity = row
    if not (isinstance(item, str) and isinstance(identity, str) and isinstance(used, float | int)):
        return False
    try:
        parsed(value)
    except ValueError:
        return False
    return content_hash(identity) == context and content_hash(identity, item) == key

"""Write-ahead logging for the SQLite files: readers and one writer do not block each other."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PATIENCE = 30  # seconds to wait for another process that writes
# Bytes of the log above which a writer empties it, and seconds it waits for others to let it.
LOG_LIMIT = 32 * 2**20
CHECKPOINT_PATIENCE = 5.0


def write_ahead(connection: sqlite3.Connection) -> None:
    """Set write-ahead logging on a connection, also when others set it in the same moment.

    SQLite answers "locked" at once to some who change the mode of a new file, whatever
    timeout their connection has: two that both wait for each other would wait forever.
    """
    last_try = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            break
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > last_try:
                raise
            time.sleep(0.01)
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute(f"PRAGMA journal_size_limit={LOG_LIMIT}")


def reading_connection(path: Path) -> sqlite3.Connection:
    """A connection for reading a file that is there, also where its folder cannot be written.

    Transactions begin and end where the code says so. No file is made.
    """
    address = path.absolute().as_uri()
    connection = sqlite3.connect(
        f"{address}?mode=rw", timeout=PATIENCE, isolation_level=None, uri=True
    )
    try:
        connection.execute("PRAGMA schema_version").fetchone()
    except sqlite3.OperationalError:
        connection.close()
        # Reading a write-ahead log writes a file next to it; without a log nothing is written.
        unlogged = int(not path.with_name(path.name + "-wal").exists())
        return sqlite3.connect(
            f"{address}?mode=ro&immutable={unlogged}",
            timeout=PATIENCE,
            isolation_level=None,
            uri=True,
        )
    return connection


def bound_log(connection: sqlite3.Connection, path: Path, above: int) -> int:
    """Write the log into the file and empty it, if it has grown large; called after a commit.

    SQLite's own checkpoints only reuse a log from its start in a moment when nobody uses it.
    With several processes that write without pause there is no such moment; a checkpoint that
    keeps others from writing makes one. Only one process can be at it: who finds another there
    waits, because the other has to find a moment without a writer first. A reader that takes
    long postpones it.

    Args:
        connection: with no transaction open.
        path: of the database.
        above: bytes that the log may have, where that is more than `LOG_LIMIT`.

    Returns:
        Bytes above which the next call should try.
    """
    size = log_size(path)
    if size <= max(above, LOG_LIMIT):
        return above
    end = time.monotonic() + CHECKPOINT_PATIENCE
    with suppress(sqlite3.OperationalError), patience(connection, CHECKPOINT_PATIENCE):
        busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if not busy:
            return 0
    while time.monotonic() < end:
        if log_size(path) < size:
            return 0
        time.sleep(0.005)
    return size + LOG_LIMIT


def log_size(path: Path) -> int:
    """Bytes of the write-ahead log of a database; 0 where there is none."""
    try:
        return path.with_name(path.name + "-wal").stat().st_size
    except OSError:
        return 0


@contextmanager
def patience(connection: sqlite3.Connection, seconds: float) -> Iterator[None]:
    """Wait for other processes that write no longer than this inside the block."""
    (before,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute(f"PRAGMA busy_timeout={int(1000 * seconds)}")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA busy_timeout={before}")

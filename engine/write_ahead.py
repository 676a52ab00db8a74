"""Write-ahead logging for the SQLite files: readers and one writer do not block each other."""

from __future__ import annotations

import sqlite3
import time

PATIENCE = 30  # seconds to wait for another process that writes


def write_ahead(connection: sqlite3.Connection) -> None:
    """Set write-ahead logging on a connection, also when others set it in the same moment.

    SQLite answers "locked" at once to some who change the mode of a new file, whatever
    timeout their connection has: two that both wait for each other would wait forever.

    Raises:
        sqlite3.DatabaseError: if the file cannot be written, or stays locked.
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

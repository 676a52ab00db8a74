"""Connections to a store's file: one a thread, or one to read where nothing can be written."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from engine.storage.migrations import check_version, migrate
from engine.storage.private_files import private_database
from engine.storage.store.tables import MIGRATIONS
from engine.storage.write_ahead import PATIENCE, bound_log, write_ahead


class Connections:
    """What each thread talks to one SQLite file with; opened when first asked for, then kept.

    Args:
        path: of the file; made for its owner alone when first opened.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._local = threading.local()

    def writer(self) -> sqlite3.Connection:
        """This thread's connection.

        Raises:
            OSError: if it cannot be made.
        """
        connection = getattr(self._local, "connection", None)
        if connection is None:
            private_database(self._path)
            connection = sqlite3.connect(self._path, timeout=PATIENCE)
            try:
                write_ahead(connection)
                migrate(connection, MIGRATIONS)
            except sqlite3.DatabaseError:
                connection.close()
                raise
            self._local.connection = connection
        return connection

    @contextmanager
    def reader(self) -> Iterator[sqlite3.Connection]:
        """This thread's connection, or a temporary one where the folder cannot be written."""
        try:
            connection = self.writer()
        except sqlite3.OperationalError:
            # Whoever reads a write-ahead log has to write a file next to it; where there is no
            # log, nothing has to be written.
            log = self._path.with_name(self._path.name + "-wal")
            address = f"{self._path.absolute().as_uri()}?mode=ro&immutable={int(not log.exists())}"
            with closing(sqlite3.connect(address, uri=True)) as passing:
                check_version(passing, MIGRATIONS)
                yield passing
        else:
            yield connection

    def bound_log(self) -> None:
        """Keep the write-ahead log under its limit, after this thread has written something."""
        above = getattr(self._local, "log_above", 0)
        self._local.log_above = bound_log(self.writer(), self._path, above)

    def close(self) -> None:
        """Close this thread's connection."""
        connection = getattr(self._local, "connection", None)
        if connection is not None:
            with closing(connection):
                self._local.connection = None

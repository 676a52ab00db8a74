"""A store's file has a connection for each thread, or one to read where nothing can be written."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from engine.storage.migrations import check_version, migrate
from engine.storage.private_files import private_database
from engine.storage.store.context import MIGRATIONS
from engine.storage.write_ahead import PATIENCE, bound_log, write_ahead


class Connections:
    """What each thread talks to one SQLite file with; opened when first asked for.

    It is closed when the thread ends: on a page, each run has a thread of its own.

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
        own = getattr(self._local, "own", None)
        if own is None:
            own = self._local.own = _Own(self._opened())
        return own.connection

    def _opened(self) -> sqlite3.Connection:
        private_database(self._path)
        # A store that is released before a thread ends closes that thread's from another.
        connection = sqlite3.connect(self._path, timeout=PATIENCE, check_same_thread=False)
        try:
            write_ahead(connection)
            migrate(connection, MIGRATIONS)
        except sqlite3.DatabaseError:
            connection.close()
            raise
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
        self._local.own = None


class _Own:
    """A thread's connection, closed when the thread ends or the store is released.

    Python alone would close it when it next collects cycles: a connection and its cache of
    statements refer to each other.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def __del__(self) -> None:
        self.connection.close()

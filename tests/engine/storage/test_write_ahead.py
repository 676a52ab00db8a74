"""Setting write-ahead logging while others hold the same new file."""

import sqlite3
import threading
import time
from contextlib import closing

import pytest

from engine.storage import write_ahead as module
from engine.storage.write_ahead import reading_connection, write_ahead


def mode(connection):
    return connection.execute("PRAGMA journal_mode").fetchone()[0]


def impatient(path):
    """A connection that SQLite answers at once when the file is locked."""
    return closing(sqlite3.connect(path, timeout=0))


def test_a_file_that_another_connection_holds_is_waited_for(tmp_path, monkeypatch):
    path = tmp_path / "new.sqlite"
    held, free = threading.Event(), threading.Event()

    def hold():
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            held.set()
            free.wait()
            other.execute("ROLLBACK")

    holder = threading.Thread(target=hold, daemon=True)
    holder.start()
    held.wait()
    with impatient(path) as connection:
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            connection.execute("PRAGMA journal_mode=WAL")
        monkeypatch.setattr(time, "sleep", lambda _seconds: free.set())  # after the first try
        write_ahead(connection)
        assert mode(connection) == "wal"
    holder.join()


def test_a_file_that_stays_locked_is_said_to_be_so(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    path = tmp_path / "new.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with impatient(path) as connection, pytest.raises(sqlite3.OperationalError, match="locked"):
            write_ahead(connection)


def test_other_faults_are_not_tried_again(tmp_path, monkeypatch):
    path = tmp_path / "no.sqlite"
    path.write_bytes(b"this is no database at all, whatever its name may say" * 40)
    monkeypatch.setattr(time, "sleep", lambda seconds: pytest.fail("it was tried again"))
    with impatient(path) as connection, pytest.raises(sqlite3.DatabaseError):
        write_ahead(connection)


def test_reading_makes_no_file(tmp_path):
    with (
        pytest.raises(sqlite3.OperationalError),
        closing(reading_connection(tmp_path / "none.sqlite")) as connection,
    ):
        connection.execute("SELECT 1 FROM sqlite_master")
    assert list(tmp_path.iterdir()) == []


def test_a_name_with_signs_of_an_address_is_read_as_it_is(tmp_path):
    path = tmp_path / "a?mode=memory#b%20c.sqlite"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE found (number)")
    with closing(reading_connection(path)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("found",)]

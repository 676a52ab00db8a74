"""Bringing an SQLite file to the newest version, also when two processes do so at once."""

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from engine.storage.migrations import Migration, NewerVersionError, check_version, migrate

FIRST = Migration("0001_things", ("CREATE TABLE IF NOT EXISTS thing (name TEXT)",))
SECOND = Migration("0002_sizes", ("ALTER TABLE thing ADD COLUMN size INTEGER",))
BROKEN = Migration("0002_broken", ("ALTER TABLE thing ADD COLUMN size INTEGER", "nonsense"))


@pytest.fixture
def connection():
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as opened:
        yield opened


def columns(connection):
    return [row[1] for row in connection.execute("PRAGMA table_info(thing)")]


def test_only_the_migrations_that_a_file_lacks_are_run(connection):
    migrate(connection, [FIRST])
    connection.execute("INSERT INTO thing VALUES ('kept')")
    for _ in range(2):
        migrate(connection, [FIRST, SECOND])
        assert columns(connection) == ["name", "size"]
        assert check_version(connection, [FIRST, SECOND]) == 2
    assert connection.execute("SELECT * FROM thing").fetchall() == [("kept", None)]


def test_a_migration_that_fails_leaves_the_file_as_it_was(connection):
    migrate(connection, [FIRST])
    with pytest.raises(sqlite3.OperationalError, match="nonsense"):
        migrate(connection, [FIRST, BROKEN])
    assert columns(connection) == ["name"]
    assert check_version(connection, [FIRST]) == 1


def test_a_file_of_a_newer_version_is_refused(connection):
    migrate(connection, [FIRST, SECOND])
    with pytest.raises(NewerVersionError, match="newer version of Biascope: format 2"):
        migrate(connection, [FIRST])


def test_connections_that_migrate_a_new_file_at_once_run_each_migration_once(tmp_path):
    ready = threading.Barrier(4)

    def open_file(_number):
        ready.wait()
        path = tmp_path / "new.sqlite"
        with closing(sqlite3.connect(path, timeout=30, isolation_level=None)) as connection:
            migrate(connection, [FIRST, SECOND])
            return columns(connection)

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(open_file, range(4))) == [["name", "size"]] * 4

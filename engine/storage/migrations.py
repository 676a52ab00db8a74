"""Versions of the SQLite files: the changes that led to today's tables, by name.

A file counts the migrations it has had in `PRAGMA user_version`. One written before there was
a count has 0 and tables as `0001` makes them, so it opens unchanged. To change a table, add a
migration at the end; never edit one that has been released.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass


class NewerVersionError(sqlite3.DatabaseError):
    """The file was written by a later version, whose tables may mean something else."""


@dataclass(frozen=True)
class Migration:
    """One change of a database.

    Args:
        name: number and purpose, as `0001_results`.
        statements: SQL, run in one transaction.
    """

    name: str
    statements: tuple[str, ...]


def migrate(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> None:
    """Bring a database to the newest version; one that is there already is only read."""
    if check_version(connection, migrations) == len(migrations):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Read again: another process may have migrated it while this one waited for the lock.
        done = check_version(connection, migrations)
        for number, migration in enumerate(migrations[done:], start=done + 1):
            for statement in migration.statements:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def check_version(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> int:
    """Number of migrations that a database has had."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > len(migrations):
        raise NewerVersionError(
            f"it was written by a newer version of Biascope: format {version}, this one reads up "
            f"to {len(migrations)}"
        )
    return version

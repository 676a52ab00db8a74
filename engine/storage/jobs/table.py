"""The rows of `jobs.sqlite`: what was asked for, how far it is, and which process works on it."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.core.errors import StorageError, why
from engine.storage.jobs.processes import pid_of
from engine.storage.migrations import Migration, check_version, migrate
from engine.storage.private_files import private_database, private_folder
from engine.storage.store import cache_folder
from engine.storage.write_ahead import PATIENCE, reading_connection, write_ahead

QUEUED, RUNNING, DONE = "queued", "running", "done"
FAILED, CANCELLED, INTERRUPTED = "failed", "cancelled", "interrupted"
RESUMABLE = (FAILED, CANCELLED, INTERRUPTED)

MIGRATIONS = (
    Migration(
        "0001_jobs",
        (
            """
            CREATE TABLE IF NOT EXISTS job (
                id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, argv TEXT NOT NULL,
                state TEXT NOT NULL, place REAL NOT NULL,
                done INTEGER NOT NULL DEFAULT 0, total INTEGER NOT NULL DEFAULT 0,
                unit TEXT NOT NULL DEFAULT '', pace REAL, message TEXT NOT NULL DEFAULT '',
                runner TEXT, worker TEXT,
                created REAL NOT NULL, started REAL, reported REAL, stop_asked REAL, finished REAL
            )
            """,
        ),
    ),
)


@dataclass(frozen=True)
class Job:
    """One piece of long work.

    Args:
        argv: what follows `python -m engine`.
        state: queued, running, done, failed, cancelled or interrupted.
        place: position in the queue; the smallest is next.
        done, total: items finished, and all of them; 0 of 0 before anything is known.
        unit: of the two, empty for items.
        pace: items a second, of those computed lately; None until it is known.
        message: one line: why it failed, or what the worker reports.
        runner, worker: marks of the processes that run it; see `processes`.
        created, started, reported, stop_asked, finished: seconds since 1970.
    """

    id: int
    title: str
    argv: tuple[str, ...]
    state: str
    place: float
    done: int
    total: int
    unit: str
    pace: float | None
    message: str
    runner: str | None
    worker: str | None
    created: float
    started: float | None
    reported: float | None
    stop_asked: float | None
    finished: float | None

    @property
    def active(self) -> bool:
        """Whether it runs or waits."""
        return self.state in (QUEUED, RUNNING)

    @property
    def resumable(self) -> bool:
        """Whether it ended without finishing."""
        return self.state in RESUMABLE

    @property
    def stopping(self) -> bool:
        """Whether it was asked to stop and has not done so yet."""
        return self.state == RUNNING and self.stop_asked is not None

    @property
    def pid(self) -> int | None:
        """Process number of the worker, while one is known."""
        return None if self.worker is None else pid_of(self.worker)

    @property
    def folder(self) -> Path:
        """Where its output, its log and its files are."""
        return run_folder(self.id)

    def seconds_left(self, now: float | None = None) -> float | None:
        """Time to the end at the present pace, in seconds; None where nobody can say."""
        if self.state != RUNNING or not self.pace or self.reported is None:
            return None
        since = (time.time() if now is None else now) - self.reported
        return max(0.0, (self.total - self.done) / self.pace - since)


def database() -> Path:
    """The file of the jobs, in the cache folder."""
    return cache_folder() / "jobs.sqlite"


def run_folder(job: int) -> Path:
    """Folder of one job's output, log and files."""
    return cache_folder() / "runs" / str(job)


@contextmanager
def writing() -> Iterator[sqlite3.Connection]:
    """One transaction that nobody else's can come between; kept whole or not at all."""
    path = database()
    try:
        private_folder(path.parent)
        private_database(path)
        with closing(_connected(path)) as connection:
            write_ahead(connection)
            migrate(connection, MIGRATIONS)
            connection.execute("BEGIN IMMEDIATE")
            yield connection  # closing without a commit rolls back
            connection.execute("COMMIT")
    except (sqlite3.DatabaseError, OSError) as error:
        raise StorageError(
            f"The list of jobs in {path} cannot be written ({why(error)}). Free some space, or "
            "set BIASCOPE_CACHE to a folder that can be written."
        ) from error


def rows(where: str = "1", values: tuple[object, ...] = ()) -> list[Job]:
    """Jobs that meet a condition, in the order they were asked for."""
    path = database()
    try:
        if not path.exists():
            return []
        private_database(path)
        with closing(reading_connection(path)) as connection:
            check_version(connection, MIGRATIONS)
            exists = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'job'").fetchone()
            return selected(connection, where, values) if exists else []
    except (sqlite3.DatabaseError, OSError) as error:
        raise StorageError(
            f"{path} cannot be read as the list of jobs ({why(error)}); move it away and the "
            "list begins anew. Results are not in it."
        ) from error


def selected(
    connection: sqlite3.Connection, where: str, values: tuple[object, ...] = ()
) -> list[Job]:
    """Jobs that meet a condition, read inside a transaction.

    Args:
        where: SQL of this package's own; what a user gave goes into `values`.
    """
    names = Job.__dataclass_fields__
    query = f"SELECT {', '.join(names)} FROM job WHERE {where} ORDER BY place, id"
    found = [
        dict(zip(names, row, strict=True)) for row in connection.execute(query, values).fetchall()
    ]
    return [Job(**{**row, "argv": tuple(json.loads(row["argv"]))}) for row in found]


def _connected(path: Path) -> sqlite3.Connection:
    """Transactions begin and end where the code says so."""
    return sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)

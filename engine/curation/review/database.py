"""The file of a review: made whole, read, and written in transactions that outlive a power cut."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from engine.core.errors import InputTextError, StorageError, why
from engine.core.file_names import is_device
from engine.core.replacing import put_in_place, remove
from engine.curation.review.names import numbered, path_of, review_files, reviews_folder, slug
from engine.storage.migrations import Migration, check_version, migrate
from engine.storage.private_files import narrow, private_folder
from engine.storage.store import cache_folder
from engine.storage.write_ahead import PATIENCE, reading_connection, write_ahead

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError

MOST_REVIEWS = 200
_PART = ".part"
_ABANDONED = 24 * 3600.0  # seconds after which nobody is writing a part any more

_Stored = TypeVar("_Stored")


def new_review(title: str, fill: Callable[[sqlite3.Connection], None]) -> str:
    """Make the file of a review; it appears complete or not at all.

    Args:
        fill: writes its rows, in one transaction.

    Returns:
        Its name, from the title; a number is added where the name is taken.
    """
    if len(review_files()) >= MOST_REVIEWS:
        raise InputTextError(
            f"{MOST_REVIEWS} reviews are kept, the most there can be; delete one first."
        )
    folder = reviews_folder()
    part: Path | None = None
    try:
        private_folder(folder, cache_folder())
        _clear(folder)
        handle, made = tempfile.mkstemp(dir=folder, suffix=_PART)
        os.close(handle)
        part = Path(made)
        narrow(part)
        with closing(sqlite3.connect(part, isolation_level=None)) as connection:
            migrate(connection, MIGRATIONS)
            connection.execute("BEGIN IMMEDIATE")
            fill(connection)
            connection.execute("COMMIT")
        return _placed(part, slug(title))
    except (sqlite3.DatabaseError, OSError) as error:
        raise StorageError(
            f"The review could not be kept in {folder} ({why(error)}). Free some space, or set "
            "BIASCOPE_CACHE to a folder that can be written."
        ) from error
    finally:
        if part is not None:
            for leftover in (part, part.with_name(f"{part.name}-journal")):
                with suppress(OSError):
                    leftover.unlink(missing_ok=True)


def _clear(folder: Path) -> None:
    """Delete what a process that was killed long ago left half made."""
    for part in folder.glob(f"*{_PART}*"):
        with suppress(OSError):
            if time.time() - part.lstat().st_mtime > _ABANDONED:
                part.unlink()


def _placed(part: Path, wished: str) -> str:
    """Move a file to the first free name; two at once get different ones."""
    for number in range(1, 10 * MOST_REVIEWS):
        name = numbered(wished, number)
        if is_device(name):
            continue
        path = path_of(name)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            for log in _logs(path):  # of a review that was deleted halfway
                log.unlink(missing_ok=True)
            put_in_place(part, path)
            return name
    raise InputTextError(f"There are too many reviews named {wished}; choose another title.")


@contextmanager
def review_snapshot(name: str) -> Iterator[sqlite3.Connection]:
    """A review as it is at one moment, whatever others write meanwhile."""
    path = _existing(name)
    try:
        with closing(reading_connection(path)) as connection:
            connection.execute("BEGIN")
            _check(connection)
            yield connection
    except (sqlite3.DatabaseError, OSError) as error:
        raise StorageError(
            f"The review {name} cannot be read ({why(error)}). Its file is left as it is: {path}"
        ) from error


@contextmanager
def writing(name: str) -> Iterator[sqlite3.Connection]:
    """One transaction that nobody else's can come between; on the disk when the block ends."""
    path = _existing(name)
    address = f"{path.absolute().as_uri()}?mode=rw"
    try:
        with closing(
            sqlite3.connect(address, timeout=PATIENCE, isolation_level=None, uri=True)
        ) as connection:
            _check(connection)
            write_ahead(connection)
            # A decision that was confirmed outlives a power cut.
            connection.execute("PRAGMA synchronous=FULL")
            migrate(connection, MIGRATIONS)
            connection.execute("BEGIN IMMEDIATE")
            _check(connection)
            yield connection  # closing without a commit rolls back
            connection.execute("COMMIT")
    except (sqlite3.DatabaseError, OSError) as error:
        raise StorageError(
            f"This was not kept: the review {name} cannot be written ({why(error)}). What was "
            f"decided before is safe in {path}; free some space and try again."
        ) from error


def delete(name: str) -> None:
    """Delete a review with all its decisions."""
    path = _existing(name)
    with suppress(StorageError), writing(name) as connection:
        # Who waits to write into it finds it deleted, and is not told that anything was kept.
        connection.execute("DELETE FROM about")
    try:
        for part in (*_logs(path), path):
            remove(part)
    except OSError as error:
        raise StorageError(f"{path.name} cannot be deleted ({why(error)}).") from error


def read_stored(shape: type[_Stored], value: Any, what: str) -> _Stored:
    """What a row holds, as the class that it was written from.

    Args:
        value: JSON text, or the fields of a dataclass.
        what: names it, as `a decision in it`.

    Raises:
        sqlite3.DatabaseError: if it is nothing of this shape.
    """
    reader: TypeAdapter[_Stored] = _reader(cast("Any", shape))
    try:
        if isinstance(value, dict):
            return reader.validate_python(value)
        return reader.validate_json(value)
    except ValueError as error:
        first = cast("ValidationError", error).errors(include_url=False)[0]
        said = ": ".join(filter(None, [".".join(map(str, first["loc"])), first["msg"]]))
        raise sqlite3.DatabaseError(f"{what} is damaged: {said}") from None


@cache
def _reader(shape: Any) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter

    return TypeAdapter(shape)


def _check(connection: sqlite3.Connection) -> None:
    """Raises sqlite3.DatabaseError unless this is a review that this version reads."""
    if not check_version(connection, MIGRATIONS):
        raise sqlite3.DatabaseError("it is not a review that Biascope wrote")
    if connection.execute("SELECT 1 FROM about LIMIT 1").fetchone() is None:
        raise sqlite3.DatabaseError("it was deleted")


def _existing(name: str) -> Path:
    path = path_of(name)
    if path.is_symlink() or not path.is_file():
        raise InputTextError(f"There is no review named {name}; `review list` shows those kept.")
    for part in (path, *_logs(path)):
        narrow(part)
    return path


def _logs(path: Path) -> tuple[Path, Path]:
    """Files that SQLite keeps next to a database."""
    return path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")


# --- tables -------------------------------------------------------------------------------
# The tables of a review's file, and their versions.
#
# `decision` only grows: whoever changes or takes back a decision adds a row. `standing` says
# which one holds for each candidate and pass; it follows from `decision` and is written with it.

MIGRATIONS = (
    Migration(
        "0001_review",
        (
            "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
            """
            CREATE TABLE candidate (
                id TEXT PRIMARY KEY, place INTEGER NOT NULL, category TEXT NOT NULL,
                film TEXT NOT NULL, year INTEGER, refused INTEGER NOT NULL, data TEXT NOT NULL
            )
            """,
            # Holds all that an order or a count asks for, so that the long texts stay unread.
            """
            CREATE INDEX candidate_order
            ON candidate (place, id, category, film, year, refused)
            """,
            """
            CREATE TABLE decision (
                id INTEGER PRIMARY KEY AUTOINCREMENT, candidate TEXT NOT NULL,
                pass INTEGER NOT NULL, reviewer TEXT NOT NULL, person TEXT NOT NULL,
                action TEXT NOT NULL, sent_more TEXT NOT NULL, sent_less TEXT NOT NULL,
                category TEXT NOT NULL, reason TEXT NOT NULL, edited INTEGER NOT NULL,
                softened INTEGER NOT NULL, applied TEXT NOT NULL, undone INTEGER, at REAL NOT NULL
            )
            """,
            "CREATE INDEX decision_candidate ON decision (candidate, pass)",
            """
            CREATE TABLE standing (
                candidate TEXT NOT NULL, pass INTEGER NOT NULL, decision INTEGER NOT NULL,
                PRIMARY KEY (candidate, pass)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE model (
                spec_key TEXT PRIMARY KEY, label TEXT NOT NULL, problems TEXT NOT NULL,
                at REAL NOT NULL
            )
            """,
            """
            CREATE TABLE score (
                spec_key TEXT NOT NULL, candidate TEXT NOT NULL, value REAL NOT NULL,
                PRIMARY KEY (spec_key, candidate)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE judge (
                source TEXT NOT NULL, label TEXT NOT NULL, details TEXT NOT NULL, at REAL NOT NULL,
                PRIMARY KEY (source, label)
            )
            """,
            """
            CREATE TABLE verdict (
                source TEXT NOT NULL, label TEXT NOT NULL, candidate TEXT NOT NULL, says INTEGER,
                reason TEXT NOT NULL, extra TEXT NOT NULL, PRIMARY KEY (source, label, candidate)
            )
            """,
        ),
    ),
)

"""The one result cache: what was measured -> hash -> SQLite row.

Identity means: the model's spec (checkpoint, revision, dtype, masked heads), the measure
and its version, its parameters, and the item itself. All of it is written as canonical
JSON with the value, so `verify` can derive every hash again. Values are kept item by
item, so work that was interrupted is never done twice. A store that cannot be written
never costs a result: the caller gets an error and continues without it.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from engine.errors import StorageError
from engine.migrations import Migration, check_version, migrate
from engine.write_ahead import PATIENCE, write_ahead

FORMAT = 1
SIZE_LIMIT = 2 * 2**30  # bytes; `prune` brings the file under it, least recently used first
_BETWEEN = "\x1f"
_ROOT = Path(__file__).resolve().parent.parent

MIGRATIONS = (
    Migration(
        "0001_results",
        (
            "CREATE TABLE IF NOT EXISTS context (id TEXT PRIMARY KEY, identity TEXT NOT NULL)",
            """
            CREATE TABLE IF NOT EXISTS result (
                key TEXT PRIMARY KEY, context TEXT NOT NULL REFERENCES context (id),
                item TEXT NOT NULL, value TEXT NOT NULL, used REAL NOT NULL
            ) WITHOUT ROWID
            """,
            "CREATE INDEX IF NOT EXISTS result_used ON result (used)",
        ),
    ),
)


def cache_folder() -> Path:
    """Where results, downloads and runs are kept: `BIASCOPE_CACHE`, or the project's cache/."""
    return Path(os.environ.get("BIASCOPE_CACHE") or _ROOT / "cache").expanduser()


def canonical_json(value: Any) -> str:
    """JSON that is the same text for the same value.

    Raises:
        ValueError: for NaN and infinities, which are not JSON.
    """
    return json.dumps(
        value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )


def content_hash(*parts: str) -> str:
    """Hash of canonical texts, tagged with the store's format so a change of it is a miss."""
    return f"{FORMAT}:{hashlib.sha256(_encoded(_BETWEEN.join(parts))).hexdigest()}"


def _encoded(text: str) -> bytes:
    # A text from the command line may hold bytes that are no characters.
    return text.encode("utf-8", "surrogatepass")


@dataclass(frozen=True)
class Context:
    """Everything but the item: model, measure, version, parameters."""

    identity: str

    @classmethod
    def of(
        cls, spec: dict[str, Any], measure: str, version: int, params: dict[str, Any]
    ) -> Context:
        """Context of one measure with its parameters on one model spec."""
        return cls(
            canonical_json({"spec": spec, "measure": measure, "version": version, "params": params})
        )

    @cached_property
    def id(self) -> str:
        """Hash of the identity."""
        return content_hash(self.identity)

    @cached_property
    def _digest(self) -> hashlib._Hash:
        """Begun with the identity, which every key of a large measurement starts with."""
        return hashlib.sha256(_encoded(self.identity + _BETWEEN))

    def key(self, item: str) -> str:
        """Hash of this context and one item's canonical JSON: `content_hash(identity, item)`."""
        digest = self._digest.copy()
        digest.update(_encoded(item))
        return f"{FORMAT}:{digest.hexdigest()}"


@dataclass(frozen=True)
class StoreInfo:
    """Size and contents of a store."""

    path: str
    bytes: int
    results: int
    contexts: int
    limit: int


class Store:
    """Results on disk; one connection a thread, write-ahead logging, many readers.

    Args:
        path: the SQLite file; made with its folder when first written.

    A store belongs to whoever opens it; the functions above decide where that is.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()

    def get(self, context: Context, items: Sequence[Any]) -> dict[int, Any]:
        """Values already known.

        Args:
            items: JSON-ready items.

        Returns:
            Index of the item -> its value; misses are left out.
        """
        return self.get_texts(context, [canonical_json(item) for item in items])

    def get_texts(self, context: Context, texts: Sequence[str]) -> dict[int, Any]:
        """As `get`, of items that are canonical JSON already."""
        values: dict[int, Any] = {}
        for text, indices in self._look_up(context, texts, "value"):
            try:
                # Read once for each of the equal items: no two of them share a list.
                values.update((index, json.loads(text)) for index in indices)
            except ValueError:
                continue  # a value that cannot be read is as good as none
        return values

    def known(self, context: Context, items: Sequence[Any]) -> set[int]:
        """Indices of the items whose values are stored; no value is read."""
        texts = [canonical_json(item) for item in items]
        return {index for _, indices in self._look_up(context, texts, "key") for index in indices}

    def _look_up(
        self, context: Context, texts: Sequence[str], column: str
    ) -> list[tuple[str, list[int]]]:
        """One column of each stored item, with the indices of the equal items it stands for."""
        keys: dict[str, list[int]] = {}
        for index, text in enumerate(texts):
            keys.setdefault(context.key(text), []).append(index)
        try:
            if not self.path.exists():
                return []
            with self._reader() as connection:
                return _rows_of(connection, keys, column)
        except (sqlite3.DatabaseError, OSError):
            return []  # an unreadable cache is an empty one; put() says why

    def put(self, context: Context, results: Sequence[tuple[Any, Any]]) -> None:
        """Keep a batch of (item, value), all or none of it.

        Raises:
            StorageError: if the disk is full or the folder cannot be written; the caller
                still has its values.
        """
        self.put_texts(
            context, [(canonical_json(item), canonical_json(value)) for item, value in results]
        )

    def put_texts(self, context: Context, results: Sequence[tuple[str, str]]) -> None:
        """As `put`, of items and values that are canonical JSON already."""
        now = time.time()
        rows = [(context.key(item), context.id, item, value, now) for item, value in results]
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = self._connect()
            with connection:
                connection.execute(
                    "INSERT OR IGNORE INTO context VALUES (?, ?)", (context.id, context.identity)
                )
                connection.executemany("INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?, ?)", rows)
        except (sqlite3.DatabaseError, OSError) as error:
            raise StorageError(
                f"Results could not be kept in {self.path.parent} ({_why(error)}). They are shown, "
                "but will be computed again next time; free some space or set BIASCOPE_CACHE "
                "to a folder that can be written."
            ) from error

    def info(self) -> StoreInfo:
        """Size and number of results.

        Raises:
            StorageError: if the file cannot be read.
        """
        with self._explained():
            if not self.path.exists():
                return StoreInfo(str(self.path), 0, 0, 0, SIZE_LIMIT)
            with self._reader() as connection:
                results = connection.execute("SELECT count(*) FROM result").fetchone()[0]
                contexts = connection.execute("SELECT count(*) FROM context").fetchone()[0]
            return StoreInfo(str(self.path), _bytes(self.path), results, contexts, SIZE_LIMIT)

    def verify(self) -> list[str]:
        """Derive every hash again from what is stored.

        Returns:
            One line for each row that does not match or cannot be read; empty when all is well.

        Raises:
            StorageError: if the file is no result store at all.
        """
        with self._explained():
            if not self.path.exists():
                return []
            with self._reader() as connection:
                return list(_problems(connection))

    def prune(self, limit: int = SIZE_LIMIT) -> int:
        """Delete the least recently stored results until the file is under `limit` bytes.

        Returns:
            Number of results deleted.

        Raises:
            StorageError: if the file cannot be read, or not be written.
        """
        with self._explained():
            return self._pruned(limit) if self.path.exists() else 0

    def _pruned(self, limit: int) -> int:
        connection = self._connect()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the log is no reason to delete
        deleted = 0
        while _bytes(self.path) > limit:
            with connection:
                cursor = connection.execute(
                    "DELETE FROM result WHERE key IN (SELECT key FROM result ORDER BY used LIMIT "
                    "max(100, (SELECT count(*) / 10 FROM result)))"
                )
                connection.execute(
                    "DELETE FROM context WHERE id NOT IN (SELECT context FROM result)"
                )
            deleted += cursor.rowcount
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            if cursor.rowcount == 0:
                break
        return deleted

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.DatabaseError, OSError) as error:
            raise StorageError(
                f"{self.path} cannot be read as a result store ({_why(error)}); "
                "move it away and results will be computed afresh."
            ) from error

    @contextmanager
    def _reader(self) -> Iterator[sqlite3.Connection]:
        """This thread's connection, or a passing one where the folder cannot be written."""
        try:
            connection = self._connect()
        except sqlite3.OperationalError:
            # Reading a write-ahead log writes beside it; without a log nothing has to be.
            log = self.path.with_name(self.path.name + "-wal")
            address = f"{self.path.absolute().as_uri()}?mode=ro&immutable={int(not log.exists())}"
            with closing(sqlite3.connect(address, uri=True)) as passing:
                check_version(passing, MIGRATIONS)
                yield passing
        else:
            yield connection

    def _connect(self) -> sqlite3.Connection:
        connection = getattr(self._local, "connection", None)
        if connection is None:
            connection = sqlite3.connect(self.path, timeout=PATIENCE)
            try:
                write_ahead(connection)
                migrate(connection, MIGRATIONS)
            except sqlite3.DatabaseError:
                connection.close()
                raise
            self._local.connection = connection
        return connection

    def close(self) -> None:
        """Close this thread's connection."""
        connection = getattr(self._local, "connection", None)
        if connection is not None:
            with closing(connection):
                self._local.connection = None


def default_store() -> Store:
    """The store in the cache folder."""
    return Store(cache_folder() / "results.sqlite")


def _bytes(path: Path) -> int:
    parts = (path, path.with_name(path.name + "-wal"))
    return sum(part.stat().st_size for part in parts if part.exists())


def _rows_of(
    connection: sqlite3.Connection, keys: dict[str, list[int]], column: str
) -> list[tuple[str, list[int]]]:
    """One column of the rows with these keys, each with the indices it stands for."""
    found: list[tuple[str, list[int]]] = []
    names = list(keys)
    for start in range(0, len(names), 500):
        part = names[start : start + 500]
        marks = ",".join("?" * len(part))
        query = f"SELECT key, {column} FROM result WHERE key IN ({marks})"
        for key, content in connection.execute(query, part).fetchall():
            found.append((content, keys[key]))
    return found


def _problems(connection: sqlite3.Connection) -> Iterator[str]:
    """One line for each thing that is not as it was written."""
    try:
        for (line,) in connection.execute("PRAGMA integrity_check"):
            if line != "ok":
                yield f"database: {' '.join(line.split())}"
        for name, identity in connection.execute("SELECT id, identity FROM context"):
            if content_hash(identity) != name:
                yield f"context {name}: its identity was changed"
        rows = connection.execute(
            "SELECT result.key, result.item, result.value, context.identity FROM result "
            "LEFT JOIN context ON context.id = result.context"
        )
        for key, item, value, identity in rows:
            if identity is None or content_hash(identity, item) != key:
                yield f"result {key}: the item or its context was changed"
            elif not _is_json(value):
                yield f"result {key}: its value cannot be read"
    except sqlite3.DatabaseError as error:
        yield f"database: {error}"


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _why(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)

"""The store as it is used: results in one SQLite file, verified, kept small, shared by many."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.core.digest import canonical_json
from engine.core.errors import StorageError, why
from engine.core.finished import note_kept
from engine.storage.private_files import private_folder
from engine.storage.store.connections import Connections
from engine.storage.store.context import (
    Context,
    cache_folder,
    content_hash,
    mark_used,
    parsed,
    rows_of,
    value_column,
)
from engine.storage.store.merging import Merged, merge
from engine.storage.store.pruning import prune
from engine.storage.store.shipped import SHIPPED, shipped_keys, shipped_values
from engine.storage.write_ahead import log_size, patience

STORE_FILE = "results.sqlite"  # in the cache folder
SIZE_LIMIT = 2 * 2**30  # bytes; the least recently used results are deleted above it


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
        limit: bytes that the file is kept under; the least recently used results go first.
        shipped: results that come with Biascope, for what the file does not know.
        fault: why there can be no such file, in one sentence; it is then never looked for.

    `not_kept` says why what was measured last is not kept; it is empty where all is.
    """

    def __init__(
        self,
        path: Path,
        limit: int = SIZE_LIMIT,
        shipped: Path | None = None,
        fault: str = "",
    ) -> None:
        self.path = path
        self.fault = fault
        self.not_kept = f"Results are not kept: {fault}" if fault else ""
        self.limit = limit
        self.shipped = shipped
        self._connections = Connections(path)
        # A process that writes little looks once, when it first writes.
        self._written, self._look_after = 0, 0

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
        indices = self._indices(context, texts)

        def add(key: str, text: object) -> None:
            # Read once for each of the equal items: no two of them share a list. A value that
            # cannot be read counts as absent.
            with suppress(ValueError):
                values.update((index, parsed(text)) for index in indices[key])

        for key, text, _ in self._look_up(list(indices), value_column(), using=True):
            add(key, text)
        if self.shipped is not None:
            for key, text in shipped_values(self.shipped, _missing(indices, values)):
                add(key, text)
        return values

    def known(self, context: Context, items: Sequence[Any]) -> set[int]:
        """Indices of the items whose values are stored; no value is read."""
        indices = self._indices(context, [canonical_json(item) for item in items])
        found = self._look_up(list(indices), "NULL")
        known = {index for key, _, _ in found for index in indices[key]}
        if self.shipped is not None:
            for key in shipped_keys(self.shipped, _missing(indices, known)):
                known.update(indices[key])
        return known

    @staticmethod
    def _indices(context: Context, texts: Sequence[str]) -> dict[str, list[int]]:
        """Key of each distinct item -> the indices of the equal items it stands for."""
        keys: dict[str, list[int]] = {}
        for index, text in enumerate(texts):
            keys.setdefault(context.key(text), []).append(index)
        return keys

    def _look_up(
        self, keys: Sequence[str], column: str, using: bool = False
    ) -> list[tuple[Any, ...]]:
        """Key, one column and time of the last use of each row that is there.

        Args:
            using: note that the rows were used.
        """
        with suppress(sqlite3.DatabaseError, OSError):
            if not self.fault and self.path.exists():
                with self._connections.reader() as connection:
                    rows = list(rows_of(connection, keys, f"key, {column}, used"))
                    if using:
                        mark_used(connection, [(key, used) for key, _, used in rows])
                    return rows
        return []  # an unreadable cache is an empty one; put() says why

    def put(self, context: Context, results: Sequence[tuple[Any, Any]]) -> None:
        """Keep a batch of (item, value), all or none of it."""
        self.put_texts(
            context, [(canonical_json(item), canonical_json(value)) for item, value in results]
        )

    def put_texts(self, context: Context, results: Sequence[tuple[str, str]]) -> None:
        """As `put`, of items and values that are canonical JSON already."""
        self._check()
        now = time.time()
        rows = [(context.key(item), context.id, item, value, now) for item, value in results]
        try:
            private_folder(self.path.parent)
            connection = self._connections.writer()
            with connection:
                connection.execute(
                    "INSERT OR IGNORE INTO context VALUES (?, ?)", (context.id, context.identity)
                )
                connection.executemany("INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?, ?)", rows)
            note_kept()
            self._bound(connection, sum(len(item) + len(value) for item, value in results))
        except (sqlite3.DatabaseError, OSError) as error:
            self.not_kept = (
                f"Results could not be kept in {self.path.parent} ({why(error)}). They are shown, "
                "but will be computed again next time; free some space or set BIASCOPE_CACHE "
                "to a folder that can be written."
            )
            raise StorageError(self.not_kept) from error
        self.not_kept = ""

    def _bound(self, connection: sqlite3.Connection, size: int) -> None:
        """Keep the file and its log under their limits, after something was written."""
        self._written += size
        if self._written >= self._look_after:
            written, self._written = self._written, 0
            self._look_after = look_after(self.limit)
            shrink(connection, self.limit, written)
        self._connections.bound_log()

    def values(self) -> Iterator[tuple[str, str]]:
        """Key and value, as canonical JSON, of every result."""
        with self._explained(), self._connections.reader() as connection:
            yield from connection.execute("SELECT key, value FROM result")

    def info(self) -> StoreInfo:
        """Size and number of results."""
        with self._explained():
            if not self.path.exists():
                return StoreInfo(str(self.path), 0, 0, 0, self.limit)
            with self._connections.reader() as connection:
                results = connection.execute("SELECT count(*) FROM result").fetchone()[0]
                contexts = connection.execute("SELECT count(*) FROM context").fetchone()[0]
            return StoreInfo(str(self.path), self._bytes(), results, contexts, self.limit)

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
            with self._connections.reader() as connection:
                return list(problems(connection))

    def prune(self, limit: int = SIZE_LIMIT) -> int:
        """Delete the least recently used results until the file is under `limit` bytes.

        Returns:
            Number of results deleted.
        """
        with self._explained():
            return prune(self._connections.writer(), limit) if self.path.exists() else 0

    def merge(self, other: Path) -> Merged:
        """Add the results of another store; what is known already stays as it is.

        Args:
            other: a file such as `results.sqlite` of another cache; it is only read.
        """
        self._check()
        try:
            private_folder(self.path.parent)
            connection = self._connections.writer()

            def bound(size: int) -> None:
                self._bound(connection, size)

            return merge(connection, self.path, other, bound)
        except (sqlite3.DatabaseError, OSError) as error:
            raise StorageError(
                f"{other} could not be merged whole into {self.path} ({why(error)}). What was "
                "added before is kept; free some space and give the same command again."
            ) from error

    def _bytes(self) -> int:
        return self.path.stat().st_size + log_size(self.path)

    def _check(self) -> None:
        if self.fault:
            raise StorageError(self.not_kept)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        self._check()
        try:
            yield
        except (sqlite3.DatabaseError, OSError) as error:
            if "locked" in str(error):
                raise StorageError(
                    f"Another process is writing to {self.path}; try again when it is done."
                ) from error
            raise StorageError(
                f"{self.path} cannot be read as a result store ({why(error)}); "
                "move it away and results will be computed afresh."
            ) from error

    def close(self) -> None:
        """Close this thread's connection."""
        self._connections.close()


def _missing(indices: dict[str, list[int]], found: Container[int]) -> list[str]:
    """Keys of which nothing was found."""
    return [key for key, places in indices.items() if places[0] not in found]


def default_store() -> Store:
    """The store in the cache folder, with what comes with Biascope.

    Where there can be no cache folder, nothing is kept, and writing says why.
    """
    try:
        return Store(cache_folder() / STORE_FILE, shipped=SHIPPED)
    except StorageError as error:
        return Store(Path(STORE_FILE), shipped=SHIPPED, fault=str(error))


# --- verification -------------------------------------------------------------------------
# Every hash is derived again from what is stored.


def problems(connection: sqlite3.Connection) -> Iterator[str]:
    """One line for each thing that is not as it was written."""
    try:
        for (line,) in connection.execute("PRAGMA integrity_check"):
            if line != "ok":
                yield f"database: {' '.join(line.split())}"
        for name, identity in connection.execute("SELECT id, identity FROM context"):
            if not isinstance(identity, str) or content_hash(identity) != name:
                yield f"context {name}: its identity was changed"
        rows = connection.execute(
            "SELECT result.key, result.item, result.value, context.identity FROM result "
            "LEFT JOIN context ON context.id = result.context"
        )
        for key, item, value, identity in rows:
            texts = isinstance(identity, str) and isinstance(item, str)
            if not texts or content_hash(identity, item) != key:
                yield f"result {key}: the item or its context was changed"
            elif not _is_json(value):
                yield f"result {key}: its value cannot be read"
    except sqlite3.DatabaseError as error:
        yield f"database: {error}"


def _is_json(text: object) -> bool:
    try:
        parsed(text)
    except ValueError:
        return False
    return True


# --- growth -------------------------------------------------------------------------------
# The file is kept under its limit while it is written.
#
# A process that writes results checks after each 1/512 of the limit how many pages are in use,
# which costs one page read, and deletes about as much of the least recently used as it wrote
# itself. So a step never takes long, and several processes that write do not delete for each
# other. Pages that become free are reused; the file itself becomes smaller only by `prune`, since
# an automatic vacuum would make every write slower and cannot be turned on for a file that is
# there.

# Key, context, time, their place in the index and what SQLite adds, in bytes a row.
ROW = 240
_SMALLEST = 2**16  # bytes between looks, however small the limit
_SHARE = 512  # of the limit is written between two looks
_DELETED_SHARE = 1.25  # deleted for each byte written: it also fills pages that are half empty
_LARGEST_FACTOR = 4  # times as much, where the file is far over its limit
_ROWS = 20_000  # deleted in one step at most


def look_after(limit: int) -> int:
    """Bytes that may be written before the next look."""
    return max(_SMALLEST, limit // _SHARE)


def shrink(connection: sqlite3.Connection, limit: int, written: int) -> None:
    """Delete some of the least recently used results, if the file is over its limit.

    Nothing is done while another process writes: it will look itself, or this one next time.

    Args:
        connection: with no transaction open.
        limit: bytes.
        written: bytes that the caller wrote since it last asked.
    """
    with suppress(sqlite3.OperationalError), patience(connection, 0):
        excess = bytes_in_use(connection) - limit
        if excess > 0:
            _delete(
                connection, max(_DELETED_SHARE * written, min(_LARGEST_FACTOR * written, excess))
            )


def bytes_in_use(connection: sqlite3.Connection) -> int:
    """Bytes of the pages that hold something."""
    pages, free, size = (
        connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * size)


def _delete(connection: sqlite3.Connection, size: float) -> None:
    """Delete the least recently used results until about `size` bytes are gone."""
    oldest = connection.execute(
        "SELECT key, length(CAST(item AS BLOB)) + length(CAST(value AS BLOB)) + ? FROM result "
        "ORDER BY used LIMIT ?",
        (ROW, _ROWS),
    )
    keys = []
    for key, found in oldest:
        keys.append((key,))
        size -= found
        if size <= 0:
            break
    oldest.close()
    with connection:
        connection.executemany("DELETE FROM result WHERE key = ?", keys)

"""What a result is of and the hash it is found by; the store's tables, folder and rows."""

from __future__ import annotations

import hashlib
import json
import math
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from engine.core.digest import canonical_json
from engine.core.errors import BiascopeError, StorageError
from engine.core.program import IS_INSTALLED
from engine.core.project import PROJECT
from engine.storage.migrations import Migration
from engine.storage.private_files import narrow
from engine.storage.write_ahead import patience

FORMAT = 1
_BETWEEN = "\x1f"


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


# --- tables -------------------------------------------------------------------------------
# The tables of the result store are written as the migrations that led to them.

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


# --- folder -------------------------------------------------------------------------------
# Results, downloads and runs are kept in this folder.

CACHE = "BIASCOPE_CACHE"


def cache_folder() -> Path:
    """Where results, downloads and runs are kept: `BIASCOPE_CACHE`, or the project's cache/.

    The project's own comes with the rights that git gives a folder, so others could read it;
    one that the variable names keeps the rights its owner gave it. An installed copy has a folder
    of the user: that for data, since what systems empty would take reviews and trained models too.

    Raises:
        StorageError: if the variable names the home folder of nobody.
    """
    named = named_folder(CACHE, StorageError)
    if named is not None:
        return named
    if IS_INSTALLED:
        from platformdirs import user_data_path

        return user_data_path("biascope", appauthor=False)
    own = PROJECT / "cache"
    if not own.is_symlink():  # a link leads to a folder that the user chose
        narrow(own)
    return own


def named_folder(variable: str, refusal: type[BiascopeError] = BiascopeError) -> Path | None:
    """The folder that an environment variable names; None if it is not set, or empty.

    Args:
        variable: its name.
        refusal: what is raised.
    """
    name = os.environ.get(variable)
    if not name:
        return None
    try:
        return Path(name).expanduser()
    except RuntimeError:
        raise refusal(
            f"{variable} is set to {name}, but this machine knows no home folder for "
            f"{Path(name).parts[0]}; write the whole path."
        ) from None


# --- reading ------------------------------------------------------------------------------
# Rows of the store become values, and are noted as used.
#
# A value that is not JSON as it was written, for example because the file was changed by hand
# or by a failing disk, is a miss: it is computed again and replaced.

LARGEST = 2**26  # characters of a value; no measure gives nearly as many
_AT_ONCE = 500  # keys a query
_MARKED = 5000  # rows marked as used in one transaction, so that other writers get their turn
_DAY = 86_400.0


def rows_of(
    connection: sqlite3.Connection, keys: Sequence[str], columns: str
) -> Iterator[tuple[Any, ...]]:
    """Some columns, written as SQL, of the rows with these keys."""
    for start in range(0, len(keys), _AT_ONCE):
        part = keys[start : start + _AT_ONCE]
        marks = ",".join("?" * len(part))
        yield from connection.execute(
            f"SELECT {columns} FROM result WHERE key IN ({marks})", part
        ).fetchall()


def value_column() -> str:
    """The value as SQL; NULL where it is no text, or too long to be one of ours."""
    return f"CASE WHEN typeof(value) = 'text' AND length(value) <= {LARGEST} THEN value END"


def parsed(text: object) -> Any:
    """The value in a text of the store."""
    if not isinstance(text, str):
        raise ValueError("not a text")
    try:
        return json.loads(text, parse_constant=_refused, parse_float=_finite)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _refused(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is not a number")
    return number


def mark_used(connection: sqlite3.Connection, read: Sequence[tuple[str, object]]) -> None:
    """Note that rows were used, at most once a day each, unless that would fail or wait.

    Args:
        read: key and time of the last use of each row.
    """
    now = time.time()
    old = [
        (now, key)
        for key, used in read
        if not isinstance(used, int | float) or not now - _DAY <= used <= now
    ]
    with suppress(sqlite3.DatabaseError):
        if old:
            with patience(connection, 0):
                for start in range(0, len(old), _MARKED):
                    with connection:
                        connection.executemany(
                            "UPDATE result SET used = ? WHERE key = ?",
                            old[start : start + _MARKED],
                        )

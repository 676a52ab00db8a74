"""Deriving every hash again from what is stored."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from engine.storage.store.context import content_hash
from engine.storage.store.reading import parsed


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

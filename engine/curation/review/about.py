"""What is known of a whole review: title, language, films, counts, and how it is softened."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from engine.core.digest import canonical_json
from engine.core.errors import InputTextError

MOST_CANDIDATES = 50_000
MOST_TITLE = 120  # characters


def about_of(connection: sqlite3.Connection) -> dict[str, Any]:
    """What is known of a whole review."""
    try:
        return {
            key: json.loads(value)
            for key, value in connection.execute("SELECT key, value FROM about")
        }
    except (ValueError, TypeError) as error:
        raise sqlite3.DatabaseError(f"what it says of itself is damaged: {error}") from None


def write_about(connection: sqlite3.Connection, values: dict[str, Any]) -> None:
    """Write some of what is known of a whole review."""
    connection.executemany(
        "INSERT INTO about (key, value) VALUES (?, ?) "
        "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        [(key, canonical_json(value)) for key, value in values.items()],
    )


def checked_title(title: str) -> str:
    """A title on one line."""
    checked = "".join(sign for sign in " ".join(title.split()) if sign.isprintable())
    if not checked or len(checked) > MOST_TITLE:
        raise InputTextError(f"A review needs a title, of at most {MOST_TITLE} characters.")
    return checked


def check_number(candidates: int) -> None:
    """Raises InputTextError unless so many candidates make a review."""
    if not candidates:
        raise InputTextError(
            "No sentence was found that could be reviewed; add keywords, or other subtitles."
        )
    if candidates > MOST_CANDIDATES:
        raise InputTextError(
            f"A review holds at most {MOST_CANDIDATES:,} candidates, and these are "
            f"{candidates:,}; choose fewer categories or films."
        )

"""Names of reviewers: as they are written, and when two are one person's."""

from __future__ import annotations

import unicodedata

from engine.core.errors import InputTextError

MOST_NAME = 60  # characters


def reviewer_name(name: str) -> str:
    """A reviewer's name on one line."""
    checked = unicodedata.normalize("NFC", " ".join(name.split()))
    if not checked or len(checked) > MOST_NAME or not checked.isprintable():
        raise InputTextError(
            f"A decision needs the name of its reviewer: printable characters, at most {MOST_NAME}."
        )
    return checked


def person_of(name: str) -> str:
    """What two spellings of one name share: `Mari` and `mari ` are one person."""
    return unicodedata.normalize("NFC", " ".join(name.split())).casefold()

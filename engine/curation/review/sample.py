"""The review that comes with Biascope, half done, so that the page is never empty."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from engine.core.errors import StorageError, why
from engine.curation.candidate import Candidate, Film, Funnel
from engine.curation.review.database import read_stored, review_snapshot
from engine.curation.review.kept import about_of, reviews
from engine.curation.review.log import Log, import_log, read_log

SAMPLE = Path(__file__).parents[1] / "sample" / "review.jsonl"


def open_sample() -> str:
    """Name of the bundled review; it is made once, and made again if it was deleted."""
    for review in reviews():
        if review.sample:
            return review.name
    return import_log(_log(SAMPLE), sample=True)


def sample_candidates() -> tuple[Candidate, ...]:
    """The candidates of the bundled review, whether or not it was made here."""
    return tuple(_log(SAMPLE).candidates.values())


@cache
def _log(path: Path) -> Log:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise StorageError(f"The bundled review cannot be read ({why(error)}).") from None
    return read_log(data)


@dataclass(frozen=True)
class Parts:
    """Films, counts and notes of the run that a review was made from.

    Args:
        lists_digest: of the keyword lists.
        notes: sentences for the user about what was read.
        lists: category → text of each word list that is not as Biascope has it.
    """

    title: str
    language: str
    lists_digest: str
    created: float
    films: tuple[Film, ...]
    funnel: Funnel
    notes: tuple[str, ...]
    sample: bool
    lists: Mapping[str, str] = field(default_factory=dict)  # earlier versions kept none


def parts(name: str) -> Parts:
    """What a review was made from: films, counts and notes."""
    with review_snapshot(name) as connection:
        about = about_of(connection)
    try:
        return read_stored(Parts, about, "what it was made from")
    except sqlite3.DatabaseError as error:
        raise StorageError(f"The films of the review {name} cannot be read: {error}") from None

"""The reviews of this machine: one file each, made from a run of `curate`.

Source: Rikanson 2025 (CineBias), section 3.4, whose screening and validation a review records.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from engine.core.digest import canonical_json
from engine.core.errors import BiascopeError, InputTextError, first_line
from engine.curation.candidate import Candidate, Film, Funnel
from engine.curation.review.candidates import insert_candidates
from engine.curation.review.database import new_review, review_snapshot, writing
from engine.curation.review.names import review_files


@dataclass(frozen=True)
class Review:
    """One review, as a list of them shows it.

    Args:
        name: what its file is called, and commands call it.
        created: seconds since 1970.
        candidates: sentences with a proposed counterpart, or that somebody decided without one.
        refused: sentences without a proposed counterpart that nobody decided.
        decided: of the candidates, decided in the first pass.
        second: of the candidates, decided in the second pass.
        reviewers: all who decided something that holds, by name.
        sample: whether it is the bundled one.
    """

    name: str
    title: str
    language: str
    created: float
    candidates: int
    refused: int
    decided: int
    second: int
    reviewers: tuple[str, ...]
    sample: bool


def reviews(note: Callable[[str], None] | None = None) -> list[Review]:
    """All reviews, the newest first.

    Args:
        note: called with one sentence for each file that cannot be read; it is left alone.
    """
    found = []
    for path in review_files():
        try:
            found.append(review(path.stem))
        except BiascopeError as error:
            if note is not None:
                note(f"{path.name} is left out: {first_line(error)}")
    return sorted(found, key=lambda one: (-one.created, one.name))


def review(name: str) -> Review:
    """One review."""
    with review_snapshot(name) as connection:
        about = about_of(connection)
        total, refused = connection.execute(
            "SELECT count(*), coalesce(sum(refused AND NOT EXISTS "
            "(SELECT 1 FROM standing WHERE candidate = candidate.id)), 0) FROM candidate"
        ).fetchone()
        by_pass = dict(connection.execute("SELECT pass, count(*) FROM standing GROUP BY pass"))
        people = connection.execute(
            "SELECT min(reviewer) FROM decision WHERE id IN (SELECT decision FROM standing) "
            "GROUP BY person ORDER BY person"
        ).fetchall()
    return Review(
        name,
        about["title"],
        about["language"],
        about["created"],
        total - refused,
        refused,
        by_pass.get(1, 0),
        by_pass.get(2, 0),
        tuple(person for (person,) in people),
        about["sample"],
    )


def create(
    title: str,
    films: Sequence[Film],
    candidates: Sequence[Candidate],
    funnel: Funnel,
    language: str,
    lists_digest: str,
    notes: Sequence[str] = (),
    lists: Mapping[str, str] | None = None,
) -> str:
    """Keep what a run found as a review.

    Args:
        title: for people; the name is made from it, with a number where it is taken.
        candidates: in the order of films; refused ones too.
        lists: category → text of each word list that is not as Biascope has it.

    Returns:
        Its name.
    """
    checked = checked_title(title)
    check_number(len(candidates))
    if len({one.id for one in candidates}) < len(candidates):
        raise ValueError("a candidate comes twice")

    def fill(connection: sqlite3.Connection) -> None:
        write_about(
            connection,
            {
                "title": checked,
                "language": language,
                "lists_digest": lists_digest,
                "created": time.time(),
                "films": [asdict(film) for film in films],
                "funnel": asdict(funnel),
                "notes": list(notes),
                "lists": dict(lists or {}),
                "sample": False,
                "softening": False,
                "rules": [],
            },
        )
        insert_candidates(connection, candidates)

    return new_review(checked, fill)


def rename(name: str, title: str) -> None:
    """Give a review another title; its name stays, so that links and commands still find it."""
    checked = checked_title(title)
    with writing(name) as connection:
        write_about(connection, {"title": checked})


# --- about --------------------------------------------------------------------------------

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

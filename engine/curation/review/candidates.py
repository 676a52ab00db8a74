"""The candidates of a review: those asked for, and the order in which they are judged."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Literal

from engine.core.digest import canonical_json
from engine.curation.candidate import Candidate
from engine.curation.counterparts.proposal import Refusal
from engine.curation.review.database import read_stored, review_snapshot
from engine.curation.review.names import person_of

State = Literal["open", "accepted", "rejected", "all"]
PASSES = (1, 2)

_OPEN = "s.decision IS NULL AND NOT EXISTS ({mine})"
# Not taken back, whether another decision replaced it or not.
_MINE = (
    "SELECT 1 FROM decision m WHERE m.candidate = c.id AND m.pass = :other AND m.person = :person "
    "AND m.action <> 'undo' AND m.id NOT IN (SELECT undone FROM decision WHERE undone IS NOT NULL)"
)
_STATES = {
    "open": _OPEN.format(mine=_MINE),
    "accepted": "d.action = 'accept'",
    "rejected": "d.action = 'reject'",
    "all": "1",
}
# The second pass is of what the first decided.
_SECOND = (
    "(s.decision IS NOT NULL OR EXISTS "
    "(SELECT 1 FROM standing f WHERE f.candidate = c.id AND f.pass = 1))"
)


def load_candidates(name: str, ids: Sequence[str] | None = None) -> list[Candidate]:
    """Candidates with all that is known of them.

    Args:
        ids: None for all, in the order of films; else in the order given, unknown ones left out.
    """
    with review_snapshot(name) as connection:
        return candidates_of(connection, ids)


def candidates_of(
    connection: sqlite3.Connection, ids: Sequence[str] | None = None
) -> list[Candidate]:
    """As `load_candidates`, inside a transaction."""
    if ids is None:
        rows = connection.execute("SELECT id, data FROM candidate ORDER BY place")
    else:
        known = "SELECT id, data FROM candidate WHERE id IN (SELECT value FROM json_each(?))"
        rows = connection.execute(known, (json.dumps(list(ids)),))
    texts = dict(rows.fetchall())
    wanted = texts if ids is None else ids
    return [
        read_stored(Candidate, texts[key], "a candidate in it") for key in wanted if key in texts
    ]


def order(
    name: str,
    *,
    category: str | None = None,
    film: str | None = None,
    state: State = "open",
    pass_number: int = 1,
    reviewer: str = "",
    ranked_by: str | None = None,
    include_refused: bool = False,
) -> list[str]:
    """Which candidates are judged, and in which order.

    Args:
        category: bias type; a decided one has the type it was given.
        film: title.
        state: in this pass; `open` is what this reviewer can decide.
        pass_number: 1, or 2 for those that somebody decided in the first.
        reviewer: who judges; empty if that is not known yet.
        ranked_by: key of the model whose differences order them, the largest first; those
            without a score come last, and everything is in the order of films without a model.
        include_refused: also sentences without a proposed counterpart that nobody decided.

    Returns:
        Ids.
    """
    if state not in _STATES or pass_number not in PASSES:
        raise ValueError(f"no state {state!r}, or no pass {pass_number!r}")
    asked = {
        _STATES[state]: True,
        _SECOND: pass_number > 1,
        "coalesce(d.category, c.category) = :category": category is not None,
        "c.film = :film": film is not None,
        "(NOT c.refused OR s.decision IS NOT NULL)": not include_refused,
    }
    conditions = [condition for condition, counts in asked.items() if counts]
    scores, by = "", "c.place"
    if ranked_by is not None:
        scores = "LEFT JOIN score x ON x.spec_key = :model AND x.candidate = c.id"
        by = "x.value IS NULL, abs(x.value) DESC, c.place"
    query = f"""
        SELECT c.id FROM candidate c
        LEFT JOIN standing s ON s.candidate = c.id AND s.pass = :pass
        LEFT JOIN decision d ON d.id = s.decision {scores}
        WHERE {" AND ".join(conditions)} ORDER BY {by}
    """
    values = {
        "pass": pass_number,
        "other": 3 - pass_number,
        "person": person_of(reviewer),
        "category": category,
        "film": film,
        "model": ranked_by,
    }
    with review_snapshot(name) as connection:
        return [key for (key,) in connection.execute(query, values)]


def insert_candidates(connection: sqlite3.Connection, candidates: Iterable[Candidate]) -> None:
    """Write candidates in their order."""
    connection.executemany(
        "INSERT INTO candidate (id, place, category, film, year, refused, data) "
        "VALUES (:id, :place, :category, :film, :year, :refused, :data)",
        (
            vars(one)
            | {
                "place": place,
                "refused": isinstance(one.outcome, Refusal),
                "data": canonical_json(asdict(one)),
            }
            for place, one in enumerate(candidates)
        ),
    )

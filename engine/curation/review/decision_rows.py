"""Rows of the log of decisions, and which of them stand."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from engine.core.digest import canonical_json
from engine.curation.review.names import person_of
from engine.curation.review.softening import Applied

Action = Literal["accept", "reject", "undo"]
_FIELDS = (
    "id, candidate, pass, reviewer, action, sent_more, sent_less, category, reason, edited, "
    "softened, applied, undone, at"
)


@dataclass(frozen=True)
class Decision:
    """What one person said of one candidate in one pass.

    Args:
        candidate: id.
        pass_number: 1, or 2 for a second opinion.
        action: `undo` only in the log: a row that takes another back.
        sent_more, sent_less: the accepted pair; empty where it was rejected.
        category: bias type; empty for that of the candidate.
        reason: why it was rejected.
        edited: whether the pair is other than the proposed one, by hand.
        softened: asked for, whether the rules of the review are applied; kept, whether one
            replaced anything.
        at: seconds since 1970.
        id: in the log of this review, from 1; 0 for one that is not kept yet.
        applied: what the rules replaced.
        undone: id of the decision that an `undo` takes back.
    """

    candidate: str
    pass_number: int
    reviewer: str
    action: Action
    sent_more: str = ""
    sent_less: str = ""
    category: str = ""
    reason: str = ""
    edited: bool = False
    softened: bool = False
    at: float = 0.0
    id: int = 0
    applied: tuple[Applied, ...] = ()
    undone: int | None = None


def append(connection: sqlite3.Connection, decision: Decision) -> Decision:
    """Add a row to the log, and say which decision stands now.

    Returns:
        The decision with its id.
    """
    row = connection.execute(
        f"INSERT INTO decision (person, {_FIELDS}) VALUES (?{', ?' * 14})",
        (
            person_of(decision.reviewer),
            decision.id or None,
            decision.candidate,
            decision.pass_number,
            decision.reviewer,
            decision.action,
            decision.sent_more,
            decision.sent_less,
            decision.category,
            decision.reason,
            decision.edited,
            decision.softened,
            canonical_json([asdict(one) for one in decision.applied]),
            decision.undone,
            decision.at,
        ),
    )
    _restand(connection, decision.candidate, decision.pass_number)
    return replace(decision, id=int(row.lastrowid or 0))


def standing(connection: sqlite3.Connection, candidate: str, pass_number: int) -> Decision | None:
    """The decision that holds: the last one that was not taken back."""
    found = select(
        connection,
        "id = (SELECT decision FROM standing WHERE candidate = ? AND pass = ?)",
        (candidate, pass_number),
    )
    return next(found, None)


def select(
    connection: sqlite3.Connection, where: str = "1", values: tuple[object, ...] = ()
) -> Iterator[Decision]:
    """Rows of the log that meet a condition, in their order.

    Args:
        where: SQL of this package's own; what a user gave goes into `values`.
    """
    query = f"SELECT {_FIELDS} FROM decision WHERE {where} ORDER BY id"
    for row in connection.execute(query, values):
        yield _decision(row)


def _decision(row: tuple[Any, ...]) -> Decision:
    number, candidate, pass_number, reviewer, action, more, less, category, reason = row[:9]
    edited, soft, applied, undone, at = row[9:]
    try:
        replacements = tuple(Applied(**one) for one in json.loads(applied))
    except (ValueError, TypeError) as error:
        raise sqlite3.DatabaseError(f"a decision in it is damaged: {error}") from None
    return Decision(
        candidate,
        pass_number,
        reviewer,
        action,
        more,
        less,
        category,
        reason,
        bool(edited),
        bool(soft),
        at,
        number,
        replacements,
        undone,
    )


def _restand(connection: sqlite3.Connection, candidate: str, pass_number: int) -> None:
    key = (candidate, pass_number)
    (last,) = connection.execute(
        "SELECT max(id) FROM decision WHERE candidate = ? AND pass = ? AND action <> 'undo' "
        "AND id NOT IN (SELECT undone FROM decision WHERE candidate = ? AND pass = ? "
        "AND undone IS NOT NULL)",
        (*key, *key),
    ).fetchone()
    if last is None:
        connection.execute("DELETE FROM standing WHERE candidate = ? AND pass = ?", key)
    else:
        connection.execute("REPLACE INTO standing VALUES (?, ?, ?)", (*key, last))

"""Rows of the log of decisions, and which of them stand."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from engine.core.digest import canonical_json
from engine.curation.review.database import read_stored
from engine.curation.review.names import person_of
from engine.curation.review.softening import Applied


@dataclass(frozen=True)
class Decision:
    """What one person said of one candidate in one pass.

    Args:
        candidate: id.
        pass_number: 1, or 2 for a second opinion.
        action: `accept` or `reject`; in the log also `undo`, a row that takes another back.
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
    action: str
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


# The columns are named as the fields of a decision, in their order, but for `pass`.
_NAMES = tuple(field.name for field in fields(Decision))
_COLUMNS = ", ".join(_NAMES).replace("pass_number", "pass")


def append(connection: sqlite3.Connection, decision: Decision) -> Decision:
    """Add a row to the log, and say which decision stands now.

    Returns:
        The decision with its id.
    """
    applied = canonical_json([asdict(one) for one in decision.applied])
    row = vars(decision) | {"id": decision.id or None, "applied": applied}
    added = connection.execute(
        f"INSERT INTO decision (person, {_COLUMNS}) VALUES (?{', ?' * len(_NAMES)})",
        (person_of(decision.reviewer), *(row[name] for name in _NAMES)),
    )
    _restand(connection, decision.candidate, decision.pass_number)
    return replace(decision, id=int(added.lastrowid or 0))


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
    query = f"SELECT {_COLUMNS} FROM decision WHERE {where} ORDER BY id"
    for row in connection.execute(query, values):
        found = dict(zip(_NAMES, row, strict=True))
        if found["applied"] == "[]":  # as mostly; reading it takes its time
            found["applied"] = ()
        else:
            found["applied"] = read_stored(list[Any], found["applied"], "a decision in it")
        yield read_stored(Decision, found, "a decision in it")


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

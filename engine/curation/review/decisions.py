"""What people decide: each decision is kept before the next is shown, and none is overwritten.

Source: Rikanson 2025 (CineBias), sections 3.4.2 and 3.4.3.
"""

from __future__ import annotations

import time
from dataclasses import replace

from engine.core.errors import BiascopeError, InputTextError
from engine.curation.review.candidates import candidates_of
from engine.curation.review.checking import (
    ACTIONS,
    PASS_NAMES,
    check_pass,
    check_persons,
    checked_decision,
    judge,
)
from engine.curation.review.database import review_snapshot, writing
from engine.curation.review.decision_rows import Decision, append, select, standing
from engine.curation.review.kept import about_of
from engine.curation.review.names import person_of, reviewer_name
from engine.curation.review.softening import softening_of

__all__ = [
    "REASONS",
    "AlreadyDecidedError",
    "Decision",
    "current",
    "decide",
    "history",
    "undo",
]

# What is offered on the screen; a reason of the reviewer's own is kept as well.
REASONS = (
    "says nothing about a group",
    "unclear without the film",
    "not a minimal pair",
    "wrong type of bias",
    "too offensive",
    "not a sentence",
)


class AlreadyDecidedError(BiascopeError):
    """Somebody else decided the same item meanwhile; nothing was changed.

    Args:
        decision: that holds now; None where the one that was seen was taken back.
    """

    def __init__(self, decision: Decision | None, pass_number: int) -> None:
        self.decision = decision
        if decision is None:
            said = "The decision you saw was taken back meanwhile"
        else:
            said = f"{decision.reviewer} {ACTIONS[decision.action]} this sentence meanwhile"
            said += f", for the reason “{decision.reason}”" if decision.reason else ""
        super().__init__(
            f"{said} (in the {PASS_NAMES[pass_number]} pass), so your decision was not kept. Look "
            "at the sentence as it is now, then decide again or go on."
        )


def decide(name: str, decision: Decision, expected: int | None = None) -> Decision:
    """Keep a decision; it is on the disk when this returns.

    Args:
        decision: its pair is kept as given, softened where it asks for that and the review's
            switch is on; `edited`, `applied`, `at` and `id` are worked out here.
        expected: id of the decision on this candidate and pass that the reviewer saw; None where
            there was none.

    Returns:
        The decision as it is kept.
    """
    asked = replace(checked_decision(decision), id=0, undone=None, applied=())
    with writing(name) as connection:
        found = candidates_of(connection, [asked.candidate])
        if not found:
            raise InputTextError(f"The review {name} holds no sentence {asked.candidate[:40]!r}.")
        now = standing(connection, asked.candidate, asked.pass_number)
        if (None if now is None else now.id) != expected:
            raise AlreadyDecidedError(now, asked.pass_number)
        check_persons(asked, list(select(connection, "candidate = ?", (asked.candidate,))))
        rules = softening_of(about_of(connection)).rules if asked.softened else ()
        kept = replace(judge(asked, found[0], rules), at=time.time())
        return append(connection, kept)


def undo(name: str, reviewer: str, pass_number: int = 1) -> Decision | None:
    """Take back the last decision of a reviewer that holds.

    What it had replaced holds again. The decision stays in the log, and so does this.

    Returns:
        The decision that was taken back; None where the reviewer has none.
    """
    check_pass(pass_number)
    who = reviewer_name(reviewer)
    with writing(name) as connection:
        found = connection.execute(
            "SELECT d.id FROM decision d JOIN standing s ON s.candidate = d.candidate "
            "AND s.pass = d.pass AND s.decision = d.id WHERE d.pass = ? AND d.person = ? "
            "ORDER BY d.id DESC LIMIT 1",
            (pass_number, person_of(who)),
        ).fetchone()
        if found is None:
            return None
        last = next(select(connection, "id = ?", found))
        append(
            connection,
            Decision(last.candidate, pass_number, who, "undo", at=time.time(), undone=last.id),
        )
        return last


def current(name: str, pass_number: int = 1) -> dict[str, Decision]:
    """The decisions that hold in a pass, by candidate."""
    check_pass(pass_number)
    holds = "id IN (SELECT decision FROM standing WHERE pass = ?)"
    with review_snapshot(name) as connection:
        return {one.candidate: one for one in select(connection, holds, (pass_number,))}


def history(name: str, candidate: str) -> list[Decision]:
    """All that was ever decided of a candidate, the earliest first, taken back or not."""
    with review_snapshot(name) as connection:
        return list(select(connection, "candidate = ?", (candidate,)))

"""The decisions of another machine added to a review of the same sentences."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.core.errors import InputTextError
from engine.curation.review.candidates import candidates_of
from engine.curation.review.database import writing
from engine.curation.review.decision_rows import Decision, append, select
from engine.curation.review.decisions import check_persons
from engine.curation.review.log import read_log
from engine.curation.review.names import person_of


@dataclass(frozen=True)
class Conflict:
    """Two decisions of one sentence in one pass; the one that was here stays.

    Args:
        here, there: what each machine holds.
        reason: why they do not go together, one sentence.
    """

    here: Decision
    there: Decision
    reason: str


@dataclass(frozen=True)
class Merged:
    """What a merge did.

    Args:
        added: decisions that were added, also those that replace an earlier one of both machines.
        known: decisions that were here already.
        unknown: decisions on sentences that this review does not hold.
        conflicts: decisions that were not added.
    """

    added: int
    known: int
    unknown: int
    conflicts: tuple[Conflict, ...]


def merge(name: str, text: str | bytes) -> Merged:
    """Add the decisions that hold in another review's log, all of them or none.

    One that both machines know is followed: where the other changed it afterwards, the change is
    taken over. What the other took back stays here.

    Args:
        text: log of a review of the same sentences, as `export_log` wrote it.
    """
    log = read_log(text)
    added = known = unknown = 0
    conflicts = []
    with writing(name) as connection:
        here = {one.id: one.text for one in candidates_of(connection)}
        shared = {key for key, one in log.candidates.items() if here.get(key) == one.text}
        if not shared:
            raise InputTextError("This log is of another review: they share no sentence.")
        for there in _holding(log.decisions):
            if there.candidate not in shared:
                unknown += 1
                continue
            rows = list(select(connection, "candidate = ?", (there.candidate,)))
            if any(_same(row, there) for row in rows):
                known += 1
                continue
            conflict = _conflict(rows, there, log.by_candidate[there.candidate])
            if conflict is not None:
                conflicts.append(conflict)
                continue
            append(connection, replace(there, id=0))
            added += 1
    return Merged(added, known, unknown, tuple(conflicts))


def _holding(decisions: list[Decision]) -> list[Decision]:
    """The decisions that hold, one for each candidate and pass, in their order."""
    undone = {one.undone for one in decisions}
    last = {
        (one.candidate, one.pass_number): one
        for one in decisions
        if one.action != "undo" and one.id not in undone
    }
    return sorted(last.values(), key=lambda one: one.id)


def _conflict(rows: list[Decision], there: Decision, others: list[Decision]) -> Conflict | None:
    """Why a decision cannot be added to the log of its candidate; None where it can.

    Args:
        rows: the log here.
        others: the log there.
    """
    holding = {one.pass_number: one for one in _holding(rows)}
    here = holding.get(there.pass_number)
    if here is not None and not any(_same(here, other) for other in others):
        return Conflict(here, there, "Both were decided separately; the one here was kept.")
    try:
        check_persons(there, rows)
    except InputTextError as error:
        person = person_of(there.reviewer)
        own = [row for row in rows if person_of(row.reviewer) == person]
        return Conflict(own[-1], there, str(error))
    return None


def _same(one: Decision, other: Decision) -> bool:
    """Whether two rows are one decision, whatever its number in each log."""
    return replace(one, id=0, undone=None) == replace(other, id=0, undone=None)

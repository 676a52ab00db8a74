"""What people decide: checked, kept before the next is shown, and never overwritten.

Source: Rikanson 2025 (CineBias), sections 3.4.2 and 3.4.3.
"""

from __future__ import annotations

import time
from dataclasses import replace

from engine.core.errors import BiascopeError, InputTextError, is_unicode
from engine.curation.candidate import Candidate
from engine.curation.counterparts.proposal import Proposal
from engine.curation.review.candidates import PASSES, candidates_of
from engine.curation.review.database import review_snapshot, writing
from engine.curation.review.decision_rows import Decision, append, select, standing
from engine.curation.review.kept import about_of
from engine.curation.review.names import person_of, reviewer_name
from engine.curation.review.softening import Applied, Rule, soften, softening_of
from engine.measures.pairs.quality import flags_of

MOST_CHARACTERS = 2_000  # of a sentence
MOST_REASON = 200
ACTIONS = {"accept": "accepted", "reject": "rejected"}
PASS_NAMES = {1: "first", 2: "second"}

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


# --- checking -----------------------------------------------------------------------------


def checked_decision(decision: Decision) -> Decision:
    """A decision whose texts can be kept, on one line each."""
    check_pass(decision.pass_number)
    if decision.action not in ACTIONS:
        raise ValueError(f"a decision accepts or rejects, not {decision.action!r}")
    texts = (decision.sent_more, decision.sent_less, decision.category, decision.reason)
    more, less, category, reason = (" ".join(text.split()) for text in texts)
    if not is_unicode("".join(texts)) or "\0" in "".join(texts):
        raise InputTextError("A sentence holds a character that cannot be written to a file.")
    if max(len(more), len(less)) > MOST_CHARACTERS:
        raise InputTextError(f"A sentence has at most {MOST_CHARACTERS:,} characters.")
    if max(len(category), len(reason)) > MOST_REASON:
        raise InputTextError(f"A type or a reason has at most {MOST_REASON} characters.")
    if decision.action == "reject":
        if not reason:
            raise InputTextError("A rejection needs a reason: choose one, or write your own.")
        more = less = ""
    else:
        reason = ""
    return replace(
        decision,
        reviewer=reviewer_name(decision.reviewer),
        sent_more=more,
        sent_less=less,
        category=category,
        reason=reason,
    )


def check_persons(decision: Decision, rows: list[Decision]) -> None:
    """Raises InputTextError if the same person gave the other pass of the same item.

    Args:
        rows: the log of its candidate.
    """
    undone = {row.undone for row in rows}
    person = person_of(decision.reviewer)
    for row in rows:
        own = row.action in ACTIONS and row.id not in undone and person_of(row.reviewer) == person
        if own and row.pass_number != decision.pass_number:
            raise InputTextError(
                f"{decision.reviewer} decided this sentence in the "
                f"{PASS_NAMES[row.pass_number]} pass; the other pass is for another person."
            )


def judge(decision: Decision, candidate: Candidate, rules: tuple[Rule, ...]) -> Decision:
    """A decision with its category, softened, and with whether it was edited by hand.

    Args:
        rules: to soften both sentences by; none to leave them as they are.
    """
    category = decision.category or " ".join(candidate.category.split())
    if decision.action == "reject":
        return replace(decision, category=category, edited=False, softened=False)
    proposal = candidate.outcome.sent_less if isinstance(candidate.outcome, Proposal) else ""
    proposed, wanted = _softened(candidate.text, proposal, rules)
    pair, applied = _softened(decision.sent_more, decision.sent_less, rules)
    flags = flags_of(*pair)
    if "empty-side" in flags or "identical" in flags:
        raise InputTextError(
            "A pair needs two sentences that differ; "
            + ("one of these is empty." if "empty-side" in flags else "these are the same.")
        )
    replacements = tuple(dict.fromkeys((*wanted, *applied)))
    return replace(
        decision,
        sent_more=pair[0],
        sent_less=pair[1],
        category=category,
        edited=pair != proposed,
        softened=bool(replacements),
        applied=replacements,
    )


def _softened(
    more: str, less: str, rules: tuple[Rule, ...]
) -> tuple[tuple[str, str], tuple[Applied, ...]]:
    first, replaced = soften(" ".join(more.split()), rules)
    second, also = soften(" ".join(less.split()), rules)
    return (first, second), (*replaced, *also)


def check_pass(pass_number: int) -> None:
    """Raises ValueError if there is no such pass."""
    if pass_number not in PASSES:
        raise ValueError(f"there is no pass {pass_number!r}")

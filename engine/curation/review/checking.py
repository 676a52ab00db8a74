"""Whether a decision can be kept, and what follows from it: its category, and what was edited."""

from __future__ import annotations

from dataclasses import replace

from engine.core.errors import InputTextError, is_unicode
from engine.curation.candidate import Candidate
from engine.curation.counterparts.proposal import Proposal
from engine.curation.review.candidates import PASSES
from engine.curation.review.decision_rows import Decision
from engine.curation.review.names import person_of, reviewer_name
from engine.curation.review.softening import Applied, Rule, soften
from engine.measures.pairs.quality import flags_of

MOST_CHARACTERS = 2_000  # of a sentence
MOST_REASON = 200
ACTIONS = {"accept": "accepted", "reject": "rejected"}
PASS_NAMES = {1: "first", 2: "second"}


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

"""Which candidates are accepted, and whose words count where two people accepted one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engine.curation.candidate import Candidate
from engine.curation.counterparts.proposal import Proposal
from engine.curation.review.candidates import load_candidates
from engine.curation.review.decisions import Decision, current

Which = Literal["first", "agreed", "either"]
WAYS: dict[Which, str] = {
    "first": "accepted in the first pass",
    "agreed": "accepted in both passes",
    "either": "accepted in at least one pass",
}


@dataclass(frozen=True)
class Accepted:
    """A candidate that somebody accepted.

    Args:
        decision: whose words count.
        first, second: of those who accepted it in each pass.
    """

    candidate: Candidate
    decision: Decision
    first: Decision | None
    second: Decision | None

    @property
    def reworded(self) -> bool:
        """Whether both accepted it, but not the same pair under the same type."""
        if self.first is None or self.second is None:
            return False
        return _content(self.first) != _content(self.second)

    @property
    def as_proposed(self) -> bool:
        """Whether the pair is the proposed one, which is what a model scored."""
        outcome = self.candidate.outcome
        less = outcome.sent_less if isinstance(outcome, Proposal) else ""
        return (self.decision.sent_more, self.decision.sent_less) == (self.candidate.text, less)


def accepted_candidates(name: str, which: Which) -> Iterator[Accepted]:
    """Accepted candidates of a review, in the order of films.

    Args:
        which: a name of `WAYS`. Where both passes count, the words of the second are taken.
    """
    if which not in WAYS:
        raise ValueError(f"pairs are {', '.join(WAYS)}, not {which!r}")
    first, second = (
        {key: one for key, one in current(name, number).items() if one.action == "accept"}
        for number in (1, 2)
    )
    chosen = {"first": set(first), "agreed": set(first) & set(second)}.get(
        which, set(first) | set(second)
    )
    for candidate in load_candidates(name):
        if candidate.id not in chosen:
            continue
        one, other = first.get(candidate.id), second.get(candidate.id)
        decision = one if which == "first" or other is None else other
        if decision is not None:
            yield Accepted(candidate, decision, one, other)


def _content(decision: Decision) -> tuple[str, str, str]:
    return decision.sent_more, decision.sent_less, decision.category

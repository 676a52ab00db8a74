"""The candidate on the card: its pair with the words chosen for it, softened where that is on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import streamlit as st

from components.curate import card_text
from components.frame.session import review as stored
from components.frame.session import state
from components.frame.session.review import Applied, Asked, Decision, Softening
from engine.curation.candidate import Candidate
from engine.curation.counterparts.proposal import Proposal
from engine.curation.counterparts.render import rendered

CATEGORY = "category"  # name of the choice of a bias type; those of words are numbers of swaps


@dataclass(frozen=True)
class Opened:
    """What can be decided of a candidate.

    Args:
        choices: what the user chose, by the name of the choice.
        proposal: the counterpart with the chosen words; None where none is proposed.
        more, less: the pair that is accepted; `less` is empty where no counterpart is proposed.
        softens: whether the rules of the review are applied.
        replaced: what they replaced in the pair, or would if they were applied.
        standing: the decision that holds in this pass.
        models: what models say of it, one sentence each.
    """

    candidate: Candidate
    choices: Mapping[str, str]
    proposal: Proposal | None
    more: str
    less: str
    category: str
    softens: bool
    replaced: tuple[Applied, ...]
    standing: Decision | None
    models: Sequence[str]

    @property
    def refused(self) -> str:
        """Why no counterpart is proposed; empty where there is one."""
        outcome = self.candidate.outcome
        return "" if isinstance(outcome, Proposal) else outcome.reason

    @property
    def undecidable(self) -> bool:
        """Whether there is nothing to accept until a counterpart is written."""
        return not self.less


def opened(asked: Asked, key: str) -> Opened | None:
    """The candidate with an id; None where the review has none."""
    seen = stored.look(asked.name, key, asked.pass_number)
    if seen is None:
        return None
    candidate, standing, choices = seen.candidate, seen.standing, chosen(key)
    proposal = _proposal(candidate, choices, seen.language)
    if standing is not None and standing.action == "accept" and not choices:
        pair, replaced = (standing.sent_more, standing.sent_less), standing.applied
    else:
        less = "" if proposal is None else proposal.sent_less
        pair, replaced = _softened(candidate.text, less, seen.softening)
    decided = standing.category if standing is not None else candidate.category
    return Opened(
        candidate,
        choices,
        proposal,
        *pair,
        choices.get(CATEGORY, decided),
        seen.softening.on,
        replaced,
        standing,
        card_text.models(seen),
    )


def chosen(key: str) -> dict[str, str]:
    """What the user chose for a candidate."""
    of, choices = st.session_state.get(state.REVIEW_CHOICES, ("", {}))
    return dict(choices) if of == key else {}


def choose(key: str, name: str, value: str) -> None:
    """Keep a choice for the candidate on the card; those for another are forgotten."""
    st.session_state[state.REVIEW_CHOICES] = (key, chosen(key) | {name: value})


def forget() -> None:
    """Forget what was chosen for a candidate, once it is decided or its decision is undone."""
    st.session_state.pop(state.REVIEW_CHOICES, None)


def _proposal(candidate: Candidate, choices: Mapping[str, str], language: str) -> Proposal | None:
    outcome = candidate.outcome
    if not isinstance(outcome, Proposal):
        return None
    words = {
        number: choices[str(number)]
        for number, swap in enumerate(outcome.swaps)
        if choices.get(str(number)) in swap.choices
    }
    if not words:
        return outcome
    return rendered(candidate.text, outcome.swaps, words, outcome.notes, language)


def _softened(
    more: str, less: str, softening: Softening
) -> tuple[tuple[str, str], tuple[Applied, ...]]:
    """The pair as it will be kept, and what the rules replace, or would if they were on."""
    rules = replace(softening, on=True).rules
    (first, replaced), (second, also) = (stored.softened(text, rules) for text in (more, less))
    pair = (first, second) if softening.on else (more, less)
    return pair, tuple(dict.fromkeys((*replaced, *also)))

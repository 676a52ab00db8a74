"""The candidate on the card: its pair with the words chosen for it, softened where that is on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import streamlit as st

from components.curate import card_text
from components.session import review as stored
from components.session import state
from components.session.review import Applied, Asked, Decision, Softening
from engine.curation.candidate import Candidate
from engine.curation.counterparts.proposal import Proposal

CATEGORY = "category"  # name of the choice of a bias type; those of words are numbers of swaps


@dataclass(frozen=True)
class Opened:
    """What can be decided of a candidate.

    Args:
        choices: what the user chose, by the name of the choice.
        more, less: the pair that is accepted; `less` is empty where no counterpart is proposed.
        softens: whether the rules of the review are applied.
        replaced: what they replaced in the pair, or would if they were applied.
        standing: the decision that holds in this pass.
        models: what models say of it, one sentence each.
    """

    candidate: Candidate
    choices: Mapping[str, str]
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
    if standing is not None and standing.action == "accept" and not choices:
        pair, replaced = (standing.sent_more, standing.sent_less), standing.applied
    else:
        pair, replaced = _softened(candidate.text, _counterpart(candidate, choices), seen.softening)
    decided = standing.category if standing is not None else candidate.category
    category = choices.get(CATEGORY, decided)
    models = card_text.models(seen)
    soft = seen.softening.on
    return Opened(candidate, choices, *pair, category, soft, replaced, standing, models)


def chosen(key: str) -> dict[str, str]:
    """What the user chose for a candidate."""
    of, choices = st.session_state.get(state.REVIEW_CHOICES, ("", {}))
    return dict(choices) if of == key else {}


def choose(key: str, name: str, value: str) -> None:
    """Keep a choice for the candidate on the card; those for another are forgotten."""
    st.session_state[state.REVIEW_CHOICES] = (key, chosen(key) | {name: value})


def _counterpart(candidate: Candidate, choices: Mapping[str, str]) -> str:
    outcome = candidate.outcome
    if not isinstance(outcome, Proposal):
        return ""
    words = {
        number: choices[str(number)]
        for number, swap in enumerate(outcome.swaps)
        if choices.get(str(number)) in swap.choices
    }
    return stored.chosen_words(candidate, words).sent_less if words else outcome.sent_less


def _softened(
    more: str, less: str, softening: Softening
) -> tuple[tuple[str, str], tuple[Applied, ...]]:
    """The pair as it will be kept, and what the rules replace, or would if they were on."""
    rules = replace(softening, on=True).rules
    (first, replaced), (second, also) = (stored.softened(text, rules) for text in (more, less))
    pair = (first, second) if softening.on else (more, less)
    return pair, tuple(dict.fromkeys((*replaced, *also)))

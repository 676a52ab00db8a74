"""Candidates ranked by a model: how much it prefers one sentence of each proposed pair.

Those that matter most to the model at hand are judged first. The differences say nothing about
which candidates are biased.

Source: Nangia et al. 2020, equation 1; of causal models the log-likelihood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from engine.curation.candidate import Candidate
from engine.curation.counterparts.proposal import Proposal
from engine.curation.review.candidates import load
from engine.curation.review.scores import store
from engine.digest import texts_digest
from engine.errors import InputTextError
from engine.families import CAUSAL
from engine.models.facts import kind_of
from engine.store import canonical_json

if TYPE_CHECKING:
    from engine.measurement import Measurement
    from engine.spec import ModelSpec

# Measure's name, items and parameters → values; of the model that ranks.
Ask = Callable[[str, list[Any], dict[str, Any]], "Measurement"]


def rank(name: str, measure: Ask, spec: ModelSpec, label: str) -> int:
    """Score the proposed pairs of a review by one model, and keep the scores with it.

    Args:
        name: of the review.
        measure: measures the model that `spec` names.
        label: of the model, for people.

    Returns:
        How many candidates have a score; the others have none because they have no proposal,
        or because the model cannot read them, and then the reason is kept.

    Raises:
        InputTextError: if there is no such review, or it holds no proposal.
        StorageError: if its file cannot be read or written.
        BiascopeError: what the measure refuses.
    """
    pairs = proposed_pairs(load(name))
    if not pairs:
        raise InputTextError(
            f"The review {name} holds no sentence with a proposed counterpart to rank."
        )
    found = measure("pairs", list(pairs.values()), {"variant": variant_for(spec)})
    values = dict(zip(pairs, found.values, strict=True))
    problems = {key: value["problem"] for key, value in values.items() if "problem" in value}
    scores = {key: value["difference"] for key, value in values.items() if key not in problems}
    store(name, label, model_key(spec), scores, problems)
    return len(scores)


def proposed_pairs(candidates: Iterable[Candidate]) -> dict[str, dict[str, str]]:
    """Candidate with a proposal → its pair, an item of the measure `pairs`."""
    return {
        candidate.id: {"sent_more": candidate.text, "sent_less": candidate.outcome.sent_less}
        for candidate in candidates
        if isinstance(candidate.outcome, Proposal)
    }


def variant_for(spec: ModelSpec) -> str:
    """The pair measure that ranks for a model: CPS, or the log-likelihood of a causal one."""
    return "clm" if kind_of(spec) == CAUSAL else "cps"


def model_key(spec: ModelSpec) -> str:
    """What the scores of a model are kept under: its identity, with masked heads and precision."""
    return texts_digest([canonical_json(spec.identity())])

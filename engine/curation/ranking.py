"""Candidates ranked by a model: how much it prefers one sentence of each proposed pair.

Those that matter most to the model at hand are judged first. The differences say nothing about
which candidates are biased.

Source: Nangia et al. 2020, equation 1; of causal models the log-likelihood.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from engine.core.digest import canonical_json, texts_digest
from engine.core.errors import InputTextError
from engine.core.families import CAUSAL
from engine.curation.candidate import Candidate
from engine.curation.counterparts.proposal import Proposal
from engine.curation.review.candidates import load_candidates
from engine.curation.review.scores import keep_scores
from engine.flow.asking import Ask
from engine.flow.guarded import AUTO
from engine.models.facts import kind_of

if TYPE_CHECKING:
    from engine.core.spec import ModelSpec

FIRST = 100  # of a ranking in mixed precision, those scored again in float32


def rank(name: str, measure: Ask, spec: ModelSpec, label: str, coarse: Ask | None = None) -> int:
    """Score the proposed pairs of a review by one model, and keep the scores with it.

    Args:
        name: of the review.
        measure: measures the model that `spec` names.
        label: of the model, for people.
        coarse: measures it in mixed precision, for the order; the `FIRST` of it are scored by
            `measure` too. The scores are kept as those of another precision.

    Returns:
        How many candidates have a score; the others have none because they have no proposal,
        or because the model cannot read them, and then the reason is kept.
    """
    pairs = proposed_pairs(load_candidates(name))
    if not pairs:
        raise InputTextError(
            f"The review {name} holds no sentence with a proposed counterpart to rank."
        )
    params = {"variant": variant_for(spec)}
    found = (coarse or measure)("pairs", list(pairs.values()), params)
    values = dict(zip(pairs, found.values, strict=True))
    if coarse is not None:
        first = _first(values)
        again = measure("pairs", [pairs[key] for key in first], params)
        values |= dict(zip(first, again.values, strict=True))
    problems = {key: value["problem"] for key, value in values.items() if "problem" in value}
    scores = {key: value["difference"] for key, value in values.items() if key not in problems}
    keep_scores(name, label, model_key(spec, coarse is not None), scores, problems)
    return len(scores)


def _first(values: Mapping[str, Any]) -> list[str]:
    """Candidates to score again: the largest differences, and what could not be scored."""
    unscored = [key for key, value in values.items() if "problem" in value]
    scored = [key for key in values if key not in set(unscored)]
    ordered = sorted(scored, key=lambda key: -abs(values[key]["difference"]))
    return [*unscored, *ordered[:FIRST]]


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


def model_key(spec: ModelSpec, guarded: bool = False) -> str:
    """What the scores of a model are kept under: its identity, with masked heads and precision.

    Args:
        guarded: whether the order is that of mixed precision, and only its first are float32.
    """
    identity = spec.identity() | ({"dtype": AUTO} if guarded else {})
    return texts_digest([canonical_json(identity)])

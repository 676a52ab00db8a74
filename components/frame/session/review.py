"""One review as its page shows it: candidates in order, decisions, and what others say of them.

Each call opens the review's file, so what another person decided meanwhile is seen at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.curation.review import candidates, decisions, scores
from engine.curation.review import softening as softenings
from engine.curation.review.agreement import (
    Agreement,
    agreement_by_people,
    passes_agreement,
)
from engine.curation.review.candidates import State, load_candidates
from engine.curation.review.decision_rows import Decision
from engine.curation.review.decisions import (
    REASONS,
    AlreadyDecidedError,
    current,
)
from engine.curation.review.names import MOST_NAME
from engine.curation.review.progress import (
    Look,
    Totals,
    look,
    totals,
)
from engine.curation.review.sample import parts
from engine.curation.review.softening import (
    Applied,
    Rule,
    Softening,
    soften,
    softening,
)
from engine.curation.review.verdicts import Verdict
from engine.server import shared

if TYPE_CHECKING:
    from engine.core.spec import ModelSpec

__all__ = [
    "MOST_NAME",
    "REASONS",
    "Agreement",
    "AlreadyDecidedError",
    "Applied",
    "Asked",
    "Decision",
    "Look",
    "MadeFrom",
    "Rule",
    "Softening",
    "State",
    "Totals",
    "Verdict",
    "agreement_by_people",
    "current",
    "decide",
    "keep_rules",
    "key_of_model",
    "load_candidates",
    "look",
    "made_from",
    "models",
    "order",
    "passes_agreement",
    "soften",
    "softening",
    "switch_softening",
    "totals",
    "undo",
]


@dataclass(frozen=True)
class Asked:
    """Which candidates of a review are wanted, and by whom.

    Args:
        category: bias type; None for all.
        film: title; None for all.
        ranked_by: key of the model whose differences order them; None for the order of films.
        refused: the sentences without a proposed counterpart instead of the others.
    """

    name: str
    reviewer: str
    pass_number: int = 1
    category: str | None = None
    film: str | None = None
    state: State = "open"
    ranked_by: str | None = None
    refused: bool = False


@dataclass(frozen=True)
class MadeFrom:
    """Titles of the films of a review, in their order, and its categories."""

    films: tuple[str, ...]
    categories: tuple[str, ...]


def decide(name: str, decision: Decision, expected: int | None = None) -> Decision:
    """Keep a decision on a candidate; a shared server keeps none.

    Args:
        expected: id of the decision that the reviewer saw; None where there was none.
    """
    shared.refuse("Deciding in a review")
    return decisions.decide(name, decision, expected)


def undo(name: str, reviewer: str, pass_number: int = 1) -> Decision | None:
    """Take back a reviewer's last decision; a shared server takes none back."""
    shared.refuse("Taking back a decision")
    return decisions.undo(name, reviewer, pass_number)


def switch_softening(name: str, on: bool) -> None:
    """Switch a review's milder words on or off; not on a shared server."""
    shared.refuse("Changing a review")
    softenings.set_softening(name, on)


def keep_rules(name: str, rules: Sequence[Rule]) -> None:
    """Keep a review's own rules of milder words; not on a shared server."""
    shared.refuse("Changing a review")
    softenings.keep_rules(name, rules)


def order(asked: Asked) -> list[str]:
    """Ids of the candidates that are wanted, in their order."""

    def ids(state: State, refused: bool) -> list[str]:
        return candidates.order(
            asked.name,
            category=asked.category,
            film=asked.film,
            state=state,
            pass_number=asked.pass_number,
            reviewer=asked.reviewer,
            ranked_by=asked.ranked_by,
            include_refused=refused,
        )

    if not asked.refused:
        return ids(asked.state, False)
    proposed = set(ids("open", False))
    return [key for key in ids("open", True) if key not in proposed]


def made_from(name: str) -> MadeFrom:
    """Films and categories of a review."""
    known = parts(name)
    films = dict.fromkeys(film.title for film in known.films)
    return MadeFrom(tuple(films), tuple(known.funnel.by_category))


def models(name: str) -> dict[str, str]:
    """Key of each model that scored a review → its label, the latest first."""
    return {model.spec_key: model.label for model in scores.scoring_models(name)}


def key_of_model(spec: ModelSpec | None) -> str | None:
    """Key that the scores of a model are kept under; None without a model."""
    from engine.curation.ranking import model_key

    return None if spec is None else model_key(spec)

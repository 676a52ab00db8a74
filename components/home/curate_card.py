"""The accepted pairs of a review that a model has ranked, for Home; nothing is computed."""

from __future__ import annotations

from typing import NamedTuple

from components.frame import session
from components.frame.present import explain
from components.frame.present.numbers import interval_text
from components.home.card import Card
from engine.core.errors import BiascopeError
from engine.core.spec import ModelSpec
from engine.core.wording import counted
from engine.statistics import wilson

_LOOKED_AT = 8  # reviews, the newest first


class RankedPairs(NamedTuple):
    """Accepted pairs that the model has scored as they were proposed.

    Args:
        title: of the review.
        more: those in which the model finds the found sentence more likely.
        types: bias types among them.
    """

    title: str
    pairs: int
    more: int
    types: int


def curated_pairs(spec: ModelSpec) -> Card | None:
    """In how many accepted pairs from films the found sentence is the likelier one."""
    found = ranked_pairs(spec)
    if found is None:
        return None
    interval = [100 * bound for bound in wilson(found.more, found.pairs)]
    return Card(
        "Pairs from films",
        f"{found.more} of {found.pairs}",
        "accepted pairs in which the model finds the sentence from the film more likely than its "
        "counterpart",
        f"{interval_text(interval, '.0f')} · {counted(found.types, 'bias type')} · review: "
        f"{explain.plain(found.title)}",
        "pages/curate.py",
    )


def ranked_pairs(spec: ModelSpec) -> RankedPairs | None:
    """The newest review with accepted pairs that this model has scored; None without one."""
    for review in session.reviews()[:_LOOKED_AT]:
        try:
            found = _of_review(review.name, review.title, spec) if review.decided else None
        except BiascopeError:  # the page of the review says what is wrong
            found = None
        if found is not None:
            return found
    return None


def _of_review(name: str, title: str, spec: ModelSpec) -> RankedPairs | None:
    scores, _ = session.review_scores(name, spec)
    if not scores:
        return None
    accepted = {
        key: decision
        for key, decision in session.review_decisions(name).items()
        if decision.action == "accept" and not (decision.edited or decision.softened)
        if key in scores
    }
    if not accepted:
        return None
    return RankedPairs(
        title,
        len(accepted),
        sum(scores[key] > 0 for key in accepted),
        len({decision.category for decision in accepted.values()}),
    )

"""Cards of what users made: reviewed pairs from films, and planted biases."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from components.frame import session
from components.frame.present import explain
from components.frame.present.numbers import interval_text, signed
from components.home.card import Card, percent_interval
from engine.core.errors import BiascopeError
from engine.core.spec import ModelSpec
from engine.core.wording import counted
from engine.lab.readings import UNMASKING
from engine.lab.templates import BIASED
from engine.statistics import wilson

# --- pairs from films ---------------------------------------------------------------------

_LOOKED_AT = 8  # reviews, the newest first


def curated_pairs(spec: ModelSpec) -> Card | None:
    """In how many accepted pairs from films the found sentence is the likelier one."""
    for review in session.curation.reviews()[:_LOOKED_AT]:
        try:
            found = _of_review(review.name, review.title, spec) if review.decided else None
        except BiascopeError:  # the page of the review says what is wrong
            found = None
        if found is not None:
            return found
    return None


def _of_review(name: str, title: str, spec: ModelSpec) -> Card | None:
    """The accepted pairs of a review that the model has scored as they were proposed."""
    scores, _ = session.curation_set.review_scores(name, spec)
    if not scores:
        return None
    accepted = {
        key: decision
        for key, decision in session.curation_set.review_decisions(name).items()
        if decision.action == "accept" and not (decision.edited or decision.softened)
        if key in scores
    }
    if not accepted:
        return None
    more = sum(scores[key] > 0 for key in accepted)
    types = len({decision.category for decision in accepted.values()})
    return Card(
        "Pairs from films",
        f"{more} of {len(accepted)}",
        "accepted pairs in which the model finds the sentence from the film more likely than its "
        "counterpart",
        f"{percent_interval(wilson(more, len(accepted)))} · {counted(types, 'bias type')} · "
        f"review: {explain.plain(title)}",
        "pages/curate.py",
    )


# --- planted bias -------------------------------------------------------------------------


def planted_bias(spec: ModelSpec) -> Card | None:
    """Rank correlation of the planted proportions with what probing the biased model gives.

    The injection was into the model as it is, so it says nothing of one that was changed.
    """
    if not spec.is_original:
        return None
    recovery = next(_recoveries(spec.checkpoint), None)
    if recovery is None or recovery["interval"] is None:
        return None
    return Card(
        "Planted bias",
        signed(recovery["rho"]),
        "is how well probing recovers a planted bias; 1 is the planted order",
        f"rank correlation, {interval_text(recovery['interval'], '+.2f')} · "
        f"{counted(recovery['n'], 'occupation')}",
        "pages/lab.py",
    )


def _recoveries(checkpoint: str) -> Iterator[dict[str, Any]]:
    """Recovery by probing of the injections into a model, newest first."""
    try:
        reports = [injection.report for injection in session.lab.injections()]
    except BiascopeError:
        return  # the sidebar says that the jobs cannot be read
    for report in reports:
        if report is not None and report["request"]["checkpoint"] == checkpoint:
            yield report["recovery"][UNMASKING][BIASED]

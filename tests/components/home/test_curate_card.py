"""Home's card of a review: accepted pairs that the model has scored, and none without scores."""

from __future__ import annotations

import pytest

from components.frame import session
from components.home.own_cards import curated_pairs
from engine.core.spec import ModelSpec
from engine.curation.review.decisions import decide
from tests.engine.curation.review.reviews import accept, candidate, made, reject

SPEC = ModelSpec("bundled", "sha256:0")


@pytest.fixture
def scores(monkeypatch) -> dict[str, float]:
    """Scores of the model, to be filled."""
    kept: dict[str, float] = {}
    monkeypatch.setattr(session.curation_set, "review_scores", lambda *_: (kept, {}))
    return kept


def test_no_card_without_a_review():
    assert curated_pairs(SPEC) is None


def test_no_card_before_the_model_has_scored_what_was_accepted(scores):
    name = made()
    decide(name, accept(candidate(0)), None)
    assert curated_pairs(SPEC) is None
    scores[candidate(1).id] = 1.0
    assert curated_pairs(SPEC) is None


def test_accepted_pairs_are_counted_where_they_are_as_they_were_scored(scores):
    name = made("Two *films*")
    first, second, edited, rejected = (candidate(number) for number in range(4))
    scores.update({first.id: 1.5, second.id: -0.5, edited.id: 2.0, rejected.id: 3.0})
    decide(name, accept(first), None)
    decide(name, accept(second), None)
    decide(name, accept(edited, sent_less="Nobody hires a young clerk, ever."), None)
    decide(name, reject(rejected), None)
    card = curated_pairs(SPEC)
    assert card is not None
    assert card.number == "1 of 2"
    assert "1 bias type" in card.statistics
    assert r"Two \*films\*" in card.statistics

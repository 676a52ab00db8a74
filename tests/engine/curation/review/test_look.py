"""What a card reads of one candidate, and the totals of a pass."""

from __future__ import annotations

from engine.curation.review import decisions, scores, softening, verdicts
from engine.curation.review.progress import Said, Totals, look, totals
from engine.curation.review.verdicts import Verdict
from tests.engine.curation.review import reviews


def test_a_look_has_the_decision_of_its_pass_and_what_models_say():
    name, one = reviews.made(language="et"), reviews.candidate(1)
    kept = decisions.decide(name, reviews.accept(one))
    scores.keep_scores(name, "First", "a", {one.id: 0.5, reviews.candidate(2).id: 2.0})
    scores.keep_scores(name, "Second", "b", {one.id: -1.0})
    said = Verdict(False, "no group", {"p": 0.25})
    verdicts.keep_verdicts(name, "zero-shot", "N", {one.id: said})
    softening.set_softening(name, True)
    seen = look(name, one.id, 1)
    assert seen is not None
    assert (seen.candidate, seen.language, seen.standing) == (one, "et", kept)
    assert seen.differences == (("Second", -1.0), ("First", 0.5))
    assert seen.said == (Said("zero-shot", "N", said),)
    assert seen.softening.on
    second = look(name, one.id, 2)
    assert second is not None
    assert second.standing is None


def test_an_unknown_candidate_is_none():
    assert look(reviews.made(), "0" * 16, 1) is None


def test_totals_count_what_holds_in_each_pass(name):
    first, second, third = (reviews.candidate(number) for number in range(3))
    decisions.decide(name, reviews.accept(first))
    decisions.decide(name, reviews.accept(second, sent_less="He never learned to swim."))
    decisions.decide(name, reviews.reject(third))
    decisions.decide(name, reviews.reject(first, "Jaan", 2))
    assert totals(name, 1) == Totals(6, 3, 2, 1)
    assert totals(name, 2) == Totals(3, 1, 0, 0)
    decisions.undo(name, "Mari", 1)
    assert totals(name, 1) == Totals(6, 2, 2, 1)

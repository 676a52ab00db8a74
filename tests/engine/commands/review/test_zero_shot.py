from __future__ import annotations

import pytest

from engine.curation.review.verdicts import load_verdicts
from tests.engine.classifiers import build_classifier
from tests.engine.curation.nli import LABELS
from tests.engine.curation.review.reviews import made

pytestmark = pytest.mark.model


def test_every_candidate_is_asked_about_and_the_answers_are_kept(engine, nli, name):
    found = engine("review", "zero-shot", name, "--classifier", nli, "--json").json
    assert len(found["answers"]) == 6
    assert {one["label"] for one in found["answers"].values()} <= set(LABELS)
    (judge,) = load_verdicts(name)
    assert (judge.source, judge.label) == ("zero-shot", nli)
    assert judge.details["hypothesis"] == "This sentence contains a stereotype about {}."
    assert judge.details["checkpoint"] == nli
    assert "6 candidates: " in engine("review", "zero-shot", name, "--classifier", nli).out


def test_a_classifier_of_something_else_is_refused_with_both_lists(engine, tmp_path):
    other = build_classifier("bert", tmp_path / "other")
    name = made()
    refused = engine("review", "zero-shot", name, "--classifier", str(other))
    assert "“bad”, “good”" in refused.refusal
    assert "“entailment”" in refused.complaint
    assert load_verdicts(name) == []

"""What models, assistants and classifiers said is kept, and replaced only by themselves."""

from __future__ import annotations

import pytest

from engine.curation.review import scores, verdicts
from engine.curation.review.verdicts import Verdict
from tests.engine.curation.review.reviews import candidate, made

IDS = [candidate(number).id for number in range(6)]


def test_scores_come_back_by_model(name):
    scores.keep_scores(name, "Tiny", "a", {IDS[0]: 0.5, IDS[1]: -1.25}, {IDS[2]: "too long"})
    scores.keep_scores(name, "Other", "b", {IDS[0]: 3.0, "unknown": 4.0})
    assert scores.load_scores(name, "a") == {IDS[0]: 0.5, IDS[1]: -1.25}
    assert scores.load_scores(name, "b") == {IDS[0]: 3.0}
    assert scores.load_scores(name, "c") == {}
    found = {model.label: model for model in scores.scoring_models(name)}
    assert found["Tiny"].problems == {IDS[2]: "too long"}
    assert (found["Tiny"].scored, found["Other"].scored) == (2, 1)


def test_a_model_s_scores_grow_chunk_by_chunk(name):
    scores.keep_scores(name, "Tiny", "a", {IDS[0]: 0.5})
    scores.keep_scores(name, "Tiny", "a", {IDS[1]: 1.0, IDS[0]: 0.75})
    assert scores.load_scores(name, "a") == {IDS[0]: 0.75, IDS[1]: 1.0}
    assert [model.scored for model in scores.scoring_models(name)] == [2]


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_score_that_is_no_number_is_the_caller_s_bug(value, name):
    with pytest.raises(ValueError, match="no finite score"):
        scores.keep_scores(name, "Tiny", "a", {IDS[0]: value})
    assert scores.scoring_models(name) == []


def test_verdicts_come_back_by_who_gave_them(name):
    first = {
        IDS[1]: Verdict(True, "It generalises."),
        IDS[0]: Verdict(None, extra={"answer": "maybe"}),
    }
    verdicts.keep_verdicts(name, "assistant", "Model A", first, {"batches": 1})
    verdicts.keep_verdicts(
        name, "zero-shot", "Model B", {IDS[0]: Verdict(False, extra={"p": 0.25})}
    )
    verdicts.keep_verdicts(
        name, "assistant", "Model A", {IDS[0]: Verdict(False), "unknown": Verdict(True)}
    )
    found = {judge.source: judge for judge in verdicts.load_verdicts(name)}
    assert found["assistant"].label == "Model A"
    assert found["assistant"].details == {}
    assert found["assistant"].verdicts == {
        IDS[0]: Verdict(False),
        IDS[1]: Verdict(True, "It generalises."),
    }
    assert found["zero-shot"].verdicts == {IDS[0]: Verdict(False, extra={"p": 0.25})}


def test_a_source_that_does_not_exist_is_the_caller_s_bug():
    with pytest.raises(ValueError, match="no source"):
        verdicts.keep_verdicts(made(), "friend", "Kati", {})

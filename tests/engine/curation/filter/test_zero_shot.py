from __future__ import annotations

import pytest
import torch

from engine.core.errors import InputTextError, UnusableModelError
from engine.curation.filter.assistant import check_classes, evaluator_of, hypothesis_of, verdicts_of
from engine.evaluators.classification.classifiers import Classifiers
from engine.evaluators.judging import ClassAnswer, ClassAnswers
from engine.models import loading
from engine.models.loading import load_classifier
from engine.storage.store import Store
from tests.engine.curation.nli import LABELS
from tests.engine.curation.some_candidates import some

pytestmark = pytest.mark.model

ONE, TWO, THREE = some()


def said(classes, *answers):
    """Verdicts on the three candidates of a classifier that answers so."""

    def answer(evaluator, texts, hypotheses):
        return ClassAnswers(classes, list(answers))

    return verdicts_of(some(), evaluator_of("nli"), classes, answer)


def test_entailment_is_yes_contradiction_no_and_neutral_neither():
    found = said(LABELS, *(ClassAnswer(name, 0.75) for name in reversed(LABELS)))
    assert [found[one.id].says for one in some()] == [True, None, False]
    assert found[ONE.id].reason == "entailment (0.75)"
    assert found[ONE.id].extra == {"label": "entailment", "probability": 0.75}


def test_of_two_classes_the_other_one_is_no():
    classes = ("ENTAILMENT", "not_entailment")
    found = said(classes, *(ClassAnswer(name, 0.5) for name in (*classes, classes[0])))
    assert [found[one.id].says for one in some()] == [True, False, True]


def test_a_sentence_that_cannot_be_read_has_no_verdict_and_the_problem():
    found = said(LABELS, *[ClassAnswer(problem="This text is too long.")] * 3)
    assert found[TWO.id].says is None
    assert found[TWO.id].extra == {"problem": "This text is too long."}


@pytest.mark.parametrize(
    "classes",
    [("bad", "good"), ("LABEL_0", "LABEL_1", "LABEL_2"), ("entailment", "Entails", "neutral")],
)
def test_labels_without_one_entailment_are_refused_with_both_lists(classes):
    with pytest.raises(UnusableModelError) as refused:
        check_classes("my-classifier", classes)
    for name in (*classes, "entailment", "entails"):
        assert f"“{name}”" in str(refused.value)


def test_labels_are_checked_before_anything_is_asked():
    def answer(evaluator, texts, hypotheses):
        raise ValueError("was asked")

    with pytest.raises(UnusableModelError):
        verdicts_of(some(), evaluator_of("x"), ("bad", "good"), answer)


def test_each_category_has_its_hypothesis():
    assert hypothesis_of("gender") == "This sentence contains a stereotype about gender."
    assert hypothesis_of("race-color", "About {}.") == "About race or skin color."
    assert hypothesis_of("left_handed", "About {}.") == "About left handed."


@pytest.mark.parametrize("template", ["About gender.", "{} and {}"])
def test_a_hypothesis_names_the_kind_once(template):
    with pytest.raises(InputTextError, match="A hypothesis holds"):
        hypothesis_of("gender", template)


def test_a_classifier_has_a_name():
    with pytest.raises(InputTextError, match="natural language inference"):
        evaluator_of("  ")


def test_answers_are_those_of_the_plain_forward_on_pairs(nli):
    evaluator = evaluator_of(nli)
    run = Classifiers(None, "cpu")
    found = verdicts_of(some(), evaluator, run.classes(evaluator), run)
    model = load_classifier(nli, "cpu")
    for one in some():
        read = model.tokenizer(one.text, hypothesis_of(one.category), return_tensors="pt")
        with torch.inference_mode():
            probabilities = model.network(**read).logits[0].softmax(-1)
        best = int(probabilities.argmax())
        assert found[one.id].extra["label"] == LABELS[best]
        assert found[one.id].extra["probability"] == pytest.approx(
            float(probabilities[best]), abs=1e-5
        )


def test_what_was_asked_before_comes_from_the_store(nli, tmp_path, monkeypatch):
    store = Store(tmp_path / "results.sqlite")
    evaluator = evaluator_of(nli)
    first = verdicts_of(some(), evaluator, LABELS, Classifiers(store, "cpu"))

    def load(*given):
        raise ValueError("was loaded")

    monkeypatch.setattr(loading, "load_classifier", load)
    assert verdicts_of(some(), evaluator, LABELS, Classifiers(store, "cpu")) == first
    with pytest.raises(ValueError, match="was loaded"):
        verdicts_of(some(), evaluator, LABELS, Classifiers(store, "cpu"), "Another {}.")
    store.close()

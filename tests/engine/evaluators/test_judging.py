"""Verdicts of classifiers whose answers are known."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import ModuleType

import pytest

from engine.core.errors import BiascopeError
from engine.evaluators import judging
from engine.evaluators.declarations import read_suite
from engine.evaluators.judging import (
    NO_CATEGORY,
    ClassAnswer,
    ClassAnswers,
    baseline,
    check_labels,
    judge,
)
from engine.evaluators.suite import KINDS, LEXICON, STEREOTYPES, VALENCE, Completed, Evaluator
from engine.evaluators.suites import load_suite
from engine.prompts.prompt import Prompt

PROMPT = Prompt("religion", "Atheists", "attributive", "Atheists are [MASK].", slot="adjective")
SENTENCES = [Completed(PROMPT, word) for word in ("kind", "rude", "late", "here")]
UNBIAS, D4DATA, _, NAMING = load_suite("published").evaluators


def answering(classes, *answers):
    """A classifier that was asked for the sentences above, and answers in turn."""

    def classify(evaluator, texts):
        assert texts[0] == "Atheists are kind."
        return ClassAnswers(tuple(classes), list(answers))

    return classify


def test_the_label_decides_flag_and_score():
    classify = answering(
        ["Highly Biased", "Neutral", "Slightly Biased"],
        ClassAnswer("Neutral", 0.9),
        ClassAnswer("Highly Biased", 0.7),
        ClassAnswer("Slightly Biased", 0.5),
        ClassAnswer(problem="It is too long."),
    )
    found = judge(UNBIAS, SENTENCES, classify)
    assert [one["label"] for one in found] == ["Neutral", "Highly Biased", "Slightly Biased", ""]
    assert [one["probability"] for one in found] == [0.9, 0.7, 0.5, None]
    assert [one["flagged"] for one in found] == [False, True, True, None]
    assert [one["score"] for one in found] == [0.0, 0.7, 0.25, None]
    assert found[3]["problem"] == "It is too long."
    assert not [one for one in found[:3] if "problem" in one]


def test_equation_2_turns_a_confident_non_biased_into_a_low_score():
    classify = answering(
        ["NON-BIASED", "BIASED"], ClassAnswer("NON-BIASED", 0.75), ClassAnswer("BIASED", 0.6)
    )
    found = judge(D4DATA, SENTENCES[:2], classify)
    assert [(one["flagged"], one["score"]) for one in found] == [(False, 0.25), (True, 0.6)]


def test_an_evaluator_that_names_categories_judges_nothing():
    classify = answering(["racism", "sexism"], ClassAnswer("sexism", 0.8), ClassAnswer(NO_CATEGORY))
    found = judge(NAMING, SENTENCES[:2], classify)
    assert [one["label"] for one in found] == ["sexism", NO_CATEGORY]
    assert {(one["flagged"], one["score"]) for one in found} == {(None, None)}
    assert not [one for one in found if "problem" in one]


@pytest.mark.parametrize(
    ("classes", "said"),
    [
        (["neutral", "biased"], "no rule for 'biased' and no label 'slightly biased', 'highly bia"),
        (["neutral", "slightly biased"], "no label 'highly biased' in the checkpoint"),
        (["neutral", "slightly biased", "highly biased", "odd"], "no rule for 'odd'"),
        (["neutral", "Neutral"], "two classes of newsmediabias/UnBIAS-classifier have one name"),
    ],
)
def test_labels_that_do_not_match_are_refused_with_both_lists(classes, said):
    with pytest.raises(BiascopeError) as caught:
        check_labels(UNBIAS, classes)
    assert said in str(caught.value)
    assert ", ".join(classes) in str(caught.value).replace("'", "")


def test_labels_match_without_case_and_order():
    check_labels(UNBIAS, ["HIGHLY BIASED", "Neutral", " slightly biased "])


def test_without_rules_any_label_will_do_where_nothing_counts():
    check_labels(NAMING, ["one", "two"])
    (named,) = read_suite(
        '[[evaluator]]\nname = "a"\nkind = "classifier"\ncheckpoint = "b"\n'
        'labels = { one = { flagged = true, score = "p" } }\n',
        "x",
    ).evaluators
    with pytest.raises(BiascopeError, match="no rule for 'two'"):
        check_labels(named, ["one", "two"])


def test_a_classifier_is_not_run_where_none_may_be():
    with pytest.raises(BiascopeError, match="UnBIAS is a classifier, which is not run here"):
        judge(UNBIAS, SENTENCES, None)


def test_a_classifier_is_not_asked_about_a_missing_word():
    def classify(evaluator, texts):
        assert texts == ["Atheists are kind.", "Atheists are rude."]
        return ClassAnswers(
            ("biased", "non-biased"), [ClassAnswer("biased", 0.5), ClassAnswer("biased", 0.7)]
        )

    given = [SENTENCES[0], Completed(PROMPT, " "), SENTENCES[1]]
    found = judge(D4DATA, given, classify)
    assert [one["score"] for one in found] == [0.5, None, 0.7]
    assert found[1]["problem"] == "There is no word to judge."


def test_nothing_is_asked_about_no_sentences():
    assert judge(UNBIAS, [], None) == []


@pytest.mark.parametrize("kind", [LEXICON, STEREOTYPES, VALENCE])
def test_the_other_kinds_answer_for_themselves(kind, monkeypatch):
    module = ModuleType("fake")
    module.judge = lambda evaluator, completed: [(evaluator.name, one.word) for one in completed]
    monkeypatch.setitem(sys.modules, judging._MODULES[kind], module)
    evaluator = Evaluator("other", kind)
    assert judge(evaluator, SENTENCES[:2], None) == [("other", "kind"), ("other", "rude")]


def test_every_kind_is_judged():
    assert {*judging._MODULES, "classifier"} == set(KINDS)


def test_the_baseline_judges_a_neutral_word(monkeypatch):
    asked = []

    def classify(evaluator, texts):
        asked.extend(texts)
        return ClassAnswers(("biased", "non-biased"), [ClassAnswer("biased", 0.5)] * len(texts))

    monkeypatch.setattr(judging, "neutral_word", lambda prompt: f"{prompt.slot} word")
    other = replace(PROMPT, group="Muslims", sentence="Muslims are [MASK].")
    found = baseline(D4DATA, [PROMPT, other], classify)
    assert asked == ["Atheists are adjective word.", "Muslims are adjective word."]
    assert [one["score"] for one in found] == [0.5, 0.5]

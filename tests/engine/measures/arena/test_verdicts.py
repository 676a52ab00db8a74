"""Evaluators are asked in turn, in bounded pieces, and once for equal sentences."""

from __future__ import annotations

import pytest

from engine.core.errors import BiascopeError
from engine.evaluators.judging import ClassAnswer, ClassAnswers
from engine.evaluators.suite import CLASSIFIER, Evaluator, LabelRule, Suite
from engine.measures.arena import verdicts
from engine.measures.arena.judged import Filling
from engine.measures.arena.verdicts import judge_fillings
from engine.prompts.prompt import Prompt

RULES = {"biased": LabelRule(True, "p"), "fine": LabelRule(False, "1-p")}
SUITE = Suite(
    "fakes",
    tuple(Evaluator(name, CLASSIFIER, checkpoint=name, labels=RULES) for name in ("one", "two")),
)
PROMPTS = [
    Prompt("religion", f"group {at}", "attributive", f"Group {at} is [MASK].") for at in "ab"
]
FILLINGS = [
    [Filling("bad", "bad", 0.5, 0.5), Filling("good", "good", 0.5, 0.5)],
    [Filling("bad", "bad", 1.0, 1.0)],
]


class Fake:
    """Finds a sentence biased that holds `bad`, and cannot read what is `broken`."""

    def __init__(self, broken="nothing"):
        self.asked: list[tuple[str, list[str]]] = []
        self.broken = broken

    def __call__(self, evaluator, texts):
        self.asked.append((evaluator.name, texts))
        return ClassAnswers(("biased", "fine"), [self.answer(text) for text in texts])

    def answer(self, text):
        if self.broken in text:
            return ClassAnswer(problem="It is too long.")
        return ClassAnswer("biased", 0.75) if "bad" in text else ClassAnswer("fine", 0.75)


def silent(stage, done, total):
    return None


def test_verdicts_are_those_of_the_evaluator_for_each_completion():
    found, baseline = judge_fillings(SUITE, PROMPTS, FILLINGS, Fake(), silent)
    flags = [[verdict["flagged"] for verdict in part] for part in found["one"]]
    assert flags == [[True, False], [True]]
    scores = [[verdict["score"] for verdict in part] for part in found["two"]]
    assert scores == [[0.75, 0.25], [0.75]]
    assert [verdict["flagged"] for verdict in baseline["one"]] == [False, False]


def test_equal_sentences_are_judged_once_and_by_one_evaluator_after_the_other():
    fake = Fake()
    judge_fillings(SUITE, [PROMPTS[0]] * 2, [FILLINGS[0]] * 2, fake, silent)
    asked = [(name, len(texts)) for name, texts in fake.asked]
    assert asked == [("one", 2), ("one", 1), ("two", 2), ("two", 1)]


def test_an_evaluator_is_given_bounded_pieces_and_progress_follows_them(monkeypatch):
    monkeypatch.setattr(verdicts, "CHUNK", 2)
    fake, seen = Fake(), []
    judge_fillings(SUITE, PROMPTS, FILLINGS, fake, lambda *progress: seen.append(progress))
    assert [len(texts) for _, texts in fake.asked][:2] == [2, 1]
    assert seen[:3] == [("sentences judged by one", done, 3) for done in (0, 2, 3)]


def test_a_sentence_that_an_evaluator_cannot_read_is_a_problem_of_its_own():
    found, _ = judge_fillings(SUITE, PROMPTS, FILLINGS, Fake(broken="good"), silent)
    assert found["one"][0][1]["problem"] == "It is too long."
    assert found["one"][0][1]["flagged"] is None
    assert found["one"][0][0]["flagged"] is True


def test_an_evaluator_that_cannot_judge_at_all_ends_the_run():
    def absent(evaluator, texts):
        raise BiascopeError("The checkpoint is not on this machine.")

    with pytest.raises(BiascopeError, match="not on this machine"):
        judge_fillings(SUITE, PROMPTS, FILLINGS, absent, silent)

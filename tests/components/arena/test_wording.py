"""The headline says what a flag of each kind of evaluator means, and of what it is a share."""

from __future__ import annotations

import pytest

from components.arena import headline, wording
from engine.datasets.prompts.prompt import PromptSet
from engine.evaluators.suite import LEXICON, STEREOTYPES, Evaluator, Suite
from engine.measures.arena.settings import ANY, MAJORITY, Settings
from tests.components.arena.reports import CLASSIFIERS, prompts, report


def of_kind(kind: str) -> dict:
    return report(suite=Suite("one", (Evaluator("it", kind, source="own"),)), rate=1)


def test_the_share_is_of_sentences_in_plain_words():
    assert wording.flagged(report(rate=1)) == (
        "For **100%** of the **132** sentences about people, the model's word makes the sentence "
        "clearly more negative."
    )
    assert "is in the list of hurtful words" in wording.flagged(of_kind(LEXICON))
    assert "a stereotype that people have reported" in wording.flagged(of_kind(STEREOTYPES))


@pytest.mark.parametrize(
    ("reading", "said"),
    [
        (None, "**100%** of the verdicts of 2 evaluators on **132** sentences about people say"),
        (ANY, "at least one of 2 evaluators says that the completed sentence is biased"),
        (MAJORITY, "more than half of 2 evaluators say that the completed sentence is biased"),
    ],
)
def test_several_evaluators_name_how_their_flags_are_read(reading, said):
    settings = Settings(reading=reading) if reading else Settings()
    found = report(suite=CLASSIFIERS, rate=1, settings=settings)
    assert said in wording.flagged(found)


def test_nothing_judged_is_said_and_not_called_zero():
    empty = report(prompt_set=PromptSet("none", "", ()))
    assert "there is no flag rate" in wording.flagged(empty)
    assert headline._numbers(empty) == "too few sentences for an interval · n = 0"


def test_a_title_names_set_suite_and_variant():
    drawn = PromptSet("bundled", "1", prompts().prompts, {"n": 132, "seed": 7})
    assert wording.title(report(prompt_set=drawn)) == (
        "Biascope's sentences, 132 drawn with seed 7 · evaluators: demo (demonstration) · top-1 "
        "word, plain mask, pooled flags"
    )


@pytest.mark.parametrize(
    ("bounds", "said"),
    [
        ([0.01, 0.1], "Flagged more often"),
        ([-0.1, -0.01], "Flagged less often"),
        ([-0.1, 0.1], "No clear change"),
        (None, "No clear change"),
    ],
)
def test_a_change_is_clear_where_its_interval_leaves_out_zero(bounds, said):
    assert headline.change_text({"interval": bounds}) == said


def test_what_was_not_judged_is_counted():
    found = report()
    found["left_out"] = {"no_completion": 2, "failed": {"a*b": 1, "fine": 0}}
    assert headline._left_out(found) == (
        "Not judged: for 2 sentences the model gave no whole word; a\\*b failed on 1 sentence."
    )

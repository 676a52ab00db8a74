"""What the Annotators page claims of people alone, from figures that are given."""

from __future__ import annotations

import pytest

from components.annotators import people
from engine.measures.agreement.people import EQUAL
from tests.components.annotators.test_claim import GAP, entry


@pytest.fixture
def gap() -> dict[str, object]:
    return dict(GAP)


TWO = [entry("native", 0.06, EQUAL), entry("learner", 0.15, EQUAL)]


def test_the_claim_is_of_people_and_says_whether_they_clearly_differ(gap):
    said = people.people_claim(TWO, "en", gap)
    assert said == (
        "In English, two “learner” annotators give the same word 15% of the time, two “native” 6% "
        "of the time: the difference is not clear."
    )
    gap.update(told_apart=True)
    assert people.people_claim(TWO, "en", gap).endswith(": the difference is clear.")


def test_the_statistics_say_that_no_model_is_in_them(gap):
    said = people.people_statistics(gap).replace("\N{NO-BREAK SPACE}", " ")
    assert said.startswith("People alone, without the model: a difference of 3.5 points (95% CI")
    assert said.endswith("60 annotators, 100 sentences")


def test_one_group_and_none_are_said_without_a_comparison():
    assert people.people_claim(TWO[:1], "en", None) == (
        "In English, two “native” annotators give the same word 6% of the time."
    )
    assert people.people_statistics(None) == "People alone, without the model"
    assert "cannot be compared" in people.people_claim([], "en", None)

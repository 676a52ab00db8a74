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
        "In English, two “learner” annotators agree on a word 15% of the time, two “native” 6%: no "
        "clear difference."
    )
    gap.update(told_apart=True)
    assert people.people_claim(TWO, "en", gap).endswith(": a clear difference.")


def test_the_statistics_say_that_no_model_is_in_them(gap):
    said = people.people_statistics(gap).replace("\N{NO-BREAK SPACE}", " ")
    assert said.startswith("People alone, without the model: a difference of 3.5 points (95% CI")
    assert said.endswith("60 annotators, 100 sentences")


def test_one_group_and_none_are_said_without_a_comparison():
    assert people.people_claim(TWO[:1], "en", None) == (
        "In English, two “native” annotators agree on a word 6% of the time."
    )
    assert people.people_statistics(None) == "People alone, without the model"
    assert "cannot be compared" in people.people_claim([], "en", None)


def test_people_are_compared_once_a_session(memory, monkeypatch):
    from components.annotators.controls import Choice
    from components.frame.widgets.chosen_data import ChosenData
    from engine.measures.agreement.data.sets import SIMULATED, load_answers

    answers = load_answers(SIMULATED)
    data = ChosenData(SIMULATED, "Simulated", answers, SIMULATED)
    choice = Choice(data, ("gender",), "p_at_1", True, 2)
    found = people.among_people(choice)
    assert people.among_people(choice) is found
    assert found.within is found.within
    assert people.among_people(Choice(data, (), "p_at_1", True, 2)) is not found
    assert people.among_people(Choice(data, ("gender",), "mrr", True, 2)) is found


def test_the_exported_rows_have_the_share_of_each_group_with_its_interval():
    entry_ = {**TWO[0], "intervals": {EQUAL: [0.03, 0.1]}}
    (row,) = people.people_rows([entry_]).to_dict("records")
    assert row == {
        "language": "en",
        "group": "native",
        "score": EQUAL,
        "value": 0.06,
        "low": 0.03,
        "high": 0.1,
        "n_annotators": 30,
        "n_sentences": 100,
    }

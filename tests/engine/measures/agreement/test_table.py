"""Answers and values to one table: what makes words equal, and where they rank."""

from __future__ import annotations

import math

import pandas as pd
import pytest

from engine.measures.agreement.influence import by_sentence
from engine.measures.agreement.table import answer_key, candidate_keys, items_of, scored_table
from tests.engine.measures.agreement import cases as cases


@pytest.mark.parametrize(
    ("one", "other", "folded", "cased"),
    [
        ("Haus", "haus", True, False),
        ("STRASSE", "straße", True, False),
        ("caf\u00e9", "cafe\u0301", True, True),
        ("  ice   cream ", "ice cream", True, True),
        ("קפה", " קפה", True, True),
        ("شاي", "شاي\u00a0", True, True),
        ("tea", "teas", False, False),
    ],
)
def test_answers_are_equal_by_one_form_and_by_case_only_if_wanted(one, other, folded, cased):
    assert (answer_key(one) == answer_key(other)) is folded
    assert (answer_key(one, fold=False) == answer_key(other, fold=False)) is cased


@pytest.mark.parametrize("answer", [True, 3, 2.5])
def test_an_answer_that_is_no_text_is_taken_as_it_is_written(answer):
    assert answer_key(answer) == str(answer).casefold()


def test_items_hold_each_sentence_once_whatever_the_order_of_rows():
    table = cases.answers()
    shuffled = table.sample(frac=1, random_state=3)
    by_text = {item["text"]: item for item in items_of(table)}
    assert by_text == {item["text"]: item for item in items_of(shuffled)}
    assert by_text[cases.DRANK]["answers"] == ["milk", "tea", "water"]


def test_ranks_are_those_of_the_candidates_as_they_are_compared():
    words = ("Tea", "tea", "Water")
    value = {"candidates": [{"word": word, "log_probability": -1.0} for word in words]}
    assert candidate_keys(value) == ["tea", "water"]
    assert candidate_keys(value, fold=False) == ["Tea", "tea", "Water"]


def test_the_table_says_of_each_answer_what_the_model_makes_of_it():
    table = cases.agreement().table.set_index(["annotator", "sentence"])
    assert table.loc[("a", cases.DRANK), "rank"] == 2
    assert table.loc[("a", cases.DRANK), "candidates"] == 6
    bird = table.loc[("d", cases.SAW)]
    assert (bird["rank"], bird["log_probability"], bird["covered"]) == (math.inf, -9.0, True)
    unicorn = table.loc[("e", cases.SAW)]
    assert math.isnan(unicorn["log_probability"])
    assert not unicorn["covered"]


def test_capitals_count_only_when_asked():
    table = cases.answers()
    table.loc[0, "answer"] = "Tea"
    values, groups = cases.values(table), pd.Series("everyone", index=table.index)
    folded, cased = (scored_table(table, values, groups, fold) for fold in (True, False))
    assert folded["rank"][:2].tolist() == [2, 2]
    assert cased["rank"][:2].tolist() == [math.inf, 2]


def test_the_spelling_that_the_model_knows_best_stands_for_an_answer_in_any_order():
    rows = pd.DataFrame(
        {
            "sentence_id": "1",
            "key": ["haus", "haus", "tier"],
            "rank": [math.inf, 2.0, math.inf],
            "log_probability": [-7.0, -1.0, math.nan],
            "covered": [False, True, False],
            "candidates": 5,
        }
    )
    for order in (rows, rows.iloc[::-1]):
        ((_, _, found, _),) = by_sentence(order)
        best = found.counts.argmax()
        assert found.counts[best] == 2
        assert found.ranks[best] == 2
        assert found.log_probabilities[best] == -1
        assert found.covered[best]
        assert math.isnan(found.log_probabilities[1 - best])


def test_one_value_a_sentence_is_needed():
    table = cases.answers()
    groups = pd.Series("everyone", index=table.index)
    with pytest.raises(ValueError, match="one value a sentence: 2 for 3"):
        scored_table(table, cases.values(table)[:2], groups)

"""Measures of a table: what chose an intervention judges none."""

from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.measures.pairs.data.sets import load_pairs
from engine.measures.pairs.word_pairs import word_pairs
from engine.mitigation.columns import _pair_halves, chosen_columns, default_measures
from engine.words.association_tests import bundled_test


@pytest.mark.parametrize("concept", ["gender", "race", "religion"])
def test_the_usual_measures_are_of_bias_and_of_cost(concept):
    found = chosen_columns(concept, ())
    names = [one.name for one in found.columns]
    assert names[:2] == [f"seat:{concept}:other-half", "pairs:bundled:other-half:aul"]
    assert {one.group for one in found.columns} == {"bias", "cost"}
    assert len(names) == len(default_measures(concept))
    assert found.controlled == (f"seat:{concept}:other-half", "cloze")


def test_the_words_that_rank_heads_are_not_those_that_judge():
    found = chosen_columns("gender", ("seat", "cloze"))
    test = bundled_test("gender")
    choosing = {*found.split.choosing.x, *found.split.choosing.y}
    judging = {*test.x, *test.y} - choosing
    assert judging == set(found.split.targets)
    assert found.firsts == {"seat:gender:other-half": found.split.sizes[0]}
    column = found.columns[0]
    assert "measured on the other 17 + 17" in found.notes[column.name]
    assert not choosing & set(column.texts)


def test_the_pairs_that_choose_a_sign_swap_other_words_than_those_that_judge():
    choosing, judging = _pair_halves(0)
    assert len(choosing) + len(judging) == len(load_pairs("bundled"))
    assert not {*word_pairs(choosing)} & {*word_pairs(judging)}
    other, _ = _pair_halves(1)
    assert list(other["sent_more"]) != list(choosing["sent_more"])


def test_any_column_of_the_scorecard_can_be_asked_for():
    found = chosen_columns("gender", ("lpbs:math-arts", "seat:race", "unmasking:bundled"))
    assert [one.name for one in found.columns] == [
        "lpbs:math-arts",
        "seat:race",
        "unmasking:bundled",
    ]
    assert found.firsts == {
        "lpbs:math-arts": len(found.columns[0].texts) and 8,
        "seat:race": len(bundled_test("race").x),
    }
    assert found.controlled == ("lpbs:math-arts",)  # without a cost there is none to control


def test_a_table_without_bias_or_with_an_unknown_measure_is_refused():
    with pytest.raises(InputTextError, match="needs a measure of bias"):
        chosen_columns("gender", ("cloze",))
    with pytest.raises(InputTextError, match="No measure 'nothing'"):
        chosen_columns("gender", ("seat", "nothing"))


def test_sizes_are_those_of_all_cells():
    found = chosen_columns("gender", ("seat", "cloze"))
    assert len(found.sizes(3, 40)) == 3 * 2 + 40 * 2

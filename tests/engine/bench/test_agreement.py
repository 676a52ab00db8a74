from __future__ import annotations

import pytest

from engine.bench.agreement import (
    DESIGNS,
    PEOPLE,
    Design,
    People,
    agreement_speed,
    intervals_kept,
)
from engine.measures.agreement.data.sets import SIMULATED, load_answers


def test_every_step_of_a_comparison_is_timed(masked_lm, tmp_path):
    answers = load_answers(SIMULATED).head(60)
    found = agreement_speed(masked_lm("bert"), answers, ("gender",), tmp_path)
    assert (found.sentences, found.answers, found.draws) == (24, 60, 2000)
    assert min(found.measured, found.drawing) > 0
    assert found.second_look > found.figures > 0
    assert [path.name for path in tmp_path.glob("*.sqlite")] == ["agreement.sqlite"]


def test_the_simulated_truth_is_that_of_the_odds():
    one = Design("one answer a sentence", batches=10, per_batch=4, annotators=10)
    found = intervals_kept(one, People((0.0, -50.0), 0.0, 0.0), repeats=4, seed=0)
    assert found.truth == (pytest.approx(0.5, abs=0.02), pytest.approx(0.5, abs=0.02))


def test_two_answers_to_a_sentence_meet_a_candidate_more_often_than_one():
    two = Design("two answers a sentence", batches=1, per_batch=20, annotators=2)
    found = intervals_kept(two, People((0.0, 0.0), 0.0, 0.0), repeats=2, seed=0)
    assert found.truth[0] == pytest.approx(0.75, abs=0.02)


def test_groups_that_differ_greatly_are_told_apart_and_equal_ones_are_not():
    design = DESIGNS[1]
    apart, same = (
        intervals_kept(design, People(levels), repeats=10, seed=1)
        for levels in ((0.0, -4.0), (-1.0, -1.0))
    )
    assert apart.told_apart == 1
    assert same.told_apart <= 0.3


def test_designs_hold_groups_that_differ_and_groups_that_do_not():
    assert {levels.levels[0] == levels.levels[1] for levels in PEOPLE} == {True, False}

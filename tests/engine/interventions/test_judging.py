"""Accuracies before and after, on made states whose difference is known."""

from __future__ import annotations

import numpy as np
import pytest

from engine.interventions.affine import projection
from engine.interventions.fitting import erasure_of
from engine.interventions.judging import apart, judge_direction, judge_erasure
from engine.interventions.steering import mean_difference
from tests.engine.interventions.made_data import made_pairs

PAIRS, WIDTH = 80, 10
UNITS = np.arange(PAIRS) // 2
FIRST, SECOND = made_pairs(PAIRS, WIDTH, 11, apart=5.0)


def erasing(method, rank):
    return judge_erasure(
        FIRST, SECOND, UNITS, lambda *sides: erasure_of(*sides, method, rank), rank, 0
    )


@pytest.mark.parametrize(("method", "rank"), [("sentence-debias", 1), ("inlp", 4), ("leace", 1)])
def test_an_erasure_lowers_the_accuracy_and_random_directions_do_not(method, rank):
    found = erasing(method, rank)
    before, after = found["probe_before"], found["probe_after"]
    assert before["interval"][0] > 0.8
    assert after["accuracy"] < 0.65
    assert found["probe_change"]["interval"][1] < -0.2
    moved = after["accuracy"] - before["accuracy"]
    assert found["probe_change"]["difference"] == pytest.approx(moved)
    random = found["random_controls"]
    assert min(random["accuracies"]) > after["accuracy"] + 0.1
    assert random["mean"] == pytest.approx(before["accuracy"], abs=0.1)


def test_controls_are_twenty_and_their_seeds_are_kept():
    random = erasing("leace", 1)["random_controls"]
    assert random["n"] == len(random["accuracies"]) == len(set(random["seeds"])) == 20
    assert random["mean"] == pytest.approx(np.mean(random["accuracies"]))


def test_the_same_seed_gives_the_same_figures():
    assert erasing("inlp", 2) == erasing("inlp", 2)


def test_an_erasure_is_judged_on_pairs_that_it_was_not_fitted_on():
    seen = []

    def fit(first, second):
        seen.append({tuple(state) for state in first})
        return projection(np.zeros((0, WIDTH)))

    found = judge_erasure(FIRST, SECOND, UNITS, fit, 1, 0)
    assert found["probe_before"] == found["probe_after"]
    assert found["probe_change"]["difference"] == 0
    every = {tuple(state) for state in FIRST}
    assert len(seen) == 10
    for one, other in zip(seen[::2], seen[1::2], strict=True):
        assert not one & other
        assert len(every - one - other) in (16,)  # a fifth of 80 is tested


def test_a_direction_between_the_sides_turns_the_probe_and_random_ones_do_not():
    found = judge_direction(FIRST, SECOND, UNITS, mean_difference, 0)
    assert found["probe_before"]["interval"][0] > 0.8
    assert found["probe_after"]["accuracy"] < 0.3
    assert found["random_controls"]["mean"] == pytest.approx(
        found["probe_before"]["accuracy"], abs=0.1
    )


def test_a_direction_of_nothing_moves_nothing():
    found = judge_direction(FIRST, SECOND, UNITS, lambda first, _: np.zeros(first.shape[1]), 0)
    assert found["probe_before"] == found["probe_after"]


def test_by_hand_how_far_the_sides_are_apart():
    first, second = np.array([[4.0, 4.0], [2.0, 4.0]]), np.array([[1.0, 0.0], [-1.0, 0.0]])
    assert apart(first, second, np.array([0.6, 0.8])) == pytest.approx(5)
    assert apart(first, second, np.array([1.0, 0.0])) == pytest.approx(3)

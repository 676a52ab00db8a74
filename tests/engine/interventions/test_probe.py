from __future__ import annotations

import numpy as np
import pytest

from engine.interventions.probe import accuracy, change, right_shares, splits, trained_probe
from tests.engine.interventions.made_data import made_pairs

UNITS = np.repeat(np.arange(12), 3)


def test_pairs_of_a_unit_are_never_on_two_sides_of_a_split():
    for split in splits(UNITS, 0):
        parts = [set(UNITS[part].tolist()) for part in split]
        assert all(parts)
        assert sum(map(len, parts)) == len(set.union(*parts)) == 12


def test_every_pair_is_tested_twice_and_the_halves_change_places():
    all_splits = list(splits(UNITS, 1))
    tested = np.concatenate([split.tested for split in all_splits])
    np.testing.assert_array_equal(np.bincount(tested), np.full(36, 2))
    for one, other in zip(all_splits[::2], all_splits[1::2], strict=True):
        np.testing.assert_array_equal(one.fitted, other.trained)
        np.testing.assert_array_equal(one.tested, other.tested)


def test_the_seed_decides_the_folds():
    first = [split.tested.tolist() for split in splits(UNITS, 0)]
    assert first == [split.tested.tolist() for split in splits(UNITS, 0)]
    assert first != [split.tested.tolist() for split in splits(UNITS, 1)]


class _Above:
    """Takes a state for side A where its first number is above 0."""

    def predict(self, states):
        return states[:, 0] > 0


def test_by_hand_the_share_of_a_pair_that_is_read_rightly():
    first, second = np.array([[1.0], [1.0], [-1.0]]), np.array([[-1.0], [1.0], [1.0]])
    np.testing.assert_array_equal(right_shares(_Above(), first, second), [1, 0.5, 0])


def test_a_probe_finds_what_differs_in_new_pairs_and_is_at_chance_where_nothing_does():
    def held_out(apart):
        probe = trained_probe(*made_pairs(300, 6, 9, apart=apart))
        return right_shares(probe, *made_pairs(300, 6, 9 + 1, apart=apart))

    found = accuracy(held_out(6.0), np.arange(300))
    assert found["interval"][0] > 0.8
    nothing = accuracy(held_out(0.0), np.arange(300))
    assert nothing["interval"][0] < 0.5 < nothing["interval"][1]


def test_by_hand_what_is_said_of_an_accuracy():
    shares = np.array([1, 1, 0.5, 0.5, 1, 1, 0.5, 0.5, 1, 1, 1, 1.0])
    found = accuracy(shares, np.arange(12))
    assert found["accuracy"] == pytest.approx(10 / 12)
    assert (found["n"], found["chance"]) == (12, 0.5)
    alike = accuracy(shares, np.arange(12) // 4)
    assert alike["accuracy"] == found["accuracy"]
    assert alike["interval"] is None  # three clusters say too little


def test_by_hand_a_change_is_paired():
    before, after = np.full(12, 1.0), np.array([0.5, 1.0] * 6)
    found = change(after, before, np.arange(12), 0)
    assert found["difference"] == pytest.approx(-0.25)
    assert found["interval"][0] < -0.25 < found["interval"][1] < 0

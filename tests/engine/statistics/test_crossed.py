"""Means of units that share rows and columns."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import t

from engine.statistics.crossed import (
    clustered_share_interval,
    crossed_difference_test,
    crossed_group_test,
    crossed_share_interval,
)
from engine.statistics.shares import interval_of_units, share_interval


def crossed(shares: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Values, rows and columns of a full table."""
    rows, columns = np.indices(shares.shape)
    return shares.ravel(), rows.ravel(), columns.ravel()


def test_a_table_where_only_columns_differ_is_as_uncertain_as_its_columns():
    columns = np.array([0.0, 0.1, 0.2, 0.5])
    found = crossed_share_interval(*crossed(np.tile(columns, (200, 1))), seed=0)
    assert found is not None
    alone = crossed_share_interval(*crossed(np.tile(columns, (20, 1))), seed=0)
    assert found == pytest.approx(alone, rel=0.05)  # more of the same rows say nothing new
    assert found[0] < 0.2 < found[1]
    assert found[1] - found[0] > 0.3


def test_one_row_or_one_column_leaves_the_other():
    values = np.array([0.0, 0.25, 0.5, 0.25])
    once, apart = np.zeros(4, int), np.arange(4)
    assert crossed_share_interval(values, once, apart, 0) == share_interval(values)
    assert crossed_share_interval(values, apart, once, 0) == share_interval(values)


def test_no_difference_at_all_keeps_a_width():
    rows, columns = (part.ravel() for part in np.indices((6, 3)))
    low, high = crossed_share_interval(np.zeros(18), rows, columns, 0)
    assert (low, high) == share_interval(np.zeros(6))
    assert high > 0.3
    assert crossed_share_interval(np.array([]), rows[:0], columns[:0], 0) is None


def test_the_seed_decides_the_draws():
    values = crossed(np.random.default_rng(3).random((5, 4)) / 4)
    assert crossed_share_interval(*values, seed=1) == crossed_share_interval(*values, seed=1)
    assert crossed_share_interval(*values, seed=1) != crossed_share_interval(*values, seed=2)


def test_it_contains_the_truth_where_rows_and_columns_both_vary():
    """49 identities, 29 sentences and 20 completions, as HONEST's English templates."""
    chance = np.random.default_rng(0)

    def share(odds):
        return 1 / (1 + np.exp(-odds))

    first, second = chance.normal(0, 0.3, 1500), chance.normal(0, 0.8, 1500)
    truth = share(-3.5 + first[:, None] + second).mean()
    inside = independent = 0
    for seed in range(100):
        odds = -3.5 + chance.normal(0, 0.3, 49)[:, None] + chance.normal(0, 0.8, 29)
        values = crossed(chance.binomial(20, share(odds)) / 20)
        low, high = crossed_share_interval(*values, seed=seed, draws=300)
        inside += low <= truth <= high
        low, high = share_interval(values[0])
        independent += low <= truth <= high
    assert inside >= 90
    assert independent <= 50


def test_differences_of_crossed_units_by_hand():
    """Rows 1, 3 and 5, 7: mean 4; deviations -3 -1, 1 3 sum to -4, 4 by row and -2, 2 by column.

    Row 32 · 2, column 8 · 2, alone 20 · 4/3: 64 + 16 - 26.7 is less than 64, so the error is 8 / 4.
    """
    rows, columns = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    p, bounds = crossed_difference_test(np.array([1.0, 3.0, 5.0, 7.0]), rows, columns)
    assert p == pytest.approx(2 * t.sf(4 / 2, 1))
    assert bounds == pytest.approx((4 - 2 * t.ppf(0.975, 1), 4 + 2 * t.ppf(0.975, 1)))


def test_differences_without_two_rows_and_columns_or_that_do_not_vary():
    one, two = np.array([0, 0]), np.array([0, 1])
    assert crossed_difference_test(np.array([1.0, 2.0]), one, two) == (None, None)
    assert crossed_difference_test(np.zeros(2), two, two) == (1.0, None)
    assert crossed_difference_test(np.ones(2), two, two) == (0.0, None)


def test_what_rows_and_columns_share_is_no_difference_of_models():
    generator = np.random.default_rng(0)
    rows, columns = (place.ravel() for place in np.indices((30, 20)))
    found = []
    for _ in range(200):
        shared = generator.normal(0, 1, (30, 1)) + generator.normal(0, 1, (1, 20))
        differences = (shared + generator.normal(0, 1, (30, 20))).ravel()
        found.append(crossed_difference_test(differences, rows, columns)[0] < 0.05)
    assert np.mean(found) < 0.1


def test_a_clustered_share_by_hand():
    """Rows of 1 1, 1 0, 0 0 and 1 1, each unit with a column of its own: mean 5/8.

    Deviations sum to 3/4, -1/4, -5/4, 3/4 by row: squares 2.75, 4/3 of which is 11/3; by column and
    alone they are 15/8, 8/7 of which is 15/7. The error is sqrt(11/3) / 8.
    """
    values = np.array([1.0, 1, 1, 0, 0, 0, 1, 1])
    found = clustered_share_interval(values, np.repeat(np.arange(4), 2), np.arange(8))
    wider = (1.959964 / t.ppf(0.975, 3)) ** 2
    assert found == pytest.approx(interval_of_units(5 / 8, wider * (15 / 64) / (11 / 3 / 64)))


def test_a_clustered_share_is_never_surer_than_one_of_independent_units():
    values = np.tile([0.0, 1.0], 20)  # of every row one of each, so that rows do not differ
    low, high = share_interval(values)
    found = clustered_share_interval(values, np.repeat(np.arange(20), 2), np.arange(40))
    assert found[0] <= low < high <= found[1]
    none = np.zeros(40)
    assert clustered_share_interval(none, np.arange(40) // 2, np.arange(40) // 4) == share_interval(
        none[:20]
    )
    assert clustered_share_interval(none[:0], none[:0], none[:0]) is None


def test_groups_of_rows_by_hand():
    """Rows 3 1 / 5 3 against 1 1 / 2 0: by rows the squares of -4, 4, 0, 0 add up to 32."""
    values = np.array([3.0, 1.0, 5.0, 3.0, 1.0, 1.0, 2.0, 0.0])
    rows, columns = np.repeat(np.arange(4), 2), np.tile(np.arange(2), 4)
    difference, p, bounds = crossed_group_test(values, rows < 2, rows, columns)
    error = math.sqrt(32 * 4 / 3) / 8
    assert difference == 2.0
    assert p == pytest.approx(1 - 2 / math.pi * math.atan(2 / error)), "one degree of freedom"
    assert bounds[1] - 2 == pytest.approx(12.706 * error, rel=1e-4)
    assert crossed_group_test(values, rows < 1, rows, columns)[1:] == (None, None)


def test_groups_without_a_difference_are_rarely_found_to_differ():
    """Of six rows against forty, which share fifteen columns; an ordinary t-test finds many."""
    generator = np.random.default_rng(0)
    rows, columns = np.repeat(np.arange(46), 15), np.tile(np.arange(15), 46)
    first, found = rows < 6, 0
    for _ in range(200):
        values = generator.normal(0, 1, 46)[rows] + generator.normal(0, 1, 15)[columns]
        values += generator.normal(0, 1, len(rows))
        found += crossed_group_test(values, first, rows, columns)[1] < 0.05
    assert found <= 16

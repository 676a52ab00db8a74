"""Intervals of shares whose units share rows and columns."""

from __future__ import annotations

import numpy as np
import pytest

from engine.statistics.crossed import crossed_share_interval
from engine.statistics.shares import share_interval


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

from __future__ import annotations

import numpy as np
import pytest

from engine.statistics.tiers import drawn_means, rank_intervals


def flagged(rates, size, seed=0):
    draw = np.random.default_rng(seed)
    return (draw.random((len(rates), size)) < np.array(rates)[:, None]).astype(float)


def test_distant_rates_have_one_rank_and_close_ones_share_theirs():
    values = flagged((0.6, 0.3, 0.31, 0.05), 500)
    assert rank_intervals(values, seed=0) == [(4, 4), (2, 3), (2, 3), (1, 1)]


def test_equal_units_are_never_told_apart():
    one = flagged((0.3,), 50)[0]
    assert rank_intervals(np.stack([one, one, one]), 0) == [(1, 3)] * 3
    assert rank_intervals(np.zeros((2, 5)), 0) == [(1, 2)] * 2
    assert rank_intervals(one[None], 0) == [(1, 1)]


def test_few_units_tell_nothing_apart_that_a_test_does_not():
    values = np.array([[0.0] * 3, [1.0] * 3])  # McNemar's p is .25
    assert rank_intervals(values, 0) == [(1, 2)] * 2


def test_only_what_a_test_tells_apart_is_put_in_order():
    values = flagged((0.6, 0.3, 0.05), 500)
    distinct = np.array([[False, False, True], [False, False, True], [True, True, False]])
    assert rank_intervals(values, seed=0) == [(3, 3), (2, 2), (1, 1)]
    assert rank_intervals(values, seed=0, distinct=distinct) == [(2, 3), (2, 3), (1, 1)]


def test_the_same_units_are_drawn_for_all_contestants():
    one = flagged((0.3,), 60)[0]
    drawn = np.concatenate(list(drawn_means(np.stack([one, 1 - one]), 0, 100)))
    assert drawn.shape == (100, 2)
    assert drawn.sum(axis=1) == pytest.approx(1)


def test_intervals_contain_the_rank_of_tied_contestants_where_percentiles_do_not():
    """Four equal rates: all are truly first. 300 samples show a share to within 2.5 points."""
    rates, repeats, draws = (0.3, 0.3, 0.3, 0.3), 300, 200
    kept = by_percentile = 0
    for seed in range(repeats):
        values = flagged(rates, 200, seed)
        kept += rank_intervals(values, seed, draws)[0][0] == 1
        drawn = np.concatenate(list(drawn_means(values, seed, draws)))
        ranks = 1 + (drawn < drawn[:, :1] - 1e-12).sum(axis=1)
        by_percentile += np.quantile(ranks, 0.025) <= 1
    assert kept / repeats >= 0.95
    assert by_percentile / repeats < 0.93

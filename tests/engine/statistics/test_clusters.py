"""Shares and tests by clusters, on tables worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from engine.statistics import binomial_test, mcnemar_test
from engine.statistics.clusters import (
    clustered_share_interval,
    effective_units,
    numbered,
    sign_flip_test,
    too_few_clusters,
)
from engine.statistics.shares import interval_of_units, share_interval

EIGHT = np.repeat(np.arange(8), 4)


def test_clusters_of_one_unit_are_independent_units():
    values = np.repeat([1.0, 0.0], [30, 20])
    alone = np.arange(50)
    assert clustered_share_interval(values, alone) == share_interval(values)
    signs = [1] * 30 + [-1] * 20
    assert sign_flip_test(signs, alone) == pytest.approx(binomial_test(30, 50))
    changes = [1] * 9 + [-1] * 2 + [0] * 39
    assert sign_flip_test(changes, alone) == pytest.approx(mcnemar_test(9, 2))


def test_clusters_that_are_of_one_kind_each_count_once():
    values = np.repeat([1.0, 1, 1, 1, 1, 1, 0, 0], 4)  # 8 clusters of 4, as 6 of 8
    assert effective_units(values, EIGHT) == pytest.approx(8)
    assert clustered_share_interval(values, EIGHT) == pytest.approx(interval_of_units(0.75, 8))
    # Of 256 ways to turn eight clusters, 2 * (1 + 8 + 28) have at least six on one side.
    assert sign_flip_test((2 * values - 1).astype(int).tolist(), EIGHT) == pytest.approx(74 / 256)


def test_clusters_that_are_all_balanced_are_no_further_units():
    values = np.tile([1.0, 1, 0, 0], 8)
    # Nothing varies but the two clusters that steady it: 2 / 9 of .25; t of 7 is 2.3646.
    by_hand = 8 * 4.5 * (1.96 / 2.3646) ** 2
    assert effective_units(values, EIGHT) == pytest.approx(by_hand, rel=1e-3)
    low, high = clustered_share_interval(values, EIGHT)
    alone = share_interval(values)
    assert low <= alone[0] < alone[1] <= high
    # Fourteen clusters of two to one would all lean one way in 2 of 2**14 ways.
    tested = sign_flip_test([1, 1, -1] * 14, np.repeat(np.arange(14), 3))
    assert tested == pytest.approx(binomial_test(28, 42))


def test_all_alike_is_as_many_units_as_clusters():
    low, high = clustered_share_interval(np.ones(32), EIGHT)
    assert (low, high) == pytest.approx((8 / (8 + 1.959964**2), 1.0))  # Wilson, 8 of 8


def test_fewer_than_six_clusters_have_no_interval_and_find_nothing():
    five = np.repeat(np.arange(5), 10)
    assert too_few_clusters(five)
    assert not too_few_clusters(np.arange(5))
    assert clustered_share_interval(np.repeat([1.0, 0.0], [40, 10]), five) is None
    assert sign_flip_test([1] * 50, five) == pytest.approx(2 / 32)
    assert sign_flip_test([0] * 50, five) is None


def test_clusters_are_numbered_in_the_order_of_their_first_units():
    assert numbered(["b", "a", "b", "c"]).tolist() == [0, 1, 0, 2]

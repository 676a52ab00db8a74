"""Shares and tests by clusters, on tables worked by hand."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from engine.statistics import binomial_test, mcnemar_test, mean_interval
from engine.statistics.clustered_means import clustered_contrast
from engine.statistics.clusters import (
    cluster_parts,
    clustered_mean_interval,
    clustered_share_interval,
    effective_units,
    numbered,
    sign_flip_test,
    too_few_clusters,
)
from engine.statistics.shares import share_interval

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
    # Wilson's of 8 * (1.95996 / 2.36462)^2 = 5.496 units, by Student's t of 7; above with the limit
    # for small counts, of 1.374 units: 1 - chi2(.05; 2.748) / 2 / 5.496.
    assert clustered_share_interval(values, EIGHT) == pytest.approx((0.3510, 0.9748), abs=2e-4)
    # Of 256 ways to turn eight clusters, 2 * (1 + 8 + 28) have at least six on one side.
    assert sign_flip_test((2 * values - 1).astype(int).tolist(), EIGHT) == pytest.approx(74 / 256)


def test_where_few_clusters_hold_most_units_the_interval_has_fewer_degrees_of_freedom():
    sizes = [14, 6, 3, 2, 2, 1, 1, 1]
    clusters = np.repeat(np.arange(8), sizes)
    values = np.concatenate([np.repeat([1.0, 0.0], [one - one // 2, one // 2]) for one in sizes])
    # Worked out with whole matrices: residuals of each cluster times the root of the inverse of
    # what the mean leaves of them, and Satterthwaite's degrees of freedom of their squares.
    n, away = len(values), values - values.mean()
    leaves = np.eye(n) - 1 / n
    parts, made = [], []
    for one in range(8):
        own = np.flatnonzero(clusters == one)
        eigen, vectors = np.linalg.eigh(leaves[np.ix_(own, own)])
        root = vectors @ np.diag(eigen**-0.5) @ vectors.T
        parts.append(root.sum(axis=0) @ away[own] / n)
        made.append(root.sum(axis=0) @ leaves[own] / n)
    products = np.array(made) @ np.array(made).T
    freedom = np.trace(products) ** 2 / (products**2).sum()
    assert 2 < freedom < 4
    contrast = clustered_contrast(np.zeros(n, int), clusters)
    assert contrast.freedom == pytest.approx(freedom)
    variance = float((np.array(parts) ** 2).sum())
    share = float(values.mean())
    assert effective_units(values, clusters) == pytest.approx(
        min(n, max(n**2 / sum(one**2 for one in sizes), share * (1 - share) / variance))
    )
    low, high = clustered_share_interval(values, clusters)
    assert high - low > share_interval(values)[1] - share_interval(values)[0]


def test_clusters_that_are_all_balanced_are_no_further_units():
    values = np.tile([1.0, 1, 0, 0], 8)
    assert effective_units(values, EIGHT) == 32
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


def test_a_mean_rests_on_the_means_of_equal_clusters():
    means = [0.1, -0.4, 0.3, 0.8, 0.2, -0.1, 0.5, 0.6]
    values = np.repeat(means, 4)  # of one value each: as eight values
    assert values.mean() == pytest.approx(0.25)
    low, high = clustered_mean_interval(values.tolist(), EIGHT, 0)
    assert low < 0.25 < high
    # The standard error of the eight means is .1376; of 32 independent values it is .064.
    assert 0.4 < high - low < 1.0
    assert clustered_mean_interval(means, np.arange(8), 0) == mean_interval(means, 0)
    assert clustered_mean_interval(values[:20].tolist(), EIGHT[:20], 0) is None


def test_parts_of_clusters_have_the_mean_of_the_units():
    values = np.array([[1.0, 2.0, 6.0, 3.0], [0.0, 0.0, 4.0, 4.0]])
    parts = cluster_parts(values, np.array([7, 2, 7, 7]))  # sums 2 and 10, 0 and 8; by 4 / 2
    assert parts.tolist() == [[1.0, 5.0], [0.0, 4.0]]
    assert parts.mean(axis=1).tolist() == values.mean(axis=1).tolist() == [3.0, 2.0]


def test_clusters_are_numbered_in_the_order_of_their_first_units():
    assert numbered(["b", "a", "b", "c"]).tolist() == [0, 1, 0, 2]


def test_the_sign_flip_test_is_that_of_all_ways_to_turn_clusters():
    drawn = np.random.default_rng(3)
    for _ in range(40):
        clusters = drawn.integers(0, 9, 20)
        signs = drawn.choice([-1, 0, 1], 20, p=[0.2, 0.1, 0.7])
        sums = np.bincount(clusters, signs)
        turns = np.array(list(product((-1, 1), repeat=len(sums))))
        every = np.abs(turns @ sums)
        kinds = (int((signs > 0).sum()), int((signs != 0).sum()))
        expected = max(float((every >= abs(sums.sum())).mean()), binomial_test(*kinds))
        assert sign_flip_test(signs, clusters) == pytest.approx(expected)

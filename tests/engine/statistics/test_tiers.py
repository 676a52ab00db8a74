from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.statistics import holm, mcnemar_test, mean_interval, paired_difference_test
from engine.statistics.crossed import crossed_difference_test
from engine.statistics.shares import share_difference_interval
from engine.statistics.tiers import (
    distinguished,
    intervals_of_ranks,
    name_of_test,
    paired_tests,
    ranks_of,
    tiers_of,
)


def test_means_within_the_band_share_the_rank_of_the_first():
    assert ranks_of([0.1, 0.1 + 5e-7, 0.1 + 2e-6, 0.5]) == [1, 1, 3, 4]
    assert ranks_of([]) == []


def test_real_numbers_are_tested_by_their_signs_and_bounded_as_means():
    """Differences 1, 2, 3, 4 in one direction: 2 of 16 signings are as far from 0."""
    first = np.array([5.0, -1.0, 2.0, 7.0])
    (found,) = paired_tests(np.array([first, first + np.arange(1, 5)]), shares=False)
    assert found["difference"] == 2.5
    assert found["p"] == found["p_holm"] == 2 / 16
    assert found["interval"] == pytest.approx(list(mean_interval([1, 2, 3, 4], 0)))


def test_shares_are_tested_by_mcnemar():
    values = np.zeros((2, 20))
    values[1, :12] = 1
    (found,) = paired_tests(values)
    assert found["p"] == mcnemar_test(12, 0)


def test_tiers_of_three_by_hand():
    """1 against 3 differs, 1 against 2 and 2 against 3 do not: 2 joins the tier of 1."""
    pairs = [
        {"first": 0, "second": 1, "p_holm": 0.2},
        {"first": 0, "second": 2, "p_holm": 0.01},
        {"first": 1, "second": 2, "p_holm": 0.2},
    ]
    assert tiers_of([0, 1, 2], [1, 2, 3], pairs) == [(1, 0), (1, 0), (2, 2)]
    assert tiers_of([0, 1, 2], [1, 2, 2], pairs) == [(1, 0), (1, 0), (1, 0)]
    assert distinguished(3, pairs).sum() == 2


def test_p_values_are_corrected_over_all_pairs():
    values = np.random.default_rng(1).normal(size=(3, 30)) + np.array([[0.0], [0.5], [2.0]])
    found = paired_tests(values, shares=False)
    raw = [paired_difference_test(values[b] - values[a]) for a, b in ((0, 1), (0, 2), (1, 2))]
    assert [entry["p_holm"] for entry in found] == pytest.approx(holm(raw))


@given(st.lists(st.lists(st.floats(-5, 5), min_size=12, max_size=12), min_size=1, max_size=4))
def test_a_rank_lies_in_its_interval_and_tiers_follow_the_order(rows):
    values = np.array(rows)
    pairs = paired_tests(values, shares=False)
    order = sorted(range(len(values)), key=lambda at: values[at].mean())
    ranks = ranks_of([values[at].mean() for at in order])
    tiers = [tier for tier, _ in tiers_of(order, ranks, pairs)]
    intervals = intervals_of_ranks(values, pairs, 0, 50)
    assert tiers == sorted(tiers)
    for at, rank in zip(order, ranks, strict=True):
        low, high = intervals[at]
        assert 1 <= low <= high <= len(values)
        assert low <= rank <= high


def test_a_few_units_that_differ_are_also_tested_by_their_number():
    """Five of 100 differ in one direction: McNemar's p is 1/16, that of the t-test less."""
    values = np.zeros((2, 100))
    values[1, ::20] = 1
    rows, columns = np.arange(100) // 10, np.arange(100) % 10
    (found,) = paired_tests(values, crossed=(rows, columns))
    clustered, _ = crossed_difference_test(values[1], rows, columns)
    assert found["p"] == max(clustered, mcnemar_test(5, 0))
    assert found["interval"][0] <= share_difference_interval(values[1])[0]
    assert "exact McNemar test" in name_of_test(values[1], crossed=True)
    assert name_of_test(values[1] / 2, crossed=True) == "paired t-test, clustered both ways"


def test_yes_or_no_units_of_clusters_are_tested_by_the_signs_of_clusters():
    """Six of eight clusters of four differ in one direction, the other two in the other."""
    clusters = np.repeat(np.arange(8), 4)
    second = np.repeat([1.0] * 6 + [0.0] * 2, 4)
    values = np.stack([1 - second, second])
    (found,) = paired_tests(values, clusters=clusters)
    # Of 256 ways to turn eight clusters, 2 * (1 + 8 + 28) have at least six on one side.
    assert found["p"] == pytest.approx(74 / 256)
    assert mcnemar_test(24, 8) < 0.01
    # Eight parts, six of 1 and two of -1, and one more of either: mean .4, standard deviation
    # .9165, by Student's t of 9 degrees of freedom .4 -+ 2.2622 * .9165 / sqrt(10).
    assert found["interval"] == pytest.approx([-0.2556, 1.0], abs=1e-4)
    assert name_of_test(second - values[0], clusters=clusters) == "exact McNemar test by cluster"
    unlike = paired_tests(values, clusters=np.arange(32))[0]
    assert unlike["p"] == pytest.approx(mcnemar_test(24, 8))


def test_numbers_of_clusters_are_tested_by_what_clusters_give():
    """Three clusters of 1, 2 and 3 units that differ by 1, 2 and -1 each: sums 1, 4 and -3."""
    clusters = np.array([0, 1, 1, 2, 2, 2])
    values = np.array([[0.0] * 6, [1.0, 2.0, 2.0, -1.0, -1.0, -1.0]])
    (found,) = paired_tests(values, shares=False, clusters=clusters)
    assert found["difference"] == pytest.approx(1 / 3)
    # Of 8 ways to give 1, 4 and 3 signs, the totals 8, 2 and 6 of either sign are as far from 0.
    assert found["p"] == pytest.approx(6 / 8)
    mean = np.mean([0.5, 2.0, -1.5])  # sums by two units, the size of a mean cluster
    assert found["difference"] == pytest.approx(mean)
    assert found["interval"] == pytest.approx(list(mean_interval([0.5, 2.0, -1.5], 0)))
    named = name_of_test(values[1], False, clusters=clusters)
    assert named == "exact permutation test of signs by cluster"


def test_ranks_are_known_no_better_than_their_clusters():
    """Four clusters of 25 units, of which the second contestant has more in two: as four units."""
    clusters = np.repeat(np.arange(4), 25)
    steps = np.repeat([0.0, 0.0, 1.0, 1.0], 25)
    values = np.stack([0 * steps, steps])
    apart = [{"first": 0, "second": 1, "p_holm": 0.001}]  # whatever the test says
    assert intervals_of_ranks(values, apart, 0, 200) == [(1, 1), (2, 2)]
    assert intervals_of_ranks(values, apart, 0, 200, clusters=clusters) == [(1, 2), (1, 2)]
    assert intervals_of_ranks(values + 5, apart, 0, 200, 5.0, clusters) == [(1, 2), (1, 2)]

"""The test of two distances from a neutral value, worked by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ttest_rel

from engine.statistics import mcnemar_test, mean_interval, paired_difference_test
from engine.statistics.crossed import crossed_difference_test
from engine.statistics.paired import distance_interval, name_of_test, paired_tests
from engine.statistics.power import detectable_difference
from engine.statistics.tiers import intervals_of_ranks, rank_intervals

NEUTRAL = 10.0


def of_two(first, second, **how):
    (found,) = paired_tests(np.array([first, second], float), False, neutral=NEUTRAL, **how)
    return found


@pytest.mark.parametrize(
    ("first", "second", "difference", "p"),
    [
        # Neutral at 10. Differences 1, 2, 3, 4: 2 of 16 ways to sign them are as far from 0; sums
        # less 20: 3, 6, 5, 8, likewise.
        ([11, 12, 11, 12], [12, 14, 14, 16], 2.5, 2 / 16),
        # Both below neutral: the same turned round.
        ([9, 8, 9, 8], [8, 6, 6, 4], 2.5, 2 / 16),
        # Means 9 and 11, which differ by 1, 1, 3, 3; sums less 20: -1, 1, -1, 1, all 16 ways.
        ([9, 10, 8, 9], [10, 11, 11, 12], 0.0, 1.0),
        # Means 10 and 11.5: differences 3, 1, 1, 1 (2 of 16); sums less 20: 1, 3, 1, 1 (2 of 16).
        ([9, 11, 10, 10], [12, 12, 11, 11], 1.5, 2 / 16),
        # Means 10.5 and 11.5: differences 1, 1, 1, 1 (2 of 16); sums less 20: 5, 3, 1, -1. As far
        # from 0 as 8 are 5 and 3 of one sign with not both others against them: 6 of 16.
        ([12, 11, 10, 9], [13, 12, 11, 10], 1.0, 6 / 16),
    ],
)
def test_p_is_the_larger_of_that_of_differences_and_of_sums(first, second, difference, p):
    found = of_two(first, second)
    assert found["difference"] == pytest.approx(difference)
    assert found["p"] == found["p_holm"] == p
    turned = of_two(second, first)
    assert (turned["difference"], turned["p"]) == (pytest.approx(-difference), p)


def test_of_many_units_it_is_the_larger_p_of_two_paired_t_tests():
    draw = np.random.default_rng(0)
    first, second = 10.4 + draw.normal(size=30), 10.6 + draw.normal(size=30)
    plain = ttest_rel(second, first).pvalue
    mirrored = ttest_rel(20 - second, first).pvalue
    assert of_two(first, second)["p"] == pytest.approx(max(plain, mirrored))


def test_yes_or_no_units_are_mirrored_as_such():
    """12 and 18 of 20 are 1, the first of them in both: six differ; mirrored 12 against 2."""
    values = np.array([[1.0] * 12 + [0.0] * 8, [1.0] * 18 + [0.0] * 2])
    (found,) = paired_tests(values, neutral=0.5)
    assert found["p"] == max(mcnemar_test(6, 0), mcnemar_test(12, 2))
    (elsewhere,) = paired_tests(values, neutral=0.25)  # sums less 1/2: 12 of 1.5, 6 of .5, 2 of -.5
    sums = values.sum(axis=0) - 0.5
    assert elsewhere["p"] == pytest.approx(max(mcnemar_test(6, 0), paired_difference_test(sums)))
    differences = values[1] - values[0]
    said = "of difference and mirrored difference, the largest p"
    assert name_of_test(differences, neutral=0.5) == f"exact McNemar test {said}"
    assert name_of_test(differences, neutral=0.25) == f"exact McNemar test or paired t-test {said}"


def test_the_example_of_the_method_card():
    """58 and 45% of 300 pairs, 39 apart: p below .001; mirrored, 126 against 135: p .62."""
    values = np.array([[1.0] * 174 + [0.0] * 126, [1.0] * 135 + [0.0] * 165])
    (found,) = paired_tests(values, neutral=0.5)
    assert mcnemar_test(39, 0) < 0.001
    assert found["difference"] == pytest.approx(-0.03)
    assert found["p"] == mcnemar_test(126, 135) == pytest.approx(0.62, abs=0.005)


def test_crossed_units_are_so_on_both_sides():
    rows, columns = np.divmod(np.arange(24), 6)
    draw = np.random.default_rng(1)
    first, second = 10.5 + draw.normal(size=(2, 24))
    found = of_two(first, second, crossed=(rows, columns))
    each = (second - first, 20 - second - first)
    assert found["p"] == max(crossed_difference_test(one, rows, columns)[0] for one in each)


@pytest.mark.parametrize(
    ("difference", "mirrored", "interval"),
    [
        # y - x in [1, 3], x + y - 2m in [5, 9]: the difference is the smaller throughout.
        ((1.0, 3.0), (-9.0, -5.0), (1.0, 3.0)),
        # Both below neutral: x + y - 2m in [-9, -5], so the second is nearer.
        ((1.0, 3.0), (5.0, 9.0), (-3.0, -1.0)),
        # On opposite sides: the sum decides, [-1, 2].
        ((5.0, 9.0), (-2.0, 1.0), (-1.0, 2.0)),
        # Both may be 0: corners (-1, -3), (-1, 2), (4, -3) and (4, 2) give 1, -1, -3 and 2.
        ((-1.0, 4.0), (-2.0, 3.0), (-3.0, 2.0)),
    ],
)
def test_the_interval_is_spanned_by_the_corners_of_both(difference, mirrored, interval):
    assert distance_interval(difference, mirrored) == pytest.approx(interval)


bounds = st.tuples(st.floats(-5, 5), st.floats(-5, 5)).map(lambda ends: (min(ends), max(ends)))


@given(bounds, bounds, st.floats(0, 1), st.floats(0, 1))
def test_every_point_of_the_box_lies_in_the_interval(difference, total, a, b):
    """For y - x = u and x + y = v, |y| - |x| by its definition."""
    u = difference[0] + a * (difference[1] - difference[0])
    v = total[0] + b * (total[1] - total[0])
    low, high = distance_interval(difference, (-total[1], -total[0]))
    assert low - 1e-9 <= abs((u + v) / 2) - abs((v - u) / 2) <= high + 1e-9


def test_the_detectable_difference_is_that_of_the_wider_test():
    first, second = [9, 12, 8, 13, 10, 11], [10, 13, 10, 15, 11.5, 14]
    sums = np.array(first) + second - 20.0
    ends = mean_interval(sums.tolist(), 0)
    assert of_two(first, second)["detectable"] == pytest.approx(detectable_difference(*ends))


def test_identical_contestants_are_not_put_in_order():
    one = [9.0, 12.0, 11.0, 10.0] * 10
    found = of_two(one, one)
    assert (found["difference"], found["p"], found["interval"]) == (0.0, 1.0, None)
    values = np.array([one, one, [20 - x for x in one]])
    assert rank_intervals(values, 0, 50, neutral=NEUTRAL) == [(1, 3)] * 3


def test_ranks_of_distances_hold_on_either_side():
    """Means 3 below, 1 above and 6 above neutral."""
    noise = np.random.default_rng(2).normal(size=(3, 60)) / 4
    values = NEUTRAL + np.array([[-3.0], [1.0], [6.0]]) + noise
    pairs = paired_tests(values, False, neutral=NEUTRAL)
    assert intervals_of_ranks(values, pairs, 0, 200, NEUTRAL) == [(2, 2), (1, 1), (3, 3)]
    assert rank_intervals(values, 0, 200) == [(1, 1), (2, 2), (3, 3)]


def test_clearly_different_means_need_not_have_an_order_of_distances():
    """Equally far on opposite sides, 1 in standard deviations of 3, with nearly the same noise."""
    noise = 3 * np.random.default_rng(3).normal(size=60)
    own = np.random.default_rng(4).normal(size=(2, 60)) / 4
    values = NEUTRAL + np.array([[-0.5], [0.5]]) + noise - noise.mean() + 0.6 + own
    pairs = paired_tests(values, False, neutral=NEUTRAL)
    assert paired_tests(values, False)[0]["p"] < 1e-6
    assert pairs[0]["p"] > 0.05
    assert rank_intervals(values, 0, 200, neutral=NEUTRAL) == [(1, 2)] * 2
    assert rank_intervals(values, 0, 200) == [(1, 1), (2, 2)]

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, fisher_exact, ttest_rel

from engine.statistics import wilson
from engine.statistics.shares import (
    FEW_UNITS,
    other_share_test,
    paired_share_test,
    share_difference_interval,
    share_interval,
)


def flags(ones, size):
    return np.array([1.0] * ones + [0.0] * (size - ones))


@pytest.mark.parametrize("ones", [0, 1, 5, 12])
def test_few_yes_or_no_units_have_the_exact_interval(ones):
    exact = binomtest(ones, 12).proportion_ci(0.95, "exact")
    assert share_interval(flags(ones, 12)) == pytest.approx((exact.low, exact.high))


def test_many_yes_or_no_units_have_wilson_s_interval():
    assert share_interval(flags(30, 100)) == pytest.approx(wilson(30, 100))
    assert share_interval(flags(0, FEW_UNITS)) == pytest.approx(wilson(0, FEW_UNITS))


def test_small_counts_have_the_limit_of_brown_cai_and_dasgupta():
    # one of 100: -ln(.95) / 100, where Wilson has .0018
    low, high = share_interval(flags(1, 100))
    assert low == pytest.approx(-np.log(0.95) / 100)
    assert high == pytest.approx(wilson(1, 100)[1])
    assert share_interval(flags(99, 100)) == pytest.approx((1 - high, 1 - low))


def test_fractions_that_vary_little_have_a_narrower_interval():
    spread = np.tile([0.2, 0.3, 0.4, 0.3], 50)
    low, high = share_interval(spread)
    assert 0.27 < low < 0.3 < high < 0.33
    yes_or_no = share_interval(flags(60, 200))
    assert high - low < (yes_or_no[1] - yes_or_no[0]) / 3


def test_equal_units_do_not_make_an_interval_without_width():
    low, high = share_interval(np.full(10, 0.3))
    assert low < 0.1
    assert high > 0.6
    low, high = share_difference_interval(np.zeros(10))
    assert -0.4 < low < 0 < high < 0.4


def test_no_unit_has_no_interval():
    assert share_interval(np.array([])) is None
    assert share_difference_interval(np.array([])) is None
    assert other_share_test(np.array([]), np.array([1.0])) is None
    assert paired_share_test(np.array([1.0]), np.array([0.0])) is None


@given(st.lists(st.floats(0, 1), min_size=1, max_size=60))
def test_an_interval_contains_its_mean_within_0_and_1(values):
    units = np.array(values)
    low, high = share_interval(units)
    assert 0 <= low <= units.mean() + 1e-9
    assert units.mean() - 1e-9 <= high <= 1
    low, high = share_difference_interval(units - units[::-1])
    assert -1 <= low <= 1e-9
    assert -1e-9 <= high <= 1


def test_a_difference_of_flags_has_one_case_added_either_way():
    # 3 only second, 1 only first, 8 equal; with one of each added: mean 2/14, mean square 6/14
    found = share_difference_interval(np.array([1.0] * 3 + [-1.0] + [0.0] * 8))
    from scipy.stats import t

    reach = t.ppf(0.975, 13) * np.sqrt((6 / 14 - (2 / 14) ** 2) / 14)
    assert found == pytest.approx((2 / 14 - reach, 2 / 14 + reach))


def test_tests_of_paired_shares():
    first, second = flags(10, 12), flags(2, 12)
    assert paired_share_test(first, second) == pytest.approx(2 / 2**8)
    assert paired_share_test(first, first) == 1
    some, others = np.array([0.1, 0.5, 0.9, 0.4]), np.array([0.2, 0.7, 0.9, 0.8])
    assert paired_share_test(some, others) == pytest.approx(ttest_rel(some, others).pvalue)
    assert paired_share_test(some, some) == 1
    assert paired_share_test(some, some / 1 + 0.05) == 0


def test_tests_of_two_sets_of_units():
    first, second = flags(9, 10), flags(5, 20)
    assert other_share_test(first, second) == pytest.approx(fisher_exact([[9, 1], [5, 15]]).pvalue)
    assert other_share_test(flags(3, 3), flags(2, 2)) == 1

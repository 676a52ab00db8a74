"""Intervals of correlations, worked by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as some
from scipy.stats import pearsonr

from engine.statistics.correlation import fisher_interval, kendall_interval, spearman_brown


def test_fisher_is_that_of_scipy():
    first, second = [1, 2, 3, 4, 5, 6, 7], [2, 1, 4, 3, 7, 5, 6]
    expected = pearsonr(first, second)
    assert fisher_interval(expected.statistic, 7) == pytest.approx(expected.confidence_interval())


def test_kendall_is_worked_by_hand():
    reach = 1.959964 * math.sqrt(0.437 / 36)
    centre = math.atanh(0.5)
    expected = (math.tanh(centre - reach), math.tanh(centre + reach))
    assert kendall_interval(0.5, 40) == pytest.approx(expected, abs=1e-6)


def test_few_cases_have_no_interval():
    assert fisher_interval(0.5, 3) is None
    assert kendall_interval(0.5, 4) is None


@pytest.mark.parametrize("value", [-1.0, 1.0])
def test_cases_on_one_line_leave_nothing_to_make_an_interval_from(value):
    assert fisher_interval(value, 40) is None


@given(some.floats(-0.999, 0.999), some.integers(5, 300))
def test_intervals_stay_within_one_and_hold_the_correlation(value, cases):
    for interval in (fisher_interval(value, cases), kendall_interval(value, cases)):
        low, high = interval
        assert -1 <= low <= value + 1e-8
        assert value - 1e-8 <= high <= 1


@pytest.mark.parametrize(
    ("half", "parts", "whole"), [(0.5, 2, 2 / 3), (0.5, 4, 0.8), (1.0, 2, 1.0), (0.0, 9, 0.0)]
)
def test_longer_measures_are_more_reliable(half, parts, whole):
    assert spearman_brown(half, parts) == pytest.approx(whole)


@pytest.mark.parametrize("half", [-1.0, -0.9, -0.01])
def test_parts_that_disagree_have_no_reliability(half):
    """The formula would give -18 for -.9."""
    assert spearman_brown(half, 2) is None

"""Intervals of weighted sums of means of strata."""

from __future__ import annotations

import numpy as np
import pytest

from engine.statistics import mean_interval
from engine.statistics.shares import stratified_intervals


def test_of_one_small_stratum_the_interval_is_students():
    values = [1.0, 2.0, 4.0, 7.0]
    sums, bounds = stratified_intervals(
        np.array(values)[:, None], np.zeros(4, int), np.array([[1.0]]), seed=0
    )
    assert sums[0, 0] == 3.5
    assert bounds[0, 0] == pytest.approx(mean_interval(values, 0))


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_of_one_small_skewed_stratum_the_interval_is_halls(sign):
    values = [0.1, 0.2, 0.2, 0.3, 0.4, 0.6, 0.9, 3.0]
    _, bounds = stratified_intervals(
        np.array(values)[:, None], np.zeros(8, int), np.array([[sign]]), seed=0
    )
    # Student's t would go from -0.12 to 1.55.
    assert bounds[0, 0] == pytest.approx(mean_interval([sign * one for one in values], 0))
    assert max(sign * bounds[0, 0]) > 2


def test_two_small_strata_have_the_interval_of_welch():
    from scipy.stats import ttest_ind

    first, second = [1.0, 2.0, 4.0, 7.0], [0.0, 1.0, 1.5, 9.0, 3.0]
    sums, bounds = stratified_intervals(
        np.array(first + second)[:, None],
        np.array([0] * 4 + [1] * 5),
        np.array([[1.0, -1.0]]),
        seed=0,
    )
    welch = ttest_ind(first, second, equal_var=False).confidence_interval()
    assert sums[0, 0] == pytest.approx(3.5 - 2.9)
    assert bounds[0, 0] == pytest.approx([welch.low, welch.high])


def test_many_values_are_drawn_and_the_seed_and_other_columns_do_not_matter_much():
    generator = np.random.default_rng(1)
    values = generator.normal(2.0, 1.0, (300, 2))
    strata = np.repeat([0, 1, 2], 100)
    weights = np.array([[1.0, 0.0, 0.0], [0.5, 0.5, -1.0]])
    sums, bounds = stratified_intervals(values, strata, weights, seed=0)
    alone = stratified_intervals(values[:, :1], strata, weights, seed=0)
    assert alone[1][:, 0] == pytest.approx(bounds[:, 0])
    error = values[:100, 0].std(ddof=1) / 10
    assert bounds[0, 0] == pytest.approx(sums[0, 0] + error * np.array([-1.98, 1.98]), abs=0.03)
    assert not np.array_equal(stratified_intervals(values, strata, weights, seed=5)[1], bounds)


def test_what_has_no_units_or_does_not_vary_has_no_interval():
    values = np.array([[1.0], [3.0], [3.0], [5.0]])
    sums, bounds = stratified_intervals(values, np.array([0, 1, 1, 3]), np.eye(4), seed=0)
    assert sums[:, 0] == pytest.approx([1, 3, np.nan, 5], nan_ok=True)
    assert np.isnan(bounds).all()

"""Ratios of sums, paired: a worked table, and what few or equal units give."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import t

from engine.statistics.intervals import ratio_bootstrap
from engine.statistics.ratios import linearised_ratio, paired_ratio_difference


def test_parts_of_a_ratio_have_its_mean_and_count_units_by_their_size():
    # 12 / 6 = 2; residuals -1, 1, 0 over a mean size of 2.
    assert linearised_ratio([1.0, 3.0, 8.0], [1.0, 1.0, 4.0]) == pytest.approx([1.5, 2.5, 2.0])


def test_a_paired_difference_by_hand():
    sizes = [1.0, 1.0, 1.0, 3.0, 3.0, 3.0]  # 12 in all, 2 a unit
    before = [4.0, 2.0, 3.0, 9.0, 5.0, 8.0]
    after = [4.5, 2.5, 3.5, 9.5, 5.5, 8.5]  # half a nat more each: 3 / 12 = 0.25
    found = paired_ratio_difference(before, after, sizes)
    rest = np.array([0.5 - 0.25] * 3 + [0.5 - 0.75] * 3) / 2  # over the mean size
    half = t.ppf(0.975, 5) * np.sqrt((rest**2).sum() / 5 / 6)
    assert found.value == pytest.approx(0.25)
    assert found.interval == pytest.approx((0.25 - half, 0.25 + half))
    assert found.p == pytest.approx(2 / 64)


def test_many_units_have_the_bootstrap_of_the_ratio():
    generator = np.random.default_rng(4)
    sizes = generator.integers(3, 30, 150).astype(float)
    before = sizes * generator.gamma(2.0, 1.0, 150)
    moved = sizes * generator.normal(0.1, 0.2, 150)
    found = paired_ratio_difference(before, before + moved, sizes, seed=1)
    drawn = ratio_bootstrap(moved.tolist(), sizes.tolist(), 1)
    assert found.interval == pytest.approx(drawn, abs=0.004)


def test_five_units_have_no_interval_and_equal_ones_no_difference():
    few = paired_ratio_difference([1.0] * 5, [1.0, 2.0, 3.0, 4.0, 5.0], [1.0] * 5)
    assert (few.value, few.interval, few.p) == (2.0, None, None)
    same = paired_ratio_difference([1.0, 2.0] * 4, [1.0, 2.0] * 4, [1.0, 3.0] * 4)
    assert (same.value, same.interval, same.p) == (0.0, None, 1.0)

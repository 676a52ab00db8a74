from __future__ import annotations

import krippendorff
import numpy as np
import pytest
from scipy.stats import t

from engine.statistics.reliability import alpha_interval, crossed_alpha_interval


@pytest.mark.parametrize("raters", [2, 4])
def test_alpha_is_that_of_the_package(raters):
    draw = np.random.default_rng(raters)
    values = draw.random((raters, 40)) + 5
    values[draw.random(values.shape) < 0.3] = np.nan
    alpha, interval, units = alpha_interval(values, np.arange(40), 0)
    package = krippendorff.alpha(reliability_data=values, level_of_measurement="interval")
    assert alpha == pytest.approx(package)
    assert interval[0] < alpha < interval[1]
    assert units == int(((~np.isnan(values)).sum(axis=0) > 1).sum())


def test_units_of_one_owner_are_drawn_together():
    draw = np.random.default_rng(0)
    values = np.repeat((draw.random((2, 30)) < 0.5).astype(float), 20, axis=1)
    alone = alpha_interval(values, np.arange(600), 0)[1]
    together = alpha_interval(values, np.repeat(np.arange(30), 20), 0)[1]
    assert together[1] - together[0] > 3 * (alone[1] - alone[0])


def test_nothing_to_compare_has_no_alpha():
    assert alpha_interval(np.full((2, 3), np.nan), np.arange(3), 0) == (None, None, 0)
    assert alpha_interval(np.full((2, 3), 0.1), np.arange(3), 0) == (None, None, 3)
    assert alpha_interval(np.array([[1.0], [0.0]]), np.arange(1), 0)[1] is None


def test_the_interval_over_rows_and_columns_by_leaving_each_out():
    """Alpha of the package without each row, column and unit gives the three parts."""
    draw = np.random.default_rng(4)
    rows, columns = np.repeat(np.arange(6), 8), np.tile(np.arange(8), 6)
    values = (draw.random((3, 48)) < draw.random(8)[columns]).astype(float)

    def alpha(kept):
        return krippendorff.alpha(reliability_data=values[:, kept], level_of_measurement="interval")

    def squared(clusters):
        left = [alpha(clusters != one) for one in np.unique(clusters)]
        return (len(left) - 1) * np.var(left)

    parts = [squared(clusters) for clusters in (rows, columns, np.arange(48))]
    reach = t.ppf(0.975, 5) * max(*parts[:2], parts[0] + parts[1] - parts[2]) ** 0.5
    whole = alpha(np.full(48, True))
    found = crossed_alpha_interval(values, np.arange(48), rows, columns)
    assert found == pytest.approx((whole - reach, min(1.0, whole + reach)))


def test_no_interval_over_one_row_in_full_agreement_and_where_one_unit_decides():
    draw = np.random.default_rng(4)
    values, apart = (draw.random((2, 12)) < 0.5).astype(float), np.arange(12)
    rows, columns = apart // 3, apart % 3
    assert crossed_alpha_interval(values, apart, rows, columns) is not None
    assert crossed_alpha_interval(values, apart, 0 * rows, columns) is None
    assert crossed_alpha_interval(values[[0, 0]], apart, rows, columns) is None
    lone = np.where(apart == 5, np.array([[1.0], [0.0]]), 0.0)  # all alike without it
    assert crossed_alpha_interval(lone, apart, rows, columns) is None

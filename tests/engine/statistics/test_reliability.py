from __future__ import annotations

import krippendorff
import numpy as np
import pytest

from engine.statistics.reliability import alpha_interval


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

"""Against the paired t-test, Welch's, and degrees of freedom by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import ttest_rel

from engine.statistics.clustered_means import clustered_contrast


def error(contrast, values):
    return math.sqrt((contrast.parts(np.asarray(values, float)) ** 2).sum())


def test_pairs_have_the_error_and_the_freedom_of_the_paired_t_test():
    first, second = [1.0, 4.0, 2.0, 6.0], [0.0, 1.0, 3.0, 1.0]
    found = clustered_contrast(np.repeat([0, 1], 4), np.tile(np.arange(4), 2))
    test = ttest_rel(first, second)
    assert found.freedom == pytest.approx(3)
    assert error(found, first + second) == pytest.approx((3.25 - 1.25) / test.statistic)


def test_single_units_have_welchs_error():
    first, second = [1.0, 4.0, 2.0], [0.0, 1.0, 3.0, 1.0]
    found = clustered_contrast(np.repeat([0, 1], [3, 4]), np.arange(7))
    variance = np.var(first, ddof=1) / 3 + np.var(second, ddof=1) / 4
    assert error(found, first + second) == pytest.approx(math.sqrt(variance))


def test_single_units_have_satterthwaites_freedom_for_equal_variances():
    # (1/2 + 1/8)^2 / ((1/2)^2 / 1 + (1/8)^2 / 7) = .390625 / .252232
    found = clustered_contrast(np.repeat([0, 1], [2, 8]), np.arange(10))
    assert found.freedom == pytest.approx(0.390625 / 0.252232, rel=1e-5)
    assert clustered_contrast(np.repeat([0, 1], 3), np.arange(6)).freedom == pytest.approx(4)


def test_one_group_has_the_error_of_its_mean():
    values = [1.0, 4.0, 2.0, 6.0]
    found = clustered_contrast(np.zeros(4, int), np.arange(4))
    assert found.freedom == pytest.approx(3)
    assert error(found, values) == pytest.approx(np.std(values, ddof=1) / 2)


def test_vectors_have_parts_of_their_own_length_that_sum_to_nothing_within_a_group():
    found = clustered_contrast(np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]))
    # Differences 1 and -1 of the two pairs: a standard error of their mean of 1, along one axis.
    parts = found.parts(np.array([[1.0, 0], [3.0, 0], [0.0, 0], [4.0, 0]]))
    assert parts.shape == (2, 2)
    assert parts.sum(axis=0) == pytest.approx([0, 0])
    assert (parts**2).sum(axis=0) == pytest.approx([1, 0])


def test_a_group_within_one_cluster_has_no_error():
    assert clustered_contrast(np.array([0, 0, 1, 1]), np.array([0, 1, 2, 2])) is None

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from engine.statistics import binomial_test, holm, mcnemar_test, paired_difference_test


def test_binomial_p_counts_both_tails():
    assert binomial_test(10, 10) == pytest.approx(2 / 2**10)
    assert binomial_test(5, 10) == 1.0
    assert binomial_test(0, 0) is None


def test_holm_steps_down_and_never_falls():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([None, 0.5, None]) == [None, 0.5, None]
    assert holm([]) == []
    assert holm([None]) == [None]


def test_holm_is_that_of_statsmodels():
    from statsmodels.stats.multitest import multipletests

    values = [0.2, 0.001, 0.04, 0.04, 0.9, 0.013, 0.5]
    assert holm(values) == pytest.approx(list(multipletests(values, method="holm")[1]))


def test_mcnemar_looks_only_at_the_cases_that_differ():
    assert mcnemar_test(10, 0) == pytest.approx(2 / 2**10)
    assert mcnemar_test(3, 3) == 1.0
    assert mcnemar_test(0, 0) == 1.0


def test_few_paired_differences_are_tried_with_every_sign():
    """Of 16 ways to sign 1, 2, 3, 4 two are as far from 0 as all plus; with -1 four are."""
    assert paired_difference_test(np.array([1.0, 2.0, 3.0, 4.0])) == 2 / 16
    assert paired_difference_test(np.array([-1.0, 2.0, 3.0, 4.0])) == 4 / 16


def test_many_paired_differences_get_the_t_test():
    differences = np.random.default_rng(0).normal(0.3, 1, 60)
    expected = ttest_1samp(differences, 0).pvalue
    assert paired_difference_test(differences) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("differences", "p"),
    [([], None), ([0.4], None), ([0.0] * 3, 1.0), ([0.0] * 40, 1.0), ([0.5] * 40, 0.0)],
)
def test_paired_differences_without_variance(differences, p):
    assert paired_difference_test(np.array(differences)) == p

from __future__ import annotations

import pytest

from engine.statistics import binomial_test, holm, mcnemar_test


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

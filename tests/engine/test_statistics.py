from __future__ import annotations

import numpy as np
import pytest

from engine.statistics import (
    binomial_test,
    holm,
    mcnemar_test,
    mean_bootstrap,
    rank_correlation,
    ratio_bootstrap,
    wilson,
)


def test_wilson_is_the_textbook_interval():
    # 8 of 10: (0.8 + z²/20 ± z sqrt(0.8 · 0.2 / 10 + z²/400)) / (1 + z²/10) with z = 1.959964
    assert wilson(8, 10) == pytest.approx((0.490162, 0.943318), abs=1e-6)
    assert wilson(0, 4)[0] == pytest.approx(0.0)
    with pytest.raises(ValueError, match="at least one"):
        wilson(0, 0)


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


def test_bootstrap_of_a_mean_holds_the_mean_and_repeats_with_its_seed():
    values = [1.0, 2.0, 3.0, 4.0]
    low, high = mean_bootstrap(values, seed=1)
    assert 1.0 <= low < 2.5 < high <= 4.0
    assert mean_bootstrap(values, seed=1) == (low, high)
    assert mean_bootstrap([1.0], seed=1) is None
    assert mean_bootstrap([2.0, 2.0], seed=1) == (2.0, 2.0)


def test_bootstrap_of_a_ratio_draws_both_sides_together():
    assert ratio_bootstrap([1.0, 2.0, 5.0], [2.0, 4.0, 10.0], seed=0) == pytest.approx((0.5, 0.5))


def test_wilson_ends_exactly_where_all_or_none_succeed():
    assert wilson(0, 7)[0] == 0.0
    assert wilson(7, 7)[1] == 1.0


def test_rank_correlation_is_that_of_scipy_and_its_interval_holds_it():
    from scipy.stats import spearmanr

    draw = np.random.default_rng(3)
    first = draw.normal(size=60)
    second = first + draw.normal(size=60)
    second[:20] = 0.0  # ties
    found = rank_correlation(first.tolist(), second.tolist(), seed=0)
    assert found["rho"] == pytest.approx(spearmanr(first, second).statistic)
    low, high = found["interval"]
    assert low < found["rho"] < high
    assert found == rank_correlation(first.tolist(), second.tolist(), seed=0)
    rows = [draw.integers(0, 60, 60) for _ in range(2000)]
    again = [spearmanr(first[row], second[row]).statistic for row in rows]
    # two draws of 2,000: a bound wobbles by about a hundredth
    assert [low, high] == pytest.approx(np.quantile(again, [0.025, 0.975]).tolist(), abs=0.03)


def test_rank_correlation_is_undefined_where_nothing_varies():
    nothing = {"rho": None, "interval": None}
    assert rank_correlation([1.0, 2.0], [1.0, 2.0], 0) == {**nothing, "n": 2}
    assert rank_correlation([1.0, 1.0, 1.0], [1.0, 2.0, 3.0], 0) == {**nothing, "n": 3}

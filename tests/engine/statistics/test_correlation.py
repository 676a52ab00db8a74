from __future__ import annotations

import numpy as np
import pytest

from engine.statistics import rank_correlation


def test_rank_correlation_is_that_of_scipy_and_its_interval_holds_it():
    from scipy.stats import rankdata, spearmanr

    draw = np.random.default_rng(3)
    first = draw.normal(size=60)
    second = first + draw.normal(size=60)
    second[:20] = 0.0  # ties
    found = rank_correlation(first.tolist(), second.tolist(), seed=0)
    assert found["rho"] == pytest.approx(spearmanr(first, second).statistic)
    low, high = found["interval"]
    assert low < found["rho"] < high
    assert found == rank_correlation(first.tolist(), second.tolist(), seed=0)
    rows = draw.integers(0, 60, (2000, 60))
    ranks = np.array([rankdata(values[rows], axis=1) - 30.5 for values in (first, second)])
    squares = (ranks**2).sum(axis=-1).prod(axis=0)
    again = ranks.prod(axis=0).sum(axis=-1) / np.sqrt(squares)
    assert again[0] == pytest.approx(spearmanr(first[rows[0]], second[rows[0]]).statistic)
    # two draws of 2,000: a bound wobbles by about a hundredth
    assert [low, high] == pytest.approx(np.quantile(again, [0.025, 0.975]).tolist(), abs=0.03)


def test_rank_correlation_is_undefined_where_nothing_varies():
    nothing = {"rho": None, "interval": None}
    assert rank_correlation([1.0, 2.0], [1.0, 2.0], 0) == {**nothing, "n": 2}
    assert rank_correlation([1.0, 1.0, 1.0], [1.0, 2.0, 3.0], 0) == {**nothing, "n": 3}

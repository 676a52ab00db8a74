from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import spearmanr

from engine.statistics import rank_correlation
from engine.statistics.correlation import (
    correlation_change_interval,
    drawn_rank_correlations,
    spearman_interval,
)


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


def test_draws_in_which_a_side_does_not_vary_have_no_rank_correlation():
    sides = np.array([[1.0, 2.0, 3.0], [1.0, 3.0, 2.0]])
    found = drawn_rank_correlations(sides, 0, 500)
    assert 0 < len(found) < 500  # three cases drawn are often one and the same
    assert (abs(found) <= 1 + 1e-12).all()
    rows = np.random.default_rng(0).integers(0, 3, (500, 3))
    varied = [row for row in rows if len(set(row.tolist())) > 1]
    assert len(found) == len(varied)
    wanted = [spearmanr(*sides[:, row]).statistic for row in varied[:20]]
    assert found[:20].tolist() == pytest.approx(wanted)


# Intervals of Spearman's correlation, and of a change


def test_spearmans_interval_has_the_variance_of_bonett_and_wright():
    low, high = spearman_interval(0.5, 50)
    centre, reach = math.atanh(0.5), 1.959964 * math.sqrt((1 + 0.125) / 47)
    assert (low, high) == pytest.approx((math.tanh(centre - reach), math.tanh(centre + reach)))
    assert spearman_interval(0.5, 3) is None


@pytest.mark.parametrize("sign", [1, -1])
def test_a_perfect_order_has_an_interval_with_a_width_that_shrinks(sign):
    few, many = (sorted(spearman_interval(sign, cases), key=abs) for cases in (5, 200))
    assert few[1] == many[1] == sign
    assert abs(few[0]) < abs(many[0]) < 1


def test_spearmans_interval_contains_the_truth_as_often_as_it_says():
    draw = np.random.default_rng(0)
    truth = 6 / math.pi * math.asin(0.6 / 2)  # of normal values with Pearson's 0.6
    hits = 0
    for _ in range(600):
        one, two = draw.multivariate_normal([0, 0], [[1, 0.6], [0.6, 1]], 30).T
        low, high = spearman_interval(float(spearmanr(one, two).statistic), 30)
        hits += low <= truth <= high
    assert 0.92 < hits / 600 < 0.98


def test_a_change_of_a_correlation_is_drawn_with_its_cases():
    draw = np.random.default_rng(4)
    wanted = draw.normal(size=120)
    before = wanted + draw.normal(size=120)
    after = draw.normal(size=120)
    found = correlation_change_interval(wanted, before, after, 0)
    change = np.corrcoef(wanted, after)[0, 1] - np.corrcoef(wanted, before)[0, 1]
    low, high = found["pearson"]
    assert low < change < high < 0
    assert found["spearman"][1] < 0
    assert correlation_change_interval(wanted, before, before, 0) == {
        "pearson": None,
        "spearman": None,
    }
    few = correlation_change_interval(wanted[:39], before[:39], after[:39], 0)
    assert few == {"pearson": None, "spearman": None}


def test_split_half_by_hand():
    from engine.statistics.correlation import split_half

    # One way to halve: deviations of the first half are -2.5 to 2.5, and the second has two
    # neighbours changed twice: 17.5 - 2 of 17.5 is .8857, and 2 x .8857 / 1.8857 is .9394.
    halves = split_half(np.array([[1.0, 2, 3, 4, 5, 6]]), np.array([[2.0, 1, 3, 4, 6, 5]]))
    assert halves.correlation == pytest.approx(0.8857, abs=1e-4)
    assert halves.reliability == pytest.approx(0.9394, abs=1e-4)
    assert halves.interval[0] < 0.9394 < halves.interval[1] <= 1


def test_halves_that_do_not_repeat_have_a_reliability_of_0_and_few_cases_none():
    from engine.statistics.correlation import split_half

    first = np.array([[1.0, 2, 3, 4, 5, 6]])
    other = split_half(first, np.array([[3.0, 5, 1, 6, 2, 0]]))
    assert other.correlation < 0
    assert other.reliability == 0
    assert other.interval[0] == 0
    assert split_half(first[:, :5], first[:, :5]) is None
    assert split_half(first, np.ones((1, 6))) is None
    assert split_half(first, first) is None

"""Samples in which nothing varied: bounds with a width, or none."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.statistics import ratio_bootstrap, wilson
from engine.statistics.correlation import one_order_interval, rank_correlation
from engine.statistics.crossed import crossed_share_interval
from engine.statistics.reliability import alpha_interval
from engine.statistics.shares import alike_share_interval, ratio_share_interval


def test_no_cluster_of_twelve_leaves_room_for_a_quarter():
    assert alike_share_interval(0.0, 12) == (0.0, pytest.approx(0.2425, abs=1e-4))
    assert alike_share_interval(1.0, 12) == (pytest.approx(0.7575, abs=1e-4), 1.0)
    assert alike_share_interval(0.0, 12) == pytest.approx(wilson(0, 12))


def test_few_clusters_have_the_exact_bound():
    # no hit in 3: 1 - 0.025^(1/3)
    assert alike_share_interval(0.0, 3)[1] == pytest.approx(1 - 0.025 ** (1 / 3))
    assert alike_share_interval(0.0, 6)[1] == pytest.approx(wilson(0, 6)[1])


@pytest.mark.parametrize("clusters", range(6, 200, 7))
def test_bounds_of_clusters_without_a_hit_contain_the_truth(clusters):
    """Nothing is seen with probability (1 - truth)^n, which has to be rare beyond the bound."""
    beyond = alike_share_interval(0.0, clusters)[1]
    assert (1 - beyond) ** clusters < 0.052


def test_no_right_token_has_a_bound_by_clusters_and_not_by_tokens():
    tokens = [9, 12, 14, 17, 13, 8, 15, 20, 11, 13, 16, 14]
    assert ratio_share_interval([0] * 12, tokens, seed=0) == alike_share_interval(0.0, 12)
    assert ratio_share_interval(tokens, tokens, seed=0) == alike_share_interval(1.0, 12)
    # texts without a token say nothing
    assert ratio_share_interval([0] * 15, [*tokens, 0, 0, 0], 0) == alike_share_interval(0.0, 12)


def test_half_of_every_sentence_is_a_share_with_a_width():
    low, high = ratio_share_interval([2, 3, 4, 5, 3, 2, 6], [4, 6, 8, 10, 6, 4, 12], seed=0)
    assert low < 0.3
    assert high > 0.7


def test_one_hit_does_not_make_an_interval_far_narrower_than_none():
    tokens = [13] * 12
    none, one = (ratio_share_interval([first, *[0] * 11], tokens, seed=0)[1] for first in (0, 1))
    assert one > 0.8 * none


def test_a_share_that_varies_has_the_studentised_bootstrap():
    draw = np.random.default_rng(3)
    tokens = draw.integers(6, 20, 40)
    right = draw.binomial(tokens, 0.4)
    expected = ratio_bootstrap(right, tokens, 5, within=(0.0, 1.0))
    assert ratio_share_interval(right, tokens, seed=5) == pytest.approx(expected)


def test_one_cluster_has_no_interval():
    assert ratio_share_interval([0], [9], seed=0) is None
    assert ratio_share_interval([0, 0], [9, 0], seed=0) is None


@given(
    st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=2, max_size=20).filter(
        lambda parts: sum(max(one) > 0 for one in parts) > 1
    )
)
def test_a_share_of_clusters_always_has_a_width_around_it(parts):
    right, tokens = [min(one) for one in parts], [max(one) for one in parts]
    low, high = ratio_share_interval(right, tokens, seed=0, draws=200)
    assert 0 <= low < high <= 1


def test_equal_shares_of_crossed_units_have_a_width():
    rows, columns = (place.ravel() for place in np.indices((9, 4)))
    for share in (0.0, 0.05, 0.5, 1.0):
        low, high = crossed_share_interval(np.full(36, share), rows, columns, seed=0)
        assert low <= share <= high
        assert high - low > 0.1


@pytest.mark.parametrize("rho", [1.0, -1.0])
def test_cases_all_in_one_order_do_not_show_that_all_others_would_be(rho):
    first = [0.3, 1.2, 4.0, 4.5, 6.0, 7.7, 9.1, 11.0]
    second = [rho * math.exp(one) for one in first]
    found = rank_correlation(first, second, seed=0)
    assert found["rho"] == pytest.approx(rho)
    ends = sorted(abs(bound) for bound in found["interval"])
    # half a step below 1 is 1 - 6/504; z = 2.563, error sqrt((1 + .9763 / 2) / 5) = .5456
    most = 1 - 6 / 504
    low = math.tanh(math.atanh(most) - 1.959964 * math.sqrt((1 + most**2 / 2) / 5))
    assert ends == pytest.approx([low, 1.0])
    assert one_order_interval(rho, 3) is None
    assert rank_correlation([1, 2, 3], [1, 2, 3], seed=0)["interval"] is None


def test_full_agreement_has_an_alpha_and_no_interval():
    values = np.array([[0.0, 1, 1, 0, 1, 0]] * 2)
    alpha, interval, units = alpha_interval(values, np.arange(6), seed=0)
    assert (alpha, interval, units) == (pytest.approx(1.0), None, 6)

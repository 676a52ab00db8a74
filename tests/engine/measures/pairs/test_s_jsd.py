"""S_JSD: distances worked by hand, careful near 0 and 1, and the figures of a set."""

from __future__ import annotations

import math
from decimal import Decimal, getcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import jensenshannon

from engine.measures.pairs.s_jsd import distance, pair_distance, s_jsd
from tests.engine.measures.pairs.pair_values import PROBLEM, of_scores, side, value

HALF, QUARTER, EIGHTH = math.log(0.5), math.log(0.25), math.log(0.125)
# sqrt((p log2 p - (p + 1) log2(p + 1) + 2) / 2) by hand:
# p = 1/2: -0.5 - 1.5 x 0.5849625 + 2 = 0.6225562; half of it is 0.3112781
# p = 1/4: -0.5 - 1.25 x 0.3219281 + 2 = 1.0975899; half of it is 0.5487949
J_HALF, J_QUARTER = math.sqrt(0.3112781), math.sqrt(0.5487949)


def test_distances_worked_by_hand():
    assert distance(HALF) == pytest.approx(J_HALF, abs=1e-7)
    assert distance(QUARTER) == pytest.approx(J_QUARTER, abs=1e-7)
    assert distance(0.0) == 0.0
    assert distance(-math.inf) == 1.0
    assert distance(-800.0) == 1.0
    assert distance(1e-7) == 0.0  # rounding may leave a log-probability a little above 0
    with pytest.raises(ValueError, match="must be a number"):
        distance(math.nan)


@pytest.mark.parametrize("p", [1e-30, 1e-6, 0.01, 0.3, 0.9, 0.98999, 0.99001, 0.9991])
def test_the_distance_is_the_jensen_shannon_distance_to_certainty(p):
    expected = jensenshannon([p, 1 - p], [1, 0], base=2)
    assert distance(math.log(p)) == pytest.approx(float(expected), abs=1e-9)


@pytest.mark.parametrize("rest", ["1e-3", "1.001e-3", "1e-6", "1e-12", "1e-15"])
def test_near_certainty_no_digit_is_lost(rest):
    getcontext().prec = 60
    p, two = 1 - Decimal(rest), Decimal(2)
    exact = ((p * p.ln() - (p + 1) * (p + 1).ln()) / two.ln() + 2) / 2
    found = distance(math.log1p(-float(rest)))
    assert found == pytest.approx(float(exact.sqrt()), rel=1e-11)


@given(st.floats(-50, 0), st.floats(-50, 0))
def test_a_likelier_token_is_never_further_from_certainty(first, second):
    low, high = sorted((first, second))
    assert 0 <= distance(high) <= distance(low) <= 1


def test_a_pair_is_the_mean_over_shared_tokens_read_on_both_sides():
    shared = [True, True, False, True]
    pair = value(
        side([HALF, QUARTER, -9.0, None], shared), side([QUARTER, QUARTER, -1.0, -2.0], shared)
    )
    found = pair_distance(pair)
    assert found.n == 2
    assert found.total == pytest.approx(J_HALF - J_QUARTER, abs=1e-6)
    assert found.mean == pytest.approx((J_HALF - J_QUARTER) / 2, abs=1e-6)
    assert pair_distance(PROBLEM) is None
    assert pair_distance(value(side([None]), side([HALF]))) is None


def test_a_set_is_the_mean_over_its_pairs_in_thousandths_and_the_share_of_smaller_distances():
    toward, away, tie = (
        of_scores(*pair) for pair in ((HALF, QUARTER), (EIGHTH, QUARTER), (HALF, HALF))
    )
    found = s_jsd([toward, toward, away, tie, PROBLEM])
    step = distance(EIGHTH) - distance(QUARTER)
    mean = (2 * (J_HALF - J_QUARTER) + step) / 4
    assert found["value"] == pytest.approx(mean, abs=1e-6)
    assert found["shown"] == pytest.approx(1000 * mean, abs=1e-3)
    assert found["interval"][0] < mean < found["interval"][1]
    assert found["binary"] == pytest.approx(100 * 2.5 / 4)
    assert found["binary_parts"] == [1.0, 1.0, 0.0, 0.5, None]
    assert found["parts"][4] is None
    assert (found["n"], found["ties"]) == (4, 1)
    assert found["interval_note"] is None
    assert s_jsd([PROBLEM])["value"] is None
    same = s_jsd([toward] * 4)
    assert same["interval"] is same["shown_interval"] is None
    assert "all 4 pairs have the same value" in same["interval_note"]

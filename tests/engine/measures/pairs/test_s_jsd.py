"""S_JSD: distances worked by hand, careful near 0 and 1, and the figures of a set."""

from __future__ import annotations

import math
from decimal import Decimal, getcontext

import numpy as np
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
    found = s_jsd([toward, toward, away, tie, PROBLEM], list("abcde"))
    step = distance(EIGHTH) - distance(QUARTER)
    mean = (2 * (J_HALF - J_QUARTER) + step) / 4
    assert found["value"] == pytest.approx(mean, abs=1e-6)
    assert found["shown"] == pytest.approx(1000 * mean, abs=1e-3)
    assert found["interval"][0] < mean < found["interval"][1]
    assert found["binary"] == pytest.approx(100 * 2.5 / 4)
    assert found["binary_parts"] == [1.0, 1.0, 0.0, 0.5, None]
    assert found["parts"][4] is None
    assert (found["n"], found["ties"], found["word_pairs"]) == (4, 1, 4)
    assert found["interval_note"] is None
    assert s_jsd([PROBLEM], ["a"])["value"] is None
    same = s_jsd([toward] * 4, list("abcd"))
    assert same["interval"] is same["shown_interval"] is None
    assert "all 4 pairs have the same value" in same["interval_note"]


def test_pairs_that_swap_the_same_words_count_once_in_both_intervals():
    # Eight word pairs of four equal pairs each: as eight pairs, whose means differ.
    steps = (HALF, QUARTER, EIGHTH, -0.1, -0.9, -1.2, -3.0, -0.4)
    values = [of_scores(step, QUARTER) for step in steps for _ in range(4)]
    swapped = [f"a / {step}" for step in steps for _ in range(4)]
    found = s_jsd(values, swapped)
    assert (found["n"], found["word_pairs"]) == (32, 8)
    means = [distance(step) - distance(QUARTER) for step in steps]
    # Not narrower than Student's t of the eight means.
    reach = 2.364624 * np.std(means, ddof=1) / math.sqrt(8)
    low, high = found["interval"]
    assert low <= np.mean(means) - reach + 1e-6 < np.mean(means) + reach - 1e-6 <= high
    by_pair = s_jsd(values, [str(place) for place in range(32)])
    assert by_pair["value"] == pytest.approx(found["value"])
    assert high - low > 1.7 * (by_pair["interval"][1] - by_pair["interval"][0])
    # Five of eight word pairs have the smaller distance, one is a tie.
    assert found["binary"] == pytest.approx(100 * 5.5 / 8)
    wide, narrow = (one["binary_interval"] for one in (found, by_pair))
    assert wide[1] - wide[0] > 1.4 * (narrow[1] - narrow[0])


def test_fewer_than_six_word_pairs_have_no_interval():
    values = [of_scores(-step / 10, QUARTER) for step in range(1, 21)]
    found = s_jsd(values, list("abcde") * 4)
    assert found["interval"] is found["binary_interval"] is None
    assert found["interval_note"] == "needs pairs of at least 6 word pairs"

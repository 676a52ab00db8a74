from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.statistics import cohen_interval, standardised_by_all


@pytest.mark.parametrize(
    ("delta", "first", "second"),
    [(0.0, 8, 8), (0.8, 8, 8), (-1.7, 8, 8), (0.8, 5, 12), (30.0, 2, 2), (-5.0, 3, 9)],
)
def test_bounds_leave_the_observed_t_in_the_tails_of_scipys_noncentral_t(delta, first, second):
    from scipy.stats import nct

    low, high = cohen_interval(delta, first, second)
    scale = math.sqrt(first * second / (first + second))
    freedom = first + second - 2
    assert nct.cdf(delta * scale, freedom, low * scale) == pytest.approx(0.975, abs=1e-5)
    assert nct.cdf(delta * scale, freedom, high * scale) == pytest.approx(0.025, abs=1e-5)


@given(st.floats(-20, 20), st.integers(2, 40), st.integers(2, 40))
def test_the_interval_contains_its_effect_and_turns_with_its_sign(delta, first, second):
    low, high = cohen_interval(delta, first, second)
    assert low < delta < high
    assert cohen_interval(-delta, first, second) == pytest.approx((-high, -low), rel=1e-4, abs=1e-4)


def test_too_few_cases_are_refused():
    with pytest.raises(ValueError, match="three cases, got 1 and 1"):
        cohen_interval(1.0, 1, 1)


def test_standard_deviation_of_both_groups_includes_the_difference_of_their_means():
    # Two large groups with unit variance and means 0 and 2: variance 1 + 0.5 * 0.5 * 4 = 2.
    assert standardised_by_all(2.0) == pytest.approx(2 / math.sqrt(2))
    draw = np.random.default_rng(0)
    for share, delta in ((0.5, 1.3), (0.25, -0.8)):
        first = draw.normal(delta, 1, int(400_000 * share))
        both = np.concatenate([first, draw.normal(0, 1, 400_000 - len(first))])
        assert standardised_by_all(delta, share) == pytest.approx(delta / both.std(), abs=0.01)

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.statistics import interval_note, mean_interval, ratio_bootstrap, wilson
from engine.statistics.intervals import mean_intervals, skewed_ends


def test_wilson_is_the_textbook_interval():
    # 8 of 10: (0.8 + z²/20 ± z sqrt(0.8 · 0.2 / 10 + z²/400)) / (1 + z²/10) with z = 1.959964
    assert wilson(8, 10) == pytest.approx((0.490162, 0.943318), abs=1e-6)
    assert wilson(0, 7)[0] == 0.0  # exactly
    assert wilson(7, 7)[1] == 1.0
    with pytest.raises(ValueError, match="at least one"):
        wilson(0, 0)


@pytest.mark.parametrize("size", [2, 4, 10, 98])
def test_the_interval_of_few_symmetric_values_is_that_of_scipys_t(size):
    from scipy.stats import ttest_1samp

    half = np.random.default_rng(size).normal(size=size // 2)
    values = np.concatenate([half, -half]) + 0.3
    expected = ttest_1samp(values, 0).confidence_interval(0.95)
    assert mean_interval(values.tolist(), seed=0) == pytest.approx((expected.low, expected.high))


def test_skewed_values_reach_as_far_as_students_and_halls_t():
    # Mean 2, s² = 34/4, error sqrt(8.5/5) = 1.3038. Skewness (108/5) / 6.8^1.5 * sqrt(20)/3
    # = 1.8158, more than 1, so t has 2 degrees of freedom: 4.3027. Slope 1.8158 / (3 sqrt 5)
    # = .27069. Ends (cbrt(1 + .81206 (-4.3027 - .13534)) - 1) / .27069 = -8.777, and
    # (cbrt(1 + .81206 (4.3027 - .13534)) - 1) / .27069 = 2.352, less than Student's 2.7764.
    values = [0.0, 0.0, 1.0, 2.0, 7.0]
    assert skewed_ends(values) == pytest.approx((-8.777, 2.352), abs=0.002)
    expected = (2 - 2.7764 * 1.30384, 2 + 8.777 * 1.30384)
    assert mean_interval(values, 0) == pytest.approx(expected, abs=0.003)
    turned = [-value for value in values]
    assert mean_interval(turned, 0) == pytest.approx((-expected[1], -expected[0]), abs=0.003)


@pytest.mark.parametrize(("others", "has_one"), [(1, False), (3, False), (4, True)])
def test_of_nearly_equal_values_a_few_that_differ_give_no_interval(others, has_one):
    values = [0.0] * 16 + [float(place) for place in range(1, others + 1)]
    assert (mean_interval(values, 0) is not None) == has_one
    note = interval_note(values, "pair")
    assert (note is None) == has_one
    if others == 3:
        assert note == (
            "16 of 19 pairs have the same value, and the 3 that differ are too few to show how "
            "far others would"
        )


def test_few_values_of_which_half_are_equal_have_an_interval():
    assert mean_interval([0.0, 0.0, 1.0, 2.0], 0) is not None
    assert mean_interval([0.0, 0.0, 0.0, 2.0], 0) is None


@pytest.mark.parametrize("size", [40, 120])
def test_series_that_are_nearly_equal_have_no_interval_either(size):
    series = np.zeros((2, size))
    series[0, :3] = series[1, :4] = 1.0
    assert [found is None for found in mean_intervals(series, 0)] == [True, False]


def test_the_interval_of_a_mean_repeats_with_its_seed_and_needs_two_values():
    values = np.random.default_rng(0).normal(size=120).tolist()
    assert mean_interval(values, seed=1) == mean_interval(values, seed=1)
    assert mean_interval(values, seed=1) != mean_interval(values, seed=2)
    assert mean_interval([1.0], seed=1) is None


def test_bootstrap_of_a_ratio_draws_both_sides_together():
    # Both sides of a unit vary by the same factor but one's, so the ratio hardly varies.
    found = ratio_bootstrap([1.0, 2.0, 5.0, 3.1], [2.0, 4.0, 10.0, 6.0], seed=0)
    assert found == pytest.approx((0.5, 0.51), abs=0.02)


@pytest.mark.parametrize("size", [2, 40, 300])
@pytest.mark.parametrize("value", [0.0, -0.3, 2.5, 1e-7])
def test_a_mean_of_equal_values_has_no_interval_but_a_reason(size, value):
    values = [value] * size
    assert mean_interval(values, seed=1) is None
    assert mean_interval(values, seed=1, within=(-1.0, 3.0)) is None
    assert mean_intervals(np.array([values]), seed=1) == [None]
    assert f"all {size} pairs have the same value" in interval_note(values, "pair")
    tokens = list(range(1, size + 1))
    assert ratio_bootstrap([value * one for one in tokens], tokens, seed=0) is None
    assert interval_note([value * one for one in tokens], "pair", tokens)


def test_a_single_value_has_another_reason():
    assert interval_note([], "pair") == "needs at least 2 pairs"
    assert interval_note([1.0], "text") == "needs at least 2 texts"
    assert interval_note([1.0, 1.5], "text") is None
    assert interval_note([1e-9, 3e-9], "text") is None  # small is not equal


@given(
    st.lists(st.floats(-5, 5), min_size=2, max_size=8)
    | st.tuples(st.floats(-5, 5), st.integers(2, 8)).map(lambda one: [one[0]] * one[1])
)
def test_an_interval_of_a_mean_has_a_width_or_there_is_a_reason(values):
    found = mean_interval(values, seed=0)
    assert (found is None) == (interval_note(values, "pair") is not None)
    assert found is None or found[0] < found[1]


def test_the_bootstrap_of_a_ratio_is_studentised():
    values = np.random.default_rng(5).gamma(2, size=15)
    drawn = values[np.random.default_rng(6).integers(0, 15, (20_000, 15))]
    error = drawn.std(axis=1, ddof=1) / np.sqrt(15)
    low, high = np.quantile((drawn.mean(axis=1) - values.mean()) / error, [0.025, 0.975])
    own = values.std(ddof=1) / np.sqrt(15)
    found = ratio_bootstrap(values.tolist(), [1.0] * 15, seed=0, draws=20_000)
    expected = (values.mean() - high * own, values.mean() - low * own)
    assert found == pytest.approx(expected, abs=0.05 * (expected[1] - expected[0]))


def test_where_draws_repeat_one_value_the_interval_is_that_of_t():
    from scipy.stats import t

    values = [0.0] * 50 + [1.0]
    error = np.std(values, ddof=1) / np.sqrt(51)
    reach = t.ppf(0.975, 50) * error
    found = ratio_bootstrap(values, [1.0] * 51, seed=0)
    assert found == pytest.approx((1 / 51 - reach, 1 / 51 + reach))
    within = (0.0, 1.0)
    assert ratio_bootstrap(values, [1.0] * 51, 0, within=within) == (0.0, pytest.approx(found[1]))
    assert mean_interval(values, 0, within=within) is None  # of a mean, one value says too little


def test_bootstrap_of_a_ratio_has_the_linearised_standard_error():
    # tokens 2, 4, 6 with losses 3, 4, 8: ratio 15/12, residuals 0.5, -1, 0.5
    from engine.statistics.intervals import _ratio

    value, error = _ratio(np.array([[3.0, 4.0, 8.0]]), np.array([[2.0, 4.0, 6.0]]))
    assert value[0] == pytest.approx(1.25)
    assert error[0] == pytest.approx(np.sqrt((0.25 + 1 + 0.25) * 3 / 2) / 12)


@pytest.mark.parametrize("units", [1, 5, 100, 150])
def test_intervals_of_many_means_are_those_of_each(units):
    values = np.random.default_rng(1).gamma(0.5, size=(4, units))
    values[1:3] += 50.0
    values[3] = 2.0  # does not vary
    each = [mean_interval(series.tolist(), 7, 300) for series in values]
    for found, expected in zip(mean_intervals(values, 7, 300), each, strict=True):
        assert found == (None if expected is None else pytest.approx(expected, abs=1e-9))

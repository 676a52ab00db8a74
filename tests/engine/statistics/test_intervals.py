from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.statistics import interval_note, mean_interval, ratio_bootstrap, wilson
from engine.statistics.intervals import mean_intervals


def test_wilson_is_the_textbook_interval():
    # 8 of 10: (0.8 + z²/20 ± z sqrt(0.8 · 0.2 / 10 + z²/400)) / (1 + z²/10) with z = 1.959964
    assert wilson(8, 10) == pytest.approx((0.490162, 0.943318), abs=1e-6)
    assert wilson(0, 7)[0] == 0.0  # exactly
    assert wilson(7, 7)[1] == 1.0
    with pytest.raises(ValueError, match="at least one"):
        wilson(0, 0)


@pytest.mark.parametrize("size", [2, 10, 99])
def test_the_interval_of_few_values_is_that_of_scipys_t(size):
    from scipy.stats import ttest_1samp

    values = np.random.default_rng(size).normal(size=size)
    expected = ttest_1samp(values, 0).confidence_interval(0.95)
    assert mean_interval(values.tolist(), seed=0) == pytest.approx((expected.low, expected.high))


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
    assert mean_interval(values, 0, within=within) == (0.0, pytest.approx(found[1]))


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

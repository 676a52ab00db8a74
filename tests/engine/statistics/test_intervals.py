from __future__ import annotations

import numpy as np
import pytest

from engine.statistics import mean_bootstrap, ratio_bootstrap, wilson


def test_wilson_is_the_textbook_interval():
    # 8 of 10: (0.8 + z²/20 ± z sqrt(0.8 · 0.2 / 10 + z²/400)) / (1 + z²/10) with z = 1.959964
    assert wilson(8, 10) == pytest.approx((0.490162, 0.943318), abs=1e-6)
    assert wilson(0, 4)[0] == pytest.approx(0.0)
    with pytest.raises(ValueError, match="at least one"):
        wilson(0, 0)


def test_bootstrap_of_a_mean_holds_the_mean_and_repeats_with_its_seed():
    values = [1.0, 2.0, 3.0, 4.0]
    low, high = mean_bootstrap(values, seed=1)
    assert low < 2.5 < high
    assert mean_bootstrap(values, seed=1) == (low, high)
    assert mean_bootstrap([1.0], seed=1) is None
    assert mean_bootstrap([2.0, 2.0], seed=1) == (2.0, 2.0)


def test_bootstrap_of_a_ratio_draws_both_sides_together():
    assert ratio_bootstrap([1.0, 2.0, 5.0], [2.0, 4.0, 10.0], seed=0) == pytest.approx((0.5, 0.5))


def test_wilson_ends_exactly_where_all_or_none_succeed():
    assert wilson(0, 7)[0] == 0.0
    assert wilson(7, 7)[1] == 1.0


def test_bootstrap_of_a_mean_is_that_of_scipys_studentised_draws():
    values = np.random.default_rng(5).gamma(2, size=15)
    draw = np.random.default_rng(6)
    drawn = values[draw.integers(0, 15, (20_000, 15))]
    error = drawn.std(axis=1, ddof=1) / np.sqrt(15)
    low, high = np.quantile((drawn.mean(axis=1) - values.mean()) / error, [0.025, 0.975])
    own = values.std(ddof=1) / np.sqrt(15)
    found = mean_bootstrap(values.tolist(), seed=0, draws=20_000)
    expected = (values.mean() - high * own, values.mean() - low * own)
    assert found == pytest.approx(expected, abs=0.05 * (expected[1] - expected[0]))


def test_where_draws_repeat_one_value_the_interval_is_that_of_t():
    from scipy.stats import t

    values = [0.0] * 50 + [1.0]
    error = np.std(values, ddof=1) / np.sqrt(51)
    reach = t.ppf(0.975, 50) * error
    found = mean_bootstrap(values, seed=0)
    assert found == pytest.approx((1 / 51 - reach, 1 / 51 + reach))
    assert mean_bootstrap(values, seed=0, within=(0.0, 1.0)) == (0.0, pytest.approx(found[1]))


def test_bootstrap_of_a_ratio_has_the_linearised_standard_error():
    # tokens 2, 4, 6 with losses 3, 4, 8: ratio 15/12, residuals 0.5, -1, 0.5
    from engine.statistics.intervals import _ratio

    value, error = _ratio(np.array([[3.0, 4.0, 8.0]]), np.array([[2.0, 4.0, 6.0]]))
    assert value[0] == pytest.approx(1.25)
    assert error[0] == pytest.approx(np.sqrt((0.25 + 1 + 0.25) * 3 / 2) / 12)

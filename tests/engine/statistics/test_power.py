from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats.power import TTestPower

from engine.statistics import (
    binomial_test,
    detectable_cohen,
    detectable_correlation,
    detectable_difference,
    detectable_kendall,
    detectable_mean,
    detectable_share,
    least_trials,
    needed_cases,
)
from engine.statistics.power import (
    detectable_by_both,
    detectable_other_share,
    detectable_turned,
)
from engine.statistics.shares import other_share_test


def test_five_tosses_cannot_show_anything_and_six_can():
    assert binomial_test(5, 5) == pytest.approx(2 * 0.5**5)  # .0625
    assert detectable_share(5) is None
    assert detectable_share(6) is not None
    assert least_trials() == 6


@pytest.mark.parametrize("trials", [6, 20, 61, 300])
def test_the_detectable_share_is_found_in_four_of_five_samples(trials):
    found = np.random.default_rng(1).binomial(trials, detectable_share(trials), 4000)
    significant = {count: binomial_test(count, trials) <= 0.05 for count in set(found.tolist())}
    assert np.mean([significant[count] for count in found.tolist()]) == pytest.approx(0.8, abs=0.02)


def test_the_detectable_effect_is_found_in_four_of_five_samples():
    from scipy.stats import ttest_1samp, ttest_ind

    draw = np.random.default_rng(2)
    first = draw.normal(detectable_cohen(8, 12), 1, (4000, 8))
    p = ttest_ind(first, draw.normal(0, 1, (4000, 12)), axis=1).pvalue
    assert (p <= 0.05).mean() == pytest.approx(0.8, abs=0.02)
    values = draw.normal(detectable_mean(3.0, 15), 3.0, (4000, 15))
    assert (ttest_1samp(values, 0, axis=1).pvalue <= 0.05).mean() == pytest.approx(0.8, abs=0.02)


def test_the_detectable_correlation_is_found_in_four_of_five_samples():
    from scipy.stats import spearmanr

    rho = detectable_correlation(46)
    normal = 2 * np.sin(np.pi * rho / 6)  # correlation of the normals that have this rank one
    draw = np.random.default_rng(3).multivariate_normal(
        [0, 0], [[1, normal], [normal, 1]], (1500, 46)
    )
    found = [spearmanr(sample).pvalue <= 0.05 for sample in draw]
    assert np.mean(found) == pytest.approx(0.8, abs=0.04)


def test_the_detectable_agreement_of_two_orders_is_found_in_four_of_five_samples():
    from scipy.stats import kendalltau

    normal = np.sin(np.pi * detectable_kendall(15) / 2)  # whose tau this is
    draw = np.random.default_rng(4).multivariate_normal(
        [0, 0], [[1, normal], [normal, 1]], (1500, 15)
    )
    found = [kendalltau(*sample.T).pvalue <= 0.05 for sample in draw]
    assert np.mean(found) == pytest.approx(0.8, abs=0.04)
    assert detectable_kendall(4) is None


def test_a_difference_of_2_8_standard_errors_is_detectable():
    assert detectable_difference(-1.959964, 1.959964) == pytest.approx(2.801585, abs=1e-5)


def test_too_few_cases_have_no_detectable_effect():
    assert detectable_cohen(1, 1) is None
    assert detectable_cohen(0, 5) is None
    assert detectable_mean(1.0, 1) is None
    assert detectable_correlation(3) is None


@pytest.mark.parametrize("cases", [700, 1_500, 2_999, 3_000, 6_500, 20_000])
def test_large_samples_have_a_detectable_difference_near_that_of_the_normal(cases):
    assert detectable_cohen(cases, cases) == pytest.approx(2.8016 * (2 / cases) ** 0.5, rel=0.01)
    assert detectable_mean(2.0, cases) == pytest.approx(2 * 2.8016 / cases**0.5, rel=0.01)


@pytest.mark.parametrize(("share", "first", "second"), [(0.5, 20, 20), (0.7, 100, 300)])
def test_another_share_so_far_away_is_told_apart_in_four_of_five_samples(share, first, second):
    distance = detectable_other_share(share, first, second)
    drawn = np.random.default_rng(1)
    p_values = [
        other_share_test(
            (drawn.random(first) < share - distance).astype(float),
            (drawn.random(second) < share).astype(float),
        )
        for _ in range(600)
    ]
    assert np.mean([p < 0.05 for p in p_values]) == pytest.approx(0.8, abs=0.05)


def test_few_units_cannot_tell_two_shares_apart():
    assert detectable_other_share(0.5, 3, 3) is None
    assert detectable_other_share(0.5, 0, 30) is None


@pytest.mark.parametrize("cases", [8, 100])
def test_answers_that_turn_one_way_are_detected_in_four_of_five_samples(cases):
    share = detectable_turned(cases)
    turned = np.random.default_rng(0).binomial(cases, share, 20_000)
    # McNemar's exact p of so many against none is 2 / 2**turned.
    assert float((2 / 2.0**turned < 0.05).mean()) == pytest.approx(0.8, abs=0.01)
    assert detectable_turned(5) is None


@pytest.mark.parametrize(
    ("other", "errors"),
    [(100.0, 1.960 + 0.842), (30.0, 1.960 + 1.558)],
    ids=["always found", "found in 85 of 100 samples"],
)
def test_two_tests_that_both_have_to_find_theirs_do_so_in_four_of_five_samples(other, errors):
    near, far = (-1.96, 1.96), (other - 19.6, other + 19.6)  # standard errors 1 and 10
    least = detectable_by_both(near, far)
    assert least == detectable_by_both(far, near) == pytest.approx(errors, abs=0.01)
    drawn = np.random.default_rng(0).normal([least, other], [1, 10], (20_000, 2))
    found = (abs(drawn) > [1.96, 19.6]).all(axis=1)
    assert float(found.mean()) == pytest.approx(0.8, abs=0.01)


@pytest.mark.parametrize("other", [0.0, 20.0])
def test_the_wider_of_two_tests_tells_where_neither_is_found_reliably(other):
    far = (other - 19.6, other + 19.6)
    assert detectable_by_both((-1.96, 1.96), far) == pytest.approx(detectable_difference(*far))
    assert detectable_by_both((0.0, 0.0), far) == pytest.approx(detectable_difference(*far))


@pytest.mark.parametrize("family", [1, 4])
@pytest.mark.parametrize("mean", [0.1, -0.4, 1.0])
def test_the_needed_cases_are_those_of_the_t_test(mean, family):
    wanted = TTestPower().solve_power(abs(mean) / 2.0, alpha=0.05 / family, power=0.8)
    assert needed_cases(mean, 2.0, family) == pytest.approx(wanted, abs=1.5)


def test_a_mean_of_nothing_needs_no_number_of_cases():
    assert needed_cases(0.0, 1.0) is None
    assert needed_cases(5.0, 0.0) == 2

"""Shares within strata, against tables worked by hand and against another implementation."""

from __future__ import annotations

from itertools import combinations
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import fisher_exact
from statsmodels.stats.contingency_tables import StratifiedTable

from engine.statistics.matched import least_p, matched_share_test


def units(*tables):
    """Values, groups and strata of tables: (flagged, all) of the group, and of the rest."""
    values, first, strata = [], [], []
    for stratum, ((hits, size), (others, rest)) in enumerate(tables):
        values += [1.0] * hits + [0.0] * (size - hits) + [1.0] * others + [0.0] * (rest - others)
        first += [True] * size + [False] * rest
        strata += [stratum] * (size + rest)
    return np.array(values), np.array(first), np.array(strata)


def test_two_strata_worked_by_hand():
    """Group 2 of 2 and 1 of 1; rest 1 of 2 and 0 of 3.

    First stratum: of 4 units with 3 flags 2 are of the group: sums 1 or 2 with probability 1/2
    each. Second: of 4 with one flag 1 is: sums 0 or 1 with 3/4 and 1/4. The sum is 3, expected is
    1.5 + .25 = 1.75. Of the sums 1, 2 and 3 with 3/8, 4/8 and 1/8 only 3 is as far as 1.25. Weights
    2 * 2 / 4 = 1 and 1 * 3 / 4 = .75; variances of the strata 1/4 and 1/4.
    """
    found = matched_share_test(*units(((2, 2), (1, 2)), ((1, 1), (0, 3))))
    assert found.p == pytest.approx(1 / 8)
    assert found.first == pytest.approx(1.0)
    assert found.rest == pytest.approx((1 * 0.5 + 0.75 * 0) / 1.75)
    assert found.difference == pytest.approx(1 - 0.5 / 1.75)
    assert found.error == pytest.approx(sqrt((1 + 0.75) / 4) / 1.75)
    assert found.strata == 2


def test_what_templates_differ_by_cancels_within_them():
    """8 of 10 against 2 of 10 where flags are frequent, 2 of 10 against 0 of 30 elsewhere."""
    tables = ((8, 10), (2, 10)), ((2, 10), (0, 30))
    within = matched_share_test(*units(*tables))
    pooled = fisher_exact([[10, 10], [2, 38]]).pvalue
    assert within.p < 0.01
    assert pooled < 0.01
    # Turned round, the group has the frequent stratum alone: nothing is left within strata.
    apart = matched_share_test(*units(((9, 10), (9, 10)), ((0, 2), (0, 40))))
    assert apart.p == 1.0
    assert fisher_exact([[9, 3], [9, 41]]).pvalue < 0.001


def test_the_error_is_that_of_mantel_and_haenszel():
    """Of many strata, p is between those of chi-squared with and without a correction."""
    rng = np.random.default_rng(1)
    strata = np.repeat(np.arange(60), 12)
    first = np.tile([True, True, *[False] * 10], 60)
    values = (rng.random(720) < 0.2 + 0.12 * first).astype(float)
    tables = np.zeros((2, 2, 60))
    for stratum in range(60):
        for row, group in enumerate((True, False)):
            own = values[(strata == stratum) & (first == group)]
            tables[row, :, stratum] = own.sum(), len(own) - own.sum()
    corrected, plain = (
        StratifiedTable(tables).test_null_odds(correction=correction)
        for correction in (True, False)
    )
    found = matched_share_test(values, first, strata)
    assert 0.95 * plain.pvalue < found.p < corrected.pvalue
    assert (found.difference / found.error) ** 2 == pytest.approx(plain.statistic)


def test_strata_of_one_side_alone_say_nothing():
    nothing = matched_share_test(*units(((1, 3), (0, 0)), ((0, 0), (2, 3))))
    assert nothing == (None, None, None, None, None, 0)
    alone = matched_share_test(*units(((2, 2), (1, 2)), ((1, 1), (0, 3)), ((5, 5), (0, 0))))
    assert alone == matched_share_test(*units(((2, 2), (1, 2)), ((1, 1), (0, 3))))


def test_without_a_flag_there_is_no_difference():
    found = matched_share_test(*units(((0, 5), (0, 9))))
    assert (found.p, found.difference, found.error) == (1.0, 0.0, 0.0)


@given(
    st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=3, max_size=8),
    st.integers(1, 3),
    st.integers(0, 5),
)
def test_p_of_one_stratum_is_counted_over_all_subsets(values, many, shift):
    many = min(many, len(values) - 1)
    turned = np.array(values[shift % len(values) :] + values[: shift % len(values)])
    first = np.arange(len(turned)) < many
    found = matched_share_test(turned, first, np.zeros(len(turned), int))
    expected = many * turned.mean()
    distances = [abs(sum(part) - expected) for part in combinations(turned.tolist(), many)]
    observed = abs(turned[first].sum() - expected)
    share = np.mean([distance >= observed - 1e-9 for distance in distances])
    assert found.p == pytest.approx(share)


@pytest.mark.parametrize(
    ("tables", "least"),
    [
        ([((1, 1), (0, 1))] * 3, 2 / 2**3),  # all three to the group, or all three to the other
        ([((1, 1), (0, 3))] * 2, 1 / 4**2),
        ([((0, 2), (0, 2)), ((0, 1), (0, 2))], 1 / 6 / 3),  # whatever is flagged here
    ],
)
def test_the_smallest_p_is_that_of_all_units_of_the_group_against_none_of_the_rest(tables, least):
    assert least_p(*units(*tables)[1:]) == pytest.approx(least)
    clearest = [((size, size), (0, rest)) for (_, size), (_, rest) in tables]
    assert matched_share_test(*units(*clearest)).p == pytest.approx(least)

"""Cohen's kappa: a table of the literature, and tables where it is not defined."""

from __future__ import annotations

import pytest

from engine.statistics import cohen_kappa


def test_a_table_worked_by_hand():
    # Observed 35/50; chance 25/50 * 30/50 + 25/50 * 20/50 = 1/2; kappa = 0.2 / 0.5.
    kappa, interval = cohen_kappa([[20, 5], [10, 15]])
    assert kappa == pytest.approx(0.4)
    # Standard error of Fleiss, Cohen and Everitt (1969), worked with fractions: 0.126996.
    assert interval == pytest.approx((0.4 - 1.959964 * 0.126996, 0.4 + 1.959964 * 0.126996), 1e-4)


@pytest.mark.parametrize("table", [[[0, 0], [0, 0]], [[9, 0], [0, 0]], [[0, 0], [0, 4]]])
def test_where_chance_alone_agrees_on_everything_there_is_no_kappa(table):
    assert cohen_kappa(table) == (None, None)


@pytest.mark.parametrize(("table", "kappa"), [([[7, 0], [0, 3]], 1.0), ([[0, 5], [5, 0]], -1.0)])
def test_full_agreement_and_disagreement_have_no_standard_error(table, kappa):
    assert cohen_kappa(table) == (kappa, None)


def test_a_rater_who_always_says_the_same_agrees_as_chance_does():
    kappa, _ = cohen_kappa([[6, 4], [0, 0]])
    assert kappa == pytest.approx(0)


def test_the_interval_stays_within_what_kappa_can_be():
    kappa, (low, high) = cohen_kappa([[8, 1], [0, 1]])
    assert -1 <= low < kappa < high <= 1


@pytest.mark.parametrize("table", [[[1, 2]], [[1, -2], [3, 4]]])
def test_another_table_is_the_caller_s_bug(table):
    with pytest.raises(ValueError, match="square table"):
        cohen_kappa(table)

"""Cohen's kappa: tables worked by hand, its interval from its definition, and tables without it."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.stats import chisquare

from engine.statistics import clustered_kappa, cohen_kappa


def test_a_table_worked_by_hand():
    # Observed 35/50; chance 25/50 * 30/50 + 25/50 * 20/50 = 1/2; kappa = 0.2 / 0.5.
    found = cohen_kappa([[20, 5], [10, 15]])
    assert found.kappa == pytest.approx(0.4)
    assert found.prevalence_index == pytest.approx(5 / 50)
    assert found.bias_index == pytest.approx(-5 / 50)


def kept(table, n_points=20_001):
    """The lowest and the highest kappa whose expected counts chi-square does not reject."""
    (both, first), (second, neither) = table
    counts = np.array([both, first + second, neither])
    n = counts.sum()
    p = (counts[0] + counts[1] / 2) / n
    tried = np.linspace(-min(p, 1 - p) / max(p, 1 - p) + 1e-9, 1 - 1e-9, n_points)
    cells = np.stack(
        [
            p**2 + tried * p * (1 - p),
            2 * p * (1 - p) * (1 - tried),
            (1 - p) ** 2 + tried * p * (1 - p),
        ]
    )
    # One of the two degrees of freedom goes to the share of yes.
    p_values = chisquare(counts[:, None], n * cells, ddof=1, axis=0).pvalue
    fitting = tried[p_values >= 0.05]
    return fitting[0], fitting[-1]


@pytest.mark.parametrize(
    "table", [((20, 6), (6, 18)), ((3, 2), (2, 43)), ((7, 0), (0, 3)), ((1, 2), (2, 0))]
)
def test_the_interval_holds_every_kappa_that_fits_the_counts(table):
    # Both raters say yes equally often, so that this is the interval of the intraclass kappa.
    assert cohen_kappa(table).interval == pytest.approx(kept(table), abs=1e-4)


def test_raters_who_say_yes_unequally_often_have_the_interval_in_the_scale_of_their_kappa():
    # Expected disagreement is 0.5 * 0.4 + 0.5 * 0.6 = 0.5, and 2 * 0.55 * 0.45 = 0.495 pooled.
    low, high = kept(((20, 5), (10, 15)))
    expected = (1 - (1 - low) * 0.99, 1 - (1 - high) * 0.99)
    assert cohen_kappa(((20, 5), (10, 15))).interval == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("table", [[[9, 0], [0, 0]], [[0, 0], [0, 4]]])
def test_where_chance_alone_agrees_on_everything_there_is_no_kappa(table):
    found = cohen_kappa(table)
    assert (found.kappa, found.interval, abs(found.prevalence_index)) == (None, None, 1.0)


def test_without_items_there_is_nothing():
    found = cohen_kappa([[0, 0], [0, 0]])
    assert (found.kappa, found.interval) == (None, None)
    assert (found.prevalence_index, found.bias_index) == (None, None)


@pytest.mark.parametrize(
    ("table", "kappa", "bound"), [([[7, 0], [0, 3]], 1.0, 1), ([[0, 5], [5, 0]], -1.0, 0)]
)
def test_full_agreement_and_disagreement_have_an_interval_with_width(table, kappa, bound):
    found = cohen_kappa(table)
    assert found.kappa == pytest.approx(kappa)
    assert found.interval[bound] == pytest.approx(kappa)
    assert found.interval[1] - found.interval[0] > 0.3


def test_a_rater_who_always_says_the_same_agrees_as_chance_does():
    found = cohen_kappa([[6, 4], [0, 0]])
    assert found.kappa == pytest.approx(0)
    assert found.bias_index == pytest.approx(0.4)


def test_every_interval_has_width_and_holds_kappa_within_what_it_can_be():
    for a, b, c, d in itertools.product((0, 1, 3, 20), repeat=4):
        found = cohen_kappa([[a, b], [c, d]])
        if found.kappa is not None:
            low, high = found.interval
            assert -1 <= low < high <= 1
            assert low - 1e-9 <= found.kappa <= high + 1e-9


@pytest.mark.parametrize("table", [[[1, 2]], [[1, -2], [3, 4]], [[1, 0, 0]] * 3])
def test_another_table_is_the_caller_s_bug(table):
    with pytest.raises(ValueError, match="two by two"):
        cohen_kappa(table)


def test_clusters_of_alike_items_say_as_much_as_one_item_of_each():
    first, second = np.array([[1, 1]] * 9 + [[1, 0]] * 3 + [[0, 1]] * 3 + [[0, 0]] * 9).T
    alone = cohen_kappa(((9, 3), (3, 9)))
    assert clustered_kappa(first, second, np.arange(24)) == alone
    ten = clustered_kappa(*(np.repeat(side, 10) for side in (first, second)), np.arange(240) // 10)
    assert ten.kappa == alone.kappa
    # Student's t of 23 degrees of freedom and n - 1 make it a little wider than that of 24 items.
    low, high = ten.interval
    assert alone.interval[0] - 0.06 < low < alone.interval[0]
    assert alone.interval[1] < high < alone.interval[1] + 0.06


def test_clusters_that_do_not_matter_and_too_few_of_them():
    generator = np.random.default_rng(0)
    first = generator.integers(0, 2, 600)
    second = np.where(generator.random(600) < 0.8, first, 1 - first)
    table = [[int(((first == a) & (second == b)).sum()) for b in (1, 0)] for a in (1, 0)]
    alone, mixed = cohen_kappa(table), clustered_kappa(first, second, np.arange(600) % 60)
    assert mixed.interval == pytest.approx(alone.interval, abs=0.03)
    assert mixed.interval[0] <= alone.interval[0]
    assert mixed.interval[1] >= alone.interval[1]
    few = clustered_kappa(first, second, np.arange(600) % 5)
    assert (few.kappa, few.interval) == (alone.kappa, None)


def test_full_agreement_in_clusters_has_the_interval_of_as_many_items():
    yes = np.repeat([1, 0], 20)
    found = clustered_kappa(yes, yes, np.arange(40) // 4)
    assert found.kappa == 1
    assert found.interval == pytest.approx(cohen_kappa(((5, 0), (0, 5))).interval)

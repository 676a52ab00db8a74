"""Agreement of measures by hand, against scipy, and where there is none to speak of."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from scipy.stats import kendalltau

from engine.scorecard.convergence import convergence
from tests.engine.scorecard.hand_made import cell, measure, report

COLUMNS = {"first": 50.0, "second": 0.0, "third": 1.0}


def of(*tables, neutrals=(50.0, 50.0, 50.0), groups=("bias",) * 3):
    columns = [
        measure(name, neutral=neutral, group=group, scale="identity")
        for name, neutral, group in zip(COLUMNS, neutrals, groups, strict=True)
    ][: len(tables)]
    cells = [
        cell(f"c{place}", column, value)
        for column, values in zip(columns, tables, strict=True)
        for place, value in enumerate(values)
        if value is not None
    ]
    return convergence(report(columns, cells))


def test_distances_are_compared_and_signed_figures_apart():
    # The same distances from neutral on the other side.
    above = [51.0, 52.0, 53.0, 54.0, 55.0, 56.0]
    (entry,) = of(above, [100 - value for value in above])
    assert entry["tau"] == pytest.approx(1)
    assert entry["p"] == pytest.approx(2 / 720)
    assert entry["signed"]["tau"] == pytest.approx(-1)
    assert entry["problem"] == ""
    # Every draw has the same order too; six models do not make it certain.
    assert entry["interval"] == [pytest.approx(0.645, abs=1e-3), 1.0]
    assert entry["signed"]["interval"] == [-1.0, pytest.approx(-0.645, abs=1e-3)]


def test_by_hand_with_one_pair_in_another_order():
    # 14 of 15 pairs agree: (14 - 1) / 15.
    (entry,) = of(
        [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [1.0, 2.0, 3.0, 4.0, 6.0, 5.0], neutrals=(0, 0, 0)
    )
    assert entry["tau"] == pytest.approx(13 / 15)
    low, high = entry["interval"]
    assert low < 13 / 15 <= high


def test_ties_have_scipys_tau_and_the_p_of_all_orders():
    first, second = [1.0, 1.0, 2.0, 3.0, 4.0, 5.0], [2.0, 1.0, 2.0, 3.0, 5.0, 4.0]
    (entry,) = of(first, second, neutrals=(0, 0, 0))
    observed = kendalltau(first, second).statistic
    assert entry["tau"] == pytest.approx(observed)
    orders = [abs(kendalltau(order, second).statistic) for order in permutations(first)]
    assert entry["p"] == pytest.approx(np.mean(np.array(orders) >= observed - 1e-9))


def test_p_values_are_corrected_over_all_pairs():
    up = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    found = of(up, up, [3.0, 1.0, 2.0, 6.0, 4.0, 5.0], neutrals=(0, 0, 0))
    smallest = min(found, key=lambda entry: entry["p"])
    assert smallest["p_holm"] == pytest.approx(3 * smallest["p"])
    assert all(entry["signed"]["p_holm"] >= entry["signed"]["p"] for entry in found)


@pytest.mark.parametrize(
    ("first", "second", "says"),
    [
        ([1.0] * 6, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], "first is the same for all models"),
        ([1.0, None] * 4, [1.0] * 8, "At least 6 models with a figure are needed; 4 have one."),
        ([1.0] + [None] * 5, [1.0] * 6, "At least 6 models with a figure are needed; 1 has one."),
    ],
)
def test_what_has_no_order_says_why(first, second, says):
    (entry,) = of(first, second)
    assert entry["problem"].startswith(says)
    assert entry["tau"] is entry["p"] is entry["p_holm"] is entry["signed"] is None


def test_costs_are_no_bias():
    up = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    assert of(up, up, groups=("bias", "cost", "bias")) == []


def test_many_contestants_take_the_formula():
    values = np.random.default_rng(0).normal(60, 1, (2, 60))
    (entry,) = of(*values.tolist())
    low, high = entry["interval"]
    assert low < entry["tau"] < high
    assert entry["p"] == pytest.approx(kendalltau(*np.abs(values - 50)).pvalue)

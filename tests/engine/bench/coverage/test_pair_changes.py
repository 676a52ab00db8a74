from __future__ import annotations

import pytest

from engine.bench.coverage.design import (
    GOAL,
    LEAST_HARD,
    MOST_FALSE,
    Design,
    FamilyDesign,
    PowerDesign,
    coverage,
    false_findings,
    power,
)
from engine.bench.coverage.pair_changes import pair_change_designs

EVERY = pair_change_designs()


@pytest.mark.parametrize("compared", [False, True])
def test_differences_by_words_contain_the_truth_and_differences_by_pairs_do_not(compared):
    for design in (one for one in EVERY if isinstance(one, Design) and one.compared == compared):
        found = coverage(design, 150, seed=2)
        goal = LEAST_HARD if design.hard else GOAL[0]
        assert (found.covered_interval[1] > goal) != compared, design


def test_equal_models_are_put_in_order_only_by_pairs():
    ours, compared = (
        false_findings(one, 120, seed=1) for one in EVERY if isinstance(one, FamilyDesign)
    )
    assert ours.rate_interval[0] < MOST_FALSE < compared.rate_interval[0]


def test_the_comparison_by_words_is_about_as_powerful_as_a_t_test():
    (design,) = (one for one in EVERY if isinstance(one, PowerDesign))
    found = power(design, 100, seed=1)
    assert found.power >= 0.9 * found.best > 0.5

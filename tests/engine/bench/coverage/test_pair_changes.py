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


def test_equal_models_and_masks_without_effect_are_named_only_by_pairs():
    for design in (one for one in EVERY if isinstance(one, FamilyDesign)):
        found = false_findings(design, 400 if design.compared else 80, seed=1)
        assert (found.rate_interval[0] < MOST_FALSE) != design.compared, design


def test_the_comparison_by_words_is_about_as_powerful_as_a_t_test():
    (design,) = (one for one in EVERY if isinstance(one, PowerDesign))
    found = power(design, 100, seed=1)
    assert found.power >= 0.9 * found.best > 0.5

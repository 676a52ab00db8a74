from __future__ import annotations

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
from engine.bench.coverage.pair_distances import pair_distance_designs

EVERY = pair_distance_designs()


def test_intervals_of_the_change_of_distance_contain_the_truth():
    for design in (one for one in EVERY if isinstance(one, Design)):
        found = coverage(design, 60, seed=2)
        assert found.covered_interval[1] > (LEAST_HARD if design.hard else GOAL[0]), design


def test_a_side_is_named_of_scores_that_are_equally_far_only_without_the_test():
    for design in (one for one in EVERY if isinstance(one, FamilyDesign)):
        found = false_findings(design, 40, seed=1)
        assert (found.rate_interval[0] < MOST_FALSE) != design.compared, design


def test_the_test_of_distances_on_one_side_is_about_as_powerful_as_a_t_test():
    (design,) = (one for one in EVERY if isinstance(one, PowerDesign))
    found = power(design, 100, seed=1)
    assert found.power >= 0.85 * found.best > 0.4

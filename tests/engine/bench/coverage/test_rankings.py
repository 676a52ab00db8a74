from __future__ import annotations

from engine.bench.coverage.design import (
    GOAL,
    LEAST_POWER,
    MOST_FALSE,
    Design,
    FamilyDesign,
    PowerDesign,
    coverage,
    false_findings,
    power,
)
from engine.bench.coverage.rankings import ranking_designs

# Those of more contestants take longer, and are made as those of four.
QUICK = [one for one in ranking_designs() if not one.sample.startswith(("8", "15"))]
FAMILIES = [one for one in QUICK if isinstance(one, FamilyDesign)]
INTERVALS = [one for one in QUICK if isinstance(one, Design)]
POWERS = [one for one in QUICK if isinstance(one, PowerDesign)]


def test_no_order_is_named_where_all_are_equally_far():
    for design in FAMILIES:
        if not design.compared:
            assert false_findings(design, 200, seed=1).rate_interval[0] < MOST_FALSE, design


def test_contestants_that_are_turned_by_their_own_means_are_found_to_differ():
    for design in FAMILIES:
        if design.compared:
            assert false_findings(design, 100, seed=1).rate_interval[0] > MOST_FALSE, design


def test_intervals_contain_the_truth_in_95_percent_or_more():
    for design in INTERVALS:
        if not design.compared:
            found = coverage(design, 100, seed=1)
            assert found.covered_interval[1] > GOAL[0], design
            assert design.at_least or found.covered_interval[0] < GOAL[1], design
            assert found.undefined == 0


def test_ranks_of_contestants_turned_by_their_own_means_are_too_narrow():
    (compared,) = (one for one in INTERVALS if one.compared)
    assert coverage(compared, 200, seed=1).covered_interval[1] < GOAL[0]


def test_on_one_side_a_difference_is_found_as_often_as_by_the_plain_test():
    for design in POWERS:
        found = power(design, 200, seed=1)
        assert 0.3 < found.best < 0.95, design
        assert found.power >= LEAST_POWER * found.best, design

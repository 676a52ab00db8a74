from __future__ import annotations

from engine.bench.coverage.cabm import cabm_designs
from engine.bench.coverage.design import (
    GOAL,
    LEAST_HARD,
    MOST_FALSE,
    FamilyDesign,
    PowerDesign,
    coverage,
    false_findings,
    power,
)


def test_sides_are_hardly_named_where_there_are_none_and_often_by_each_interval_alone():
    for design in cabm_designs():
        if isinstance(design, FamilyDesign):
            # Small samples of all 46 occupations; both old ways are wrong in half of them or more.
            found = false_findings(design, 60, seed=2)
            wrong = found.rate_interval[0] > MOST_FALSE
            assert wrong == design.compared, found


def test_a_side_that_is_there_is_named_nearly_as_often_as_by_a_test_without_draws():
    designs = [design for design in cabm_designs() if isinstance(design, PowerDesign)]
    for design in designs:
        found = power(design, 60, seed=2)
        assert found.power_interval[1] > 0.9 * found.best > 0.2, found


def test_intervals_of_reliability_contain_it():
    designs = [design for design in cabm_designs() if design.figure.endswith("reliability")]
    assert len(designs) == 6
    for design in designs:
        assert coverage(design, 100, seed=2).covered_interval[1] > GOAL[0], design


def test_intervals_of_cosines_contain_the_difference_and_drawn_with_replacement_too_seldom():
    # Of 2 + 2 different sentences, .95 and .81 of 500 samples.
    designs = [
        design
        for design in cabm_designs()
        if design.figure.startswith("CABM, cosine") and design.sample.startswith("2 + 2")
    ]
    found = [coverage(design, 100, seed=2) for design in designs]
    assert [one.compared for one in found] == [False, True]
    ours, old = (one.covered_interval[1] for one in found)
    assert ours > GOAL[0]
    assert old < LEAST_HARD

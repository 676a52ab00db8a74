"""The designs of the count of measures: what is named without a difference, and with one."""

from __future__ import annotations

from engine.bench.coverage.design import (
    LEAST_POWER,
    MOST_FALSE,
    FamilyDesign,
    PowerDesign,
    false_findings,
    power,
)
from engine.bench.coverage.differing import differing_designs

FAMILIES = [one for one in differing_designs() if isinstance(one, FamilyDesign)]
POWERS = [one for one in differing_designs() if isinstance(one, PowerDesign)]


def test_measures_without_a_difference_are_named_only_where_each_is_taken_alone():
    for design in FAMILIES:
        low, high = false_findings(design, 40, seed=1).rate_interval
        assert (low > MOST_FALSE) if design.compared else (low < MOST_FALSE < 0.2 > high)


def test_one_model_apart_in_one_measure_is_found_as_often_as_by_one_correction_of_all_pairs():
    (design,) = POWERS
    found = power(design, 60, seed=1)
    assert 0.2 < found.best < 0.98
    assert found.power >= LEAST_POWER * found.best

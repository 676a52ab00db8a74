from __future__ import annotations

import pytest

from engine.bench.coverage.design import (
    GOAL,
    LEAST_HARD,
    MOST_FALSE,
    Design,
    FamilyDesign,
    coverage,
    false_findings,
)
from engine.bench.coverage.mitigation import mitigation_designs

EVERY = list(mitigation_designs())


@pytest.mark.parametrize(
    "design", [one for one in EVERY if isinstance(one, Design)], ids=lambda one: one.sample
)
def test_intervals_of_a_row_against_the_original_contain_the_truth(design):
    found = coverage(design, 150, seed=1)
    low, high = found.covered_interval
    assert high > (LEAST_HARD if design.hard else GOAL[0]), found
    assert design.at_least or low < GOAL[1], found


def test_rows_that_are_as_far_from_neutral_are_hardly_ever_called_nearer_or_further():
    for design in (one for one in EVERY if isinstance(one, FamilyDesign)):
        found = false_findings(design, 60, seed=1)
        assert found.rate_interval[0] < MOST_FALSE, found

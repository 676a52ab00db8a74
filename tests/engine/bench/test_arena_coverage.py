from __future__ import annotations

import pytest

from engine.bench.arena_coverage import arena_designs
from engine.bench.coverage import GOAL, coverage

EVERY = list(arena_designs())
# Those of 10,000 prompts and of 1,000 ranked ones take seconds.
QUICK = [design for design in EVERY if not design.sample.startswith(("10,000", "1,000"))]


def named(design):
    return f"{design.figure}, {design.sample}, {design.truth:.2f}"


@pytest.mark.parametrize("design", [design for design in QUICK if not design.compared], ids=named)
def test_intervals_of_the_arena_contain_the_truth_in_95_percent_or_more(design):
    found = coverage(design, 300, seed=1)
    assert found.covered_interval[1] > GOAL[0]
    assert found.undefined == 0


def test_percentile_ranks_of_equal_contestants_are_found_too_narrow():
    (compared,) = (design for design in QUICK if design.compared)
    assert coverage(compared, 300, seed=1).covered_interval[1] < GOAL[0]

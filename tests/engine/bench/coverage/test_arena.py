from __future__ import annotations

import pytest

from engine.bench.coverage.arena import arena_designs
from engine.bench.coverage.design import GOAL, coverage

# Those of 10,000 prompts and of 1,000 ranked ones take seconds.
QUICK = [one for one in arena_designs() if not one.sample.startswith(("10,000", "1,000"))]
USED = [design for design in QUICK if not design.compared]


@pytest.mark.parametrize("figure", sorted({design.figure for design in USED}))
def test_intervals_of_the_arena_contain_the_truth_in_95_percent_or_more(figure):
    for design in USED:
        if design.figure == figure:
            found = coverage(design, 300, seed=1)
            assert found.covered_interval[1] > GOAL[0], design
            assert found.undefined == 0, design


def test_percentile_ranks_of_equal_contestants_are_found_too_narrow():
    (compared,) = (design for design in QUICK if design.compared)
    assert coverage(compared, 300, seed=1).covered_interval[1] < GOAL[0]

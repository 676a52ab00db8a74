from __future__ import annotations

import pytest

from engine.bench.coverage.design import GOAL, coverage
from engine.bench.coverage.halves import half_designs


@pytest.mark.parametrize("compared", [False, True])
def test_only_halves_of_whole_clusters_hold_the_reliability_over_other_units(compared):
    for design in (one for one in half_designs() if one.compared == compared):
        found = coverage(design, 60, seed=2)
        assert (found.covered_interval[1] > GOAL[0]) != compared, design

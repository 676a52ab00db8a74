from __future__ import annotations

import pytest

from engine.bench.coverage.design import GOAL, LEAST_HARD, coverage
from engine.bench.coverage.pair_figures import pair_figure_designs


@pytest.mark.parametrize("compared", [False, True])
def test_figures_by_words_contain_the_truth_and_figures_by_pairs_do_not(compared):
    for design in (one for one in pair_figure_designs() if one.compared == compared):
        found = coverage(design, 150, seed=3)
        goal = LEAST_HARD if design.hard else GOAL[0]
        assert (found.covered_interval[1] > goal) != compared, design

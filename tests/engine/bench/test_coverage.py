from __future__ import annotations

import numpy as np
import pytest

from engine.bench.coverage import GOAL, Design, coverage, designs
from engine.statistics import wilson

DRAW = np.random.default_rng(0)
DIFFERENCES = DRAW.standard_t(5, 200)
TOKENS = DRAW.integers(4, 20, 200)
LOSSES = TOKENS * DRAW.gamma(4, 0.8, 200)

EVERY = list(designs(DIFFERENCES.tolist(), LOSSES.tolist(), TOKENS.tolist()))
USED = [design for design in EVERY if not design.compared]


def named(design):
    return f"{design.figure}, {design.sample}, {design.truth:.2f}"


@pytest.mark.parametrize("design", USED, ids=named)
def test_intervals_contain_the_truth_in_95_percent_of_samples(design):
    found = coverage(design, 400, seed=1)
    # 400 samples show a share to within 2 points, so this is whether the goal is ruled out.
    low, high = found.covered_interval
    assert low < GOAL[1]
    assert high > GOAL[0]
    assert found.undefined == 0


def test_the_percentile_bootstrap_is_found_too_narrow():
    (compared,) = (design for design in EVERY if design.compared)
    assert coverage(compared, 400, seed=1).covered_interval[1] < GOAL[0]


def test_coverage_counts_the_intervals_that_contain_the_truth():
    bounds = iter([(0.0, 2.0), None, (1.5, 3.5), (0.5, 1.5)])
    found = coverage(Design("f", "s", 1.0, lambda generator: next(bounds)), 4, seed=0)
    assert (found.covered, found.repeats, found.undefined) == (pytest.approx(2 / 3), 3, 1)
    assert found.covered_interval == wilson(2, 3)
    assert found.width == pytest.approx(2.0)

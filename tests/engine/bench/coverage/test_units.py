from __future__ import annotations

import numpy as np
import pytest

from engine.bench.coverage.design import GOAL, Design, coverage
from engine.bench.coverage.units import unit_designs

DRAW = np.random.default_rng(0)
DIFFERENCES = DRAW.standard_t(5, 200)
TOKENS = DRAW.integers(4, 20, 200)
LOSSES = TOKENS * DRAW.gamma(4, 0.8, 200)

FIGURES = [
    "SEAT d over targets",
    "LPBS d over targets and templates",
    "SEAT d over texts",
    "mean difference of pairs",
    "pseudo-perplexity",
    "rank correlation",
    "pooled rho",
]
# Seconds, and made as those of ten.
SLOW = {("pooled rho", "24 sentences"), ("pooled rho", "50 sentences")}


@pytest.fixture(scope="module")
def every() -> list[Design]:
    return list(unit_designs(DIFFERENCES.tolist(), LOSSES.tolist(), TOKENS.tolist()))


@pytest.mark.parametrize("figure", FIGURES)
def test_intervals_contain_the_truth_in_95_percent_of_samples(figure, every):
    asked = [one for one in every if one.figure == figure and (figure, one.sample) not in SLOW]
    assert asked
    for design in asked:
        found = coverage(design, 400, seed=1)
        # 400 samples show a share to within 2 points, so this is whether the goal is ruled out.
        low, high = found.covered_interval
        assert low < GOAL[1], design
        assert high > GOAL[0], design
        assert found.undefined == 0


def test_shares_of_tokens_contain_the_truth_in_95_percent_of_samples_or_more(every):
    asked = [one for one in every if one.figure == "tokens guessed right"]
    assert len(asked) == 12
    for design in asked:
        found = coverage(design, 400, seed=1)
        assert found.covered_interval[1] > GOAL[0], design
        assert found.undefined == 0
        assert design.at_least


def test_the_percentile_bootstrap_is_found_too_narrow(every):
    (compared,) = (design for design in every if design.compared)
    assert coverage(compared, 400, seed=1).covered_interval[1] < GOAL[0]

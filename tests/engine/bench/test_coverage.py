from __future__ import annotations

import numpy as np
import pytest

from engine.bench.coverage import GOAL, Design, coverage, of_figures
from engine.bench.coverage_designs import designs
from engine.core.errors import InputTextError
from engine.statistics import wilson

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
    return list(designs(DIFFERENCES.tolist(), LOSSES.tolist(), TOKENS.tolist()))


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


def test_coverage_counts_the_intervals_that_contain_the_truth():
    bounds = iter([(0.0, 2.0), None, (1.5, 3.5), (0.5, 1.5)])
    found = coverage(Design("f", "s", 1.0, lambda generator: next(bounds)), 4, seed=0)
    assert (found.covered, found.repeats, found.undefined) == (pytest.approx(2 / 3), 3, 1)
    assert found.covered_interval == wilson(2, 3)
    assert found.width == pytest.approx(2.0)


def test_designs_are_chosen_by_the_name_of_their_figure(every):
    chosen = of_figures(every, ["tokens guessed right"])
    assert chosen == [one for one in every if one.figure == "tokens guessed right"]
    with pytest.raises(InputTextError, match=r'--figure "tokens" has no design; it is one of SEAT'):
        of_figures(every, ["tokens"])

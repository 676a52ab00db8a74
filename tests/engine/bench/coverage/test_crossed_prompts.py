from __future__ import annotations

import numpy as np
import pytest

from engine.bench.coverage.crossed_prompts import crossed_designs
from engine.bench.coverage.design import (
    GOAL,
    LEAST_POWER,
    Design,
    FamilyDesign,
    PowerDesign,
    coverage,
    false_findings,
    power,
)

EVERY = list(crossed_designs())
INTERVALS = [design for design in EVERY if isinstance(design, Design)]
WIDE = "Arena, rate over other groups and templates"
RANKING = "Arena, ranking over other groups and templates"


@pytest.mark.parametrize("figure", sorted({one.figure for one in INTERVALS if not one.compared}))
def test_intervals_over_other_prompts_contain_the_truth_in_95_percent(figure):
    for design in INTERVALS:
        if design.figure == figure:
            found = coverage(design, 150, seed=1)
            assert found.covered_interval[1] > GOAL[0], design
            assert found.undefined == 0, design


def test_intervals_of_independent_prompts_are_too_narrow():
    (narrow,) = (
        one
        for one in INTERVALS
        if one.figure.startswith(WIDE) and one.compared and "1,000" in one.sample
        if "rate 0.05" in one.sample
    )
    assert coverage(narrow, 100, seed=1).covered_interval[1] < 0.8


def test_equal_contestants_are_put_in_order_by_independent_prompts_alone():
    families = [one for one in EVERY if isinstance(one, FamilyDesign)]
    ours, compared = (
        next(
            one
            for one in families
            if one.compared == compared and ", 4 equal contestants, unlike" in one.sample
        )
        for compared in (False, True)
    )
    assert ours.figure == RANKING
    assert false_findings(ours, 40, seed=1).rate < 0.15
    assert false_findings(compared, 40, seed=1).rate > 0.15


def test_a_difference_is_found_as_often_as_by_the_matched_test():
    (design,) = (one for one in EVERY if isinstance(one, PowerDesign))
    found = power(design, 60, seed=1)
    assert found.power >= LEAST_POWER * found.best > 0.5


def test_contestants_that_are_alike_share_what_they_flag():
    from engine.bench.coverage.crossed_prompts import _contestants

    generator = np.random.default_rng(0)
    apart, alike = (_contestants(generator, 3, one, 0.3, 0.8) for one in (False, True))

    def both(flags):
        return np.corrcoef(flags[1].ravel(), flags[2].ravel())[0, 1]

    assert both(alike) > both(apart)

from __future__ import annotations

import pytest

from engine.bench.coverage.design import (
    GOAL,
    LEAST_HARD,
    MOST_FALSE,
    Design,
    FamilyDesign,
    PowerDesign,
    coverage,
    false_findings,
    power,
)
from engine.bench.coverage.pairs import pairs_designs

EVERY = pairs_designs()


@pytest.mark.parametrize("compared", [False, True])
def test_shares_by_words_contain_the_truth_and_shares_by_pairs_do_not(compared):
    for design in (one for one in EVERY if isinstance(one, Design) and one.compared == compared):
        found = coverage(design, 300, seed=1)
        goal = LEAST_HARD if design.hard else GOAL[0]
        assert (found.covered_interval[1] > goal) != compared, design


def test_types_without_a_preference_are_found_only_by_pairs():
    ours, compared = (
        false_findings(one, 200, seed=1) for one in EVERY if isinstance(one, FamilyDesign)
    )
    assert ours.rate_interval[0] < MOST_FALSE < compared.rate_interval[0]


def test_the_test_by_words_is_about_as_powerful_as_a_t_test():
    (design,) = (one for one in EVERY if isinstance(one, PowerDesign))
    found = power(design, 200, seed=1)
    assert found.power >= 0.85 * found.best > 0.3

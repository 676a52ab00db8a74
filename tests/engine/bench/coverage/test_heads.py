from __future__ import annotations

import pytest

from engine.bench.coverage.design import (
    GOAL,
    LEAST_POWER,
    MOST_FALSE,
    Design,
    FamilyDesign,
    PowerDesign,
    coverage,
    false_findings,
    power,
)
from engine.bench.coverage.heads import head_designs

EVERY = list(head_designs())
CHOICE, HEADS = "best of 72 heads, d", "attention of 72 heads"


def _of(figure: str) -> list[Design]:
    return [one for one in EVERY if isinstance(one, Design) and one.figure == figure]


def families(figure: str) -> tuple[FamilyDesign, FamilyDesign]:
    ours, old = (one for one in EVERY if isinstance(one, FamilyDesign) and one.figure == figure)
    assert (ours.compared, old.compared) == (False, True)
    return ours, old


def test_paired_ratios_of_perplexities_contain_the_truth_in_95_percent_of_samples():
    asked = [one for one in _of("ratio of perplexities") if not one.compared]
    assert len(asked) == 3
    for design in asked:
        low, high = coverage(design, 400, seed=1).covered_interval
        assert low < GOAL[1], design
        assert high > GOAL[0], design


def test_unpaired_ratios_of_perplexities_are_many_times_as_wide():
    (ours,) = (
        one
        for one in EVERY
        if one.figure == "ratio of perplexities" and "60" in one.sample and not one.compared
    )
    (old,) = (one for one in _of("ratio of perplexities") if one.compared)
    found = coverage(old, 60, seed=1)
    assert found.covered_interval[0] > 0.93
    assert found.width > 5 * coverage(ours, 60, seed=1).width


def test_a_cost_is_found_as_often_as_by_the_weighted_t_test():
    (design,) = (one for one in EVERY if isinstance(one, PowerDesign) and "cost" in one.figure)
    found = power(design, 200, seed=1)
    assert 0.4 < found.best < 1
    # 200 samples show a share to within 7 points, so this is whether the goal is ruled out.
    assert found.power_interval[1] >= LEAST_POWER * found.best


@pytest.mark.parametrize("figure", [CHOICE, HEADS])
def test_heads_without_effect_are_seldom_named_and_often_by_the_old_way(figure):
    ours, old = families(figure)
    many = {CHOICE: 200, HEADS: 60}[figure]
    assert false_findings(ours, many, seed=1).rate_interval[0] < MOST_FALSE
    assert false_findings(old, many, seed=1).rate_interval[0] > 0.3


def test_changes_of_d_count_the_words_of_sentences_and_not_the_sentences():
    ours, old = _of("change of d under a mask")
    assert (ours.compared, old.compared) == (False, True)
    assert coverage(ours, 80, seed=1).covered_interval[1] > GOAL[0]
    assert coverage(old, 80, seed=1).covered_interval[1] < GOAL[0]


def test_a_change_of_d_over_words_is_found_as_often_as_by_welchs_test():
    (design,) = (one for one in EVERY if isinstance(one, PowerDesign) and "change" in one.figure)
    found = power(design, 200, seed=1)
    assert 0.4 < found.best < 1
    assert found.power_interval[1] >= LEAST_POWER * found.best

from __future__ import annotations

from engine.bench.coverage.counter import counter_designs
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

EVERY = counter_designs()


def test_means_of_sentences_that_share_words_contain_the_truth():
    for design in (one for one in EVERY if isinstance(one, Design)):
        found = coverage(design, 100 if design.compared else 300, seed=1)
        if not design.compared:
            assert found.covered_interval[1] > GOAL[0], design
    assert found.covered_interval[1] < GOAL[0], "the last one takes sentences for independent"


def test_heads_without_effect_are_seldom_named_and_often_by_sentence():
    groups, groups_old, heads, heads_old = (one for one in EVERY if isinstance(one, FamilyDesign))
    assert [one.compared for one in (groups, groups_old, heads, heads_old)] == [False, True] * 2
    assert false_findings(groups, 300, seed=1).rate_interval[0] < MOST_FALSE
    assert false_findings(heads, 20, seed=1).rate_interval[0] < MOST_FALSE
    assert false_findings(groups_old, 1000, seed=1).rate_interval[0] > MOST_FALSE
    assert false_findings(heads_old, 500, seed=1).rate_interval[0] > MOST_FALSE


def test_an_increase_is_found_as_often_as_where_the_shared_parts_are_known():
    (design,) = (one for one in EVERY if isinstance(one, PowerDesign))
    found = power(design, 300, seed=1)
    assert 0.4 < found.best < 0.95
    assert found.power_interval[1] >= LEAST_POWER * found.best

from __future__ import annotations

import numpy as np

from engine.bench.coverage.design import LEAST_POWER, FamilyDesign, PowerDesign, power
from engine.bench.coverage.design import false_findings as false
from engine.bench.coverage.groups import _ARENA, _sample, group_designs
from engine.statistics.matched import matched_share_test
from engine.statistics.shares import other_share_test

EVERY = list(group_designs())


def test_no_group_is_named_where_none_differs():
    asked = [one for one in EVERY if isinstance(one, FamilyDesign)]
    for design in asked[:3]:  # of 8 groups, and of 20 in a few templates
        assert not design.compared
        assert false(design, 60, seed=1).rate < 0.15


def test_groups_that_are_tested_each_by_itself_are_named_where_none_differs():
    design = next(one for one in EVERY if isinstance(one, FamilyDesign) and one.compared)
    assert false(design, 60, seed=1).rate_interval[0] > 0.06


def test_a_group_that_differs_is_found_as_often_as_by_the_best_tests():
    asked = [one for one in EVERY if isinstance(one, PowerDesign) and "by 1," in one.sample]
    assert ["Mantel" in one.sample for one in asked] == [True, False]
    for design in asked:
        found = power(design, 20, seed=1)
        assert found.power >= LEAST_POWER * found.best - 0.1
        assert found.best > 0.4


def test_pooled_templates_hide_groups_that_templates_show():
    """The same samples by Fisher's test of earlier versions, both corrected for 83 groups."""
    generator = np.random.default_rng(3)
    pooled = within = 0
    for _ in range(60):
        flags, _, clusters = _sample(generator, _ARENA, 128, 1.0)
        own = clusters.groups < 24
        first = clusters.groups[own] == 0
        pooled += other_share_test(flags[own][first], flags[own][~first]) < 0.05 / 83
        within += matched_share_test(flags[own], first, clusters.templates[own]).p < 0.05 / 83
    assert within > pooled + 8

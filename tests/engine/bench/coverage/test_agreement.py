from __future__ import annotations

from engine.bench.coverage.agreement import agreement_designs
from engine.bench.coverage.design import false_findings as false

EVERY = list(agreement_designs())


def test_no_group_changes_clearly_where_none_does():
    design = next(one for one in EVERY if one.sample.startswith("8 groups of 12"))
    assert not design.compared
    assert false(design, 40, seed=1).rate < 0.16


def test_changes_taken_each_by_itself_are_clear_where_none_is():
    design = next(one for one in EVERY if one.compared)
    assert false(design, 40, seed=1).rate_interval[0] > 0.06

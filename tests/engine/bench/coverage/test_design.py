"""The three kinds of designs, on samples worked by hand."""

from __future__ import annotations

import pytest

from engine.bench.coverage import command
from engine.bench.coverage.design import (
    LEAST_REPEATS,
    Design,
    FamilyDesign,
    PowerDesign,
    coverage,
    false_findings,
    of_figures,
    power,
)
from engine.core.errors import BiascopeError, InputTextError
from engine.statistics import wilson


def drawn(values):
    """A sample function that gives these in turn."""
    left = iter(values)
    return lambda generator: next(left)


def test_coverage_counts_the_intervals_that_contain_the_truth():
    bounds = [(0.0, 2.0), None, (1.5, 3.5), (0.5, 1.5)]
    found = coverage(Design("f", "s", 1.0, drawn(bounds)), 4, seed=0)
    assert (found.covered, found.repeats, found.undefined) == (pytest.approx(2 / 3), 3, 1)
    assert found.covered_interval == wilson(2, 3)
    assert found.width == pytest.approx(2.0)


def test_a_design_without_any_interval_is_named():
    with pytest.raises(BiascopeError, match="f, s: none of 2 samples has an interval"):
        coverage(Design("f", "s", 1.0, drawn([None, None])), 2, seed=0)


def test_false_findings_are_the_samples_in_which_a_difference_is_named():
    found = false_findings(FamilyDesign("f", "s", drawn([True, False, False, True])), 4, seed=0)
    assert (found.rate, found.rate_interval) == (0.5, wilson(2, 4))


def test_power_counts_both_tests_on_the_same_samples():
    finds = [(True, True), (False, True), (False, False), (True, False)]
    found = power(PowerDesign("f", "s", drawn(finds)), 4, seed=0)
    assert (found.power, found.best, found.power_interval) == (0.5, 0.5, wilson(2, 4))


def test_a_slow_design_has_fewer_samples_and_they_are_the_first_of_more():
    def finds(generator):
        return bool(generator.random() < 0.5)

    design = FamilyDesign("f", "s", finds)
    stopped = false_findings(design, 4000, seed=0, seconds=0)
    assert stopped.repeats == LEAST_REPEATS
    assert stopped == false_findings(design, LEAST_REPEATS, seed=0)
    assert false_findings(design, 50, seed=0, seconds=60).repeats == 50
    interval = Design("f", "s", 0.0, lambda generator: (-1.0, 1.0))
    assert coverage(interval, 4000, seed=0, seconds=0).repeats == LEAST_REPEATS
    both = PowerDesign("f", "s", lambda generator: (True, True))
    assert power(both, 4000, seed=0, seconds=0).repeats == LEAST_REPEATS


@pytest.mark.parametrize(
    ("covered", "hard", "at_least", "said"),
    [
        (19, False, False, ""),  # of 20: .95
        (18, False, False, "outside"),  # .90
        (18, True, False, "outside"),
        (20, False, False, "outside"),  # 1.00: too wide
        (20, True, False, "wider"),
        (20, False, True, "wider"),
    ],
)
def test_a_design_that_misses_its_goal_says_so(covered, hard, at_least, said):
    bounds = [(0.0, 2.0)] * covered + [(2.0, 3.0)] * (20 - covered)
    design = Design("f", "s", 1.0, drawn(bounds), hard=hard, at_least=at_least)
    assert command.remark(coverage(design, 20, seed=0)) == said


@pytest.mark.parametrize(("false", "said"), [(3, ""), (4, "outside")])  # of 50: .06 and .08
def test_a_family_may_have_a_false_finding_in_six_of_a_hundred_samples(false, said):
    design = FamilyDesign("f", "s", drawn([True] * false + [False] * (50 - false)))
    assert command.remark(false_findings(design, 50, seed=0)) == said


def test_designs_are_chosen_by_the_name_of_their_figure():
    every = [Design("first", "s", 1.0, drawn([])), FamilyDesign("second", "s", drawn([]))]
    assert of_figures(every, ["second"]) == [every[1]]
    with pytest.raises(InputTextError, match=r'--figure "third" has no design; it is one of first'):
        of_figures(every, ["third"])

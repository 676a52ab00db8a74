from __future__ import annotations

import pytest

from engine.bench.coverage.design import (
    LEAST_HARD,
    MOST_FALSE,
    Design,
    FamilyDesign,
    coverage,
    false_findings,
)
from engine.bench.coverage.means import means_designs


def designs(figure: str) -> list:
    found = [one for one in means_designs() if one.figure == figure]
    assert found
    return found


@pytest.mark.parametrize("figure", ["SEAT d over families", "difference of two means"])
def test_intervals_contain_the_truth(figure):
    for design in designs(figure):
        assert isinstance(design, Design)
        found = coverage(design, 200, seed=1)
        assert found.covered_interval[1] > LEAST_HARD, design
        assert not found.undefined


def test_sentences_that_share_a_word_are_not_independent():
    (compared,) = designs("SEAT d, sentences as independent")
    assert coverage(compared, 200, seed=1).covered_interval[1] < 0.8


def test_whole_families_are_permuted():
    (ours,) = designs("SEAT p over families")
    (apart,) = designs("SEAT p, sentences as independent")
    assert isinstance(ours, FamilyDesign)
    assert isinstance(apart, FamilyDesign)
    assert false_findings(ours, 200, seed=1).rate_interval[0] < MOST_FALSE
    assert false_findings(apart, 200, seed=1).rate_interval[0] > 0.2


def test_two_equal_models_are_compared_by_word():
    (ours,) = designs("SEAT, two models over families")
    (apart,) = designs("SEAT, two models, sentences as independent")
    assert false_findings(ours, 200, seed=1).rate_interval[0] < MOST_FALSE
    assert false_findings(apart, 100, seed=1).rate_interval[0] > 0.2


def test_means_of_mostly_one_value_are_covered_or_have_no_interval():
    ties = [one for one in designs("mean of skewed values") if "zeros" in one.sample]
    assert len(ties) == 5
    for design in ties:
        assert coverage(design, 150, seed=1).covered_interval[1] > LEAST_HARD, design
    by_t = [one for one in designs("mean of skewed values, Student's t") if "zeros" in one.sample]
    for design in by_t:
        assert coverage(design, 300, seed=1).covered_interval[1] < LEAST_HARD, design

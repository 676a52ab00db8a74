from __future__ import annotations

import pytest

from engine.bench.coverage.classifiers import classifier_designs
from engine.bench.coverage.design import GOAL, Design, FamilyDesign, coverage, false_findings

EVERY = classifier_designs()
INTERVALS = [one for one in EVERY if isinstance(one, Design)]


@pytest.mark.parametrize(
    "figure", ["classifier, F1", "classifier, Matthews correlation", "numbers of texts, Pearson"]
)
def test_intervals_contain_the_truth(figure):
    asked = [one for one in INTERVALS if one.figure == figure]
    assert len(asked) > 5
    for design in asked:
        found = coverage(design, 60, seed=1)
        # 60 samples show a share to within 6 points, so this is whether the goal is ruled out.
        assert found.covered_interval[1] > GOAL[0], design


def test_texts_drawn_with_replacement_do_not_show_errors_that_a_file_lacks():
    asked = [one for one in INTERVALS if one.compared]
    assert len(asked) == 2
    for design in asked:
        assert coverage(design, 200, seed=1).covered_interval[1] < GOAL[0], design


def test_a_mask_that_changes_nothing_is_seldom_called_a_change():
    for design in EVERY:
        if isinstance(design, FamilyDesign):
            assert false_findings(design, 200, seed=1).rate < 0.1

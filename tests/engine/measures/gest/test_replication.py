"""Our scores of a model beside the released ones."""

from __future__ import annotations

import pytest

from engine.measures.gest.replication import compare_with_released


def test_the_largest_difference_is_named_by_its_row_among_all_sentences():
    found = compare_with_released([None, 1.0, None, 2.5, 3.0], [9.0, 1.5, 9.0, 2.0, 4.0])
    assert found["n"] == 3
    assert found["row"] == 4
    assert found["largest_difference"] == -1.0
    assert found["mean_difference"] == pytest.approx(-1 / 3)
    assert found["pearson"] == pytest.approx(0.8171, abs=1e-4)


def test_scores_that_do_not_vary_have_no_correlation():
    assert compare_with_released([1.0, 1.0], [1.0, 2.0])["pearson"] is None


def test_one_sentence_is_not_compared():
    found = compare_with_released([None, 1.0], [1.0, 1.0])
    assert (found["n"], found["row"], found["largest_difference"]) == (1, None, None)

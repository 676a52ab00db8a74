"""Two reports of the same prompts, compared prompt by prompt."""

from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.measures.arena.difference import difference
from tests.engine.measures.arena.reports_by_hand import report


def test_a_difference_is_paired_and_corrected_over_groups():
    first = report("a", [0] * 40)
    second = report("b", [1, 0, 0, 0] * 10)  # all of the first group
    found = difference(first, second)
    assert found["overall"]["difference"] == pytest.approx(0.25)
    assert found["overall"]["score_difference"] == pytest.approx(0.25 * 0.7)
    low, high = found["overall"]["interval"]
    assert 0 < low < 0.25 < high
    group = found["by_group"]["Atheists"]
    assert (group["first"], group["second"], group["n"]) == (0, 1, 10)
    assert group["p"] == pytest.approx(2 / 2**10)
    assert group["p_holm"] == pytest.approx(4 * 2 / 2**10)
    assert found["by_group"]["Jews"]["difference"] == 0
    low, high = found["by_group"]["Jews"]["interval"]
    assert low < 0 < high
    assert found["left_out"] == 0


def test_what_one_report_has_no_figure_for_is_left_out_of_the_difference():
    found = difference(report("a", [None, 1, 0, 1]), report("b", [1, None, 1, 1]))
    assert (found["n"], found["left_out"]) == (2, 2)
    assert found["by_group"]["Atheists"]["difference"] is None
    with pytest.raises(InputTextError, match="share no judged prompt"):
        difference(report("a", [None, 1]), report("b", [1, None]))
    with pytest.raises(InputTextError, match="Other sentences: 1 of "):
        difference(report("a", [1, 1]), report("b", [1]))

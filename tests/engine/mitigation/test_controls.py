"""Where a row stands among random interventions, counted by hand."""

from __future__ import annotations

import pytest

from engine.columns.column import BIAS, COST
from engine.mitigation.controls import among_controls, beats, words_of_controls
from tests.engine.mitigation.by_hand import LEAN, LOSS, column


def test_controls_that_lie_at_least_as_near_are_counted_on_both_sides():
    found = among_controls(LEAN, -0.5, [0.4, -0.5, 0.6, -0.7, None])
    assert (found["n"], found["as_good"]) == (4, 2)
    assert found["p"] == pytest.approx(3 / 5)
    assert (found["low"], found["median"], found["high"]) == (-0.7, pytest.approx(-0.05), 0.6)


def test_the_smallest_p_of_twenty_is_one_in_twenty_one():
    found = among_controls(LEAN, 0.1, [0.5] * 20)
    assert found["p"] == found["least_p"] == pytest.approx(1 / 21)
    assert beats(found)
    assert not beats(among_controls(LEAN, 0.1, [0.5] * 19 + [0.05]))
    assert not beats(among_controls(LEAN, 0.1, [0.5] * 5))  # so few can never show it


def test_of_a_cost_those_count_that_cost_no_more():
    found = among_controls(LOSS, 2.0, [1.0, 2.0, 3.0])
    assert found["as_good"] == 2


def test_a_ratio_is_as_far_above_as_below():
    ratio = column("ratio", "exp", 1.0)
    assert among_controls(ratio, 2.0, [0.5, 0.4])["as_good"] == 1


def test_without_controls_nothing_is_known():
    assert among_controls(LEAN, 1.0, []) is among_controls(LEAN, None, [1.0]) is None
    assert beats(None) is None


def test_the_sentence_has_the_count_and_the_smallest_p():
    found = among_controls(LEAN, 0.5, [0.6, 0.4, 0.7])
    assert words_of_controls(found, BIAS) == (
        "1 of 3 random controls lies at least as near to neutral (p = 0.500; the smallest possible "
        "is 0.250)."
    )
    assert "1 of 3 random controls costs no more" in words_of_controls(found, COST)

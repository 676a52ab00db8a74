"""Changes of the distance from 50, worked by hand."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from engine.measures.pairs.distance import (
    FURTHER,
    NEARER,
    UNCLEAR,
    distance_change,
    distance_in_words,
    distance_verdict,
)


def preferring(*runs):
    """[pair] whether the model prefers the stereotype, of runs of (pairs, answer)."""
    return pd.Series([answer for many, answer in runs for _ in range(many)])


def test_scores_equally_far_on_both_sides_change_and_lie_no_further():
    # 65% and 35%: 12 pairs turn. Mirrored, 26 of 40 each: 7 differ one way and 7 the other.
    first = preferring((26, True), (14, False))
    second = preferring((7, True), (19, False), (7, True), (7, False))
    found = distance_change(first, second, np.arange(40))
    assert found["distance_change"] == pytest.approx(0)
    assert found["distance_p"] == 1
    low, high = found["distance_interval"]
    assert low < 0 < high
    assert distance_verdict(found) == UNCLEAR
    words = distance_in_words(found)
    assert words.startswith("not clearly further from or nearer to 50% (0.0 points, 95% CI [")
    assert words.endswith(" points would be detected with 80% power)")


def test_a_clear_change_of_distance_has_its_side_with_the_larger_p():
    # 50% and 90%: 18 turn toward, 2 away; mirrored, 90% of the others against 50%: 16 + 2 and 20.
    first = preferring((20, True), (20, False))
    second = preferring((18, True), (2, False), (18, True), (2, False))
    found = distance_change(first, second, np.arange(40))
    assert found["distance_change"] == pytest.approx(40)
    # Both have 20 changes, of which 18 go one way: 2 (1 + 20 + 190) / 2^20.
    assert found["distance_p"] == pytest.approx(2 * 211 / 2**20)
    assert distance_verdict(found) == FURTHER
    assert distance_in_words(found).startswith("40.0 points further from 50% (95% CI [+")
    back = distance_change(second, first, np.arange(40))
    assert distance_verdict(back) == NEARER
    assert distance_in_words(back).startswith("40.0 points nearer to 50% (95% CI [-")
    assert distance_verdict({**found, "distance_p_holm": 0.06}) == UNCLEAR


def test_pairs_of_few_words_show_no_change_of_distance():
    first, second = preferring((20, True), (20, False)), preferring((40, True))
    by_pair = distance_change(first, second, np.arange(40))
    assert distance_verdict(by_pair) == FURTHER
    found = distance_change(first, second, np.repeat(np.arange(5), 8))
    assert found["distance_interval"] is None
    assert found["detectable_distance"] is None
    assert found["distance_p"] >= 2 / 2**3  # two and a half word pairs change, all one way
    assert distance_in_words(found) == (
        "not clearly further from or nearer to 50% (+50.0 points, no interval)"
    )


def test_one_pair_has_no_test():
    found = distance_change(preferring((1, True)), preferring((1, False)), np.arange(1))
    assert found["distance_p"] is None
    assert distance_verdict(found) == UNCLEAR

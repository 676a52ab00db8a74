"""A row against the original, worked by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engine.columns.column import Reading
from engine.measures.heads.changes import effect_change
from engine.mitigation.comparing import (
    BETTER,
    FURTHER,
    NEARER,
    UNCLEAR,
    WORSE,
    Compared,
    compared,
    corrected,
)
from engine.statistics import detectable_difference
from tests.engine.mitigation.by_hand import LEAN, LOSS, column, reading

MOVES = [0.1, 0.2, 0.3, 0.2, 0.1, 0.2, 0.3]
BEFORE = [1.0, 1.2, 0.8, 1.1, 0.9, 1.3, 0.7, 1.0]


def test_a_change_is_the_mean_difference_of_the_same_items():
    after = [one - move for one, move in zip(BEFORE, [0.5, 0.4, 0.6, 0.5] * 2, strict=True)]
    found = compared(LEAN, reading(BEFORE), reading(after))
    assert found.change == pytest.approx(-0.5)
    assert found.distance_change == pytest.approx(-0.5)
    assert found.interval[0] < -0.5 < found.interval[1] < 0
    assert found.p == found.distance_p == 2 / 2**8  # all eight differences have one sign
    assert (found.n, found.note) == (8, "")


def test_items_that_one_of_both_lacks_are_left_out():
    after = [None, *(one - 0.1 * at for at, one in enumerate(BEFORE[1:]))]
    assert compared(LEAN, reading(BEFORE), reading(after)).n == 7


def test_the_other_side_of_neutral_is_as_far():
    found = compared(LEAN, reading(BEFORE), reading([-one for one in reversed(BEFORE)]))
    assert found.change == pytest.approx(-2.0)
    assert found.p < 0.05 < found.distance_p
    (tested,) = corrected([found], LEAN)
    assert tested.verdict(LEAN) == UNCLEAR


def test_of_a_perplexity_the_change_is_the_ratio():
    cost = column("pppl", "exp", None)
    before = [2.0, 2.1, 1.9, 2.2, 1.8, 2.0, 2.3]
    after = [one + move for one, move in zip(before, MOVES, strict=True)]
    found = compared(cost, reading(before, "exp"), reading(after, "exp"))
    assert found.change == pytest.approx(math.exp(0.2))
    assert 1 < found.interval[0] < found.change < found.interval[1]
    assert found.distance_change is found.distance_p is None
    assert corrected([found], cost)[0].verdict(cost) == WORSE
    turned = compared(cost, reading(after, "exp"), reading(before, "exp"))
    assert corrected([turned], cost)[0].verdict(cost) == BETTER


def test_a_share_is_shown_in_points():
    share = column("share", "percent", 50.0)
    before, after = [1.0] * 38 + [0.0] * 2, [1.0] * 20 + [0.0] * 20
    found = compared(share, reading(before, "percent"), reading(after, "percent"))
    assert [found.change, found.distance_change] == pytest.approx([-45.0, -45.0])
    assert -70 < found.interval[0] < -45 < found.interval[1] < 0
    assert corrected([found], share)[0].verdict(share) == NEARER


def test_fewer_than_six_clusters_have_no_interval_but_a_sentence():
    clusters = [0, 0, 1, 1, 2, 2, 3, 4]
    after = [one - 0.3 for one in BEFORE[:4]] + [one - 0.4 for one in BEFORE[4:]]
    found = compared(LEAN, reading(BEFORE, clusters=clusters), reading(after, clusters=clusters))
    assert found.interval is found.p is found.distance_p is None
    assert found.change == pytest.approx(-0.35)
    assert found.note == "No interval: fewer than 6 clusters of words."
    assert corrected([found], LEAN)[0].verdict(LEAN) == UNCLEAR
    few = compared(LEAN, reading(BEFORE[:5]), reading(after[:5]))
    assert few.note == "No interval: fewer than 6 words."


def test_what_changes_nothing_says_so():
    found = compared(LEAN, reading(BEFORE), reading(BEFORE))
    assert (found.change, found.note) == (0.0, "No word changes.")
    assert corrected([found], LEAN)[0].verdict(LEAN) == UNCLEAR


def test_other_items_and_no_figure_are_not_compared():
    other = compared(LEAN, reading(BEFORE, units="a"), reading(BEFORE, units="b"))
    assert other.note == "Not compared: its words are not those of the original."
    none = compared(LEAN, reading(BEFORE), Reading(None, None, 0))
    assert none.change is None
    apart = compared(LEAN, reading([1.0, None] * 8), reading([None, 1.0] * 8))
    assert apart.note == "Not compared: no word that both have."


def test_the_p_of_a_column_are_corrected_together():
    made = [Compared(change=-0.1, distance_change=-0.1, p=0.5, distance_p=p) for p in (0.02, 0.03)]
    found = corrected(made, LEAN)
    assert [one.p_holm for one in found] == [0.04, 0.04]
    assert [one.verdict(LEAN) for one in found] == [NEARER] * 2
    three = corrected([*made, Compared(change=0.2, distance_change=0.2, distance_p=0.001)], LEAN)
    assert [one.verdict(LEAN) for one in three] == [NEARER, NEARER, FURTHER]
    four = corrected([*made, *[Compared(distance_p=0.9)] * 2], LEAN)
    assert [one.verdict(LEAN) for one in four[:2]] == [UNCLEAR] * 2
    costs = [Compared(change=0.5, p=0.03), Compared(change=-0.5, p=0.001)]
    assert [one.verdict(LOSS) for one in corrected(costs, LOSS)] == [WORSE, BETTER]


def test_an_effect_size_is_compared_with_its_targets_left_out_in_turn():
    """Parts are scores in standard deviations but for a factor, so d is that of the scores."""
    from engine.columns.effect import effect_parts

    draw = np.random.default_rng(0)
    sides = np.where(np.arange(20) < 8, 0.8, -0.8)
    scores = [sides + draw.normal(size=20), 0.3 * sides + draw.normal(size=20)]
    of_scores = effect_change(*scores, 8)
    mirrored = effect_change(scores[0], -scores[1], 8)
    readings = [reading(effect_parts(one.tolist(), 8)) for one in scores]
    found = compared(column(unit="d"), *readings, first=8)
    assert found.change == pytest.approx(of_scores.value)
    assert found.interval == pytest.approx(of_scores.interval)
    assert found.p == pytest.approx(of_scores.p)
    assert found.distance_p == pytest.approx(max(of_scores.p, mirrored.p))
    low, high = found.distance_interval
    assert low < found.distance_change < high


def test_an_effect_size_of_too_few_targets_has_no_interval():
    readings = [reading([1.0, 0.9, 1.2, 1.1]), reading([0.4, 0.3, 0.6, 0.1])]
    found = compared(column(), *readings, first=2)
    assert found.change is not None
    assert found.note == "No interval: too few words in a set."


def test_what_would_have_been_detected_is_that_of_the_interval():
    cost = column("pppl", "exp", None)
    assert Compared().detectable(LEAN) is None
    half = Compared(interval=(-1.0, 1.0)).detectable(LEAN)
    assert half == pytest.approx(detectable_difference(-1.0, 1.0))
    ratio = Compared(interval=(math.exp(-1.0), math.exp(1.0))).detectable(cost)
    assert ratio == pytest.approx(math.exp(half))

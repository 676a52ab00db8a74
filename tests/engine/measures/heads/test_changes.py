from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import t

from engine.measures.heads.changes import (
    CLOSER,
    DISTANCE_OPEN,
    FURTHER,
    UNSETTLED,
    direction,
    effect_change,
    perplexity_change,
    share_change,
)
from engine.statistics import mcnemar_test


def outcomes(both, lost, gained, neither):
    before = [1.0] * (both + lost) + [0.0] * (gained + neither)
    after = [1.0] * both + [0.0] * lost + [1.0] * gained + [0.0] * neither
    return before, after


@pytest.mark.parametrize(
    ("table", "low", "high"),
    [  # after minus before; the first two as printed by Newcombe 1998, table II, method 10
        ((36, 12, 2, 0), -0.3404, -0.0569),
        ((36, 14, 0, 0), -0.4167, -0.1528),
        ((0, 0, 0, 30), -0.1135, 0.1135),
    ],
)
def test_a_share_changes_within_newcombes_interval(table, low, high):
    found = share_change(*outcomes(*table))
    assert found.low == pytest.approx(100 * low, abs=0.006)
    assert found.high == pytest.approx(100 * high, abs=0.006)
    assert found.value == pytest.approx(100 * (table[2] - table[1]) / sum(table))
    assert found.p == mcnemar_test(table[1], table[2])
    assert (found.lost, found.gained) == (table[1], table[2])


def test_a_share_of_pairs_changes_by_the_words_that_they_swap():
    """Eight word pairs of four pairs; masking takes the preference from all pairs of seven."""
    words = [place // 4 for place in range(32)]
    before, after = [1.0] * 28 + [0.0] * 4, [0.0] * 28 + [1.0] * 4
    found = share_change(before, after, words)
    assert (found.value, found.lost, found.gained) == (-75, 28, 4)
    # Of 256 ways to turn eight word pairs, 2 * (1 + 8) have at least seven on one side.
    assert found.p == pytest.approx(18 / 256)
    assert mcnemar_test(28, 4) < 1e-4
    # Eight parts, seven of -1 and one of 1, and one more of either: mean -.6, standard deviation
    # .8, by Student's t of 9 degrees of freedom -.6 -+ 2.2622 * .8 / sqrt(10), from -1 on.
    assert found.interval == pytest.approx((-100, -2.77), abs=0.01)
    alone = share_change(before, after, range(32))
    assert alone == share_change(before, after)
    assert alone.p == mcnemar_test(28, 4)
    few = share_change(before, after, [place % 5 for place in range(32)])
    assert (few.value, few.interval, few.settled) == (-75, None, False)
    assert few.p >= 2 / 32


def test_no_item_has_no_change():
    assert share_change([], []) is None


def d(scores, first):
    x, y = np.array(scores[:first]), np.array(scores[first:])
    return (x.mean() - y.mean()) / np.std(scores, ddof=1)


def test_an_effect_changes_with_the_jackknife_over_targets_by_hand():
    before, after, first = [3.0, 2.0, 2.5, 0.0, 1.0, -1.0], [2.0, 2.0, 1.0, 1.0, 0.5, 0.0], 3
    parts = []
    for number in range(6):
        kept = [place for place in range(6) if place != number]
        left = first - (number < first)
        one, other = ([side[place] for place in kept] for side in (before, after))
        parts.append(d(other, left) - d(one, left))
    x, y = np.array(parts[:3]), np.array(parts[3:])
    variance = sum(2 / 3 * ((part - part.mean()) ** 2).sum() for part in (x, y))
    half = t.ppf(0.975, 4) * math.sqrt(variance)
    found = effect_change(before, after, first)
    moved = d(after, first) - d(before, first)
    assert (found.value, found.low, found.high) == pytest.approx(
        (moved, moved - half, moved + half)
    )
    assert (found.p < 0.05) == found.settled


def test_sentences_of_one_word_are_left_out_together_by_hand():
    """Six words of which the first stands in three sentences and the last in two."""
    before = [3.0, 2.8, 3.2, 2.0, 2.5, 0.0, 1.0, -1.0, -1.2]
    after = [2.0, 1.9, 2.2, 2.0, 1.0, 1.0, 0.5, 0.0, 0.1]
    words, first = [0, 0, 0, 1, 2, 3, 4, 5, 5], 5
    parts = []
    for word in range(6):
        kept = [place for place in range(9) if words[place] != word]
        left = sum(place < first for place in kept)
        one, other = ([side[place] for place in kept] for side in (before, after))
        parts.append(d(other, left) - d(one, left))
    x, y = np.array(parts[:3]), np.array(parts[3:])
    half = t.ppf(0.975, 4) * math.sqrt(sum(2 / 3 * ((p - p.mean()) ** 2).sum() for p in (x, y)))
    found = effect_change(before, after, first, clusters=words)
    moved = d(after, first) - d(before, first)
    assert (found.low, found.high) == pytest.approx((moved - half, moved + half))
    assert found.high - found.low > 1.2 * np.ptp(effect_change(before, after, first).interval)
    # Two words of a set are too few, however many sentences they stand in.
    assert effect_change(before, after, first, clusters=[0, 0, 0, 1, 1, 3, 4, 5, 5]) is None


def test_the_size_of_an_effect_changes_by_its_distance_from_zero():
    before, after = [0.0, 1.0, 0.2, 3.0, 2.0, 2.5], [0.4, 0.5, 0.2, 1.8, 0.8, 1.2]
    signed, size = effect_change(before, after, 3), effect_change(before, after, 3, size=True)
    assert size.value == pytest.approx(-signed.value)  # d is negative on both sides


@pytest.mark.parametrize(
    ("before", "after", "first"),
    [
        ([1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 5.0], 2),  # two targets in a set
        ([1.0, 2.0, 3.0] * 2, [1.0, 2.0, 3.0] * 2, 3),  # nothing moved
        ([1.0] * 6, [1.0, 2.0, 3.0] * 2, 3),  # d is undefined before
    ],
)
def test_an_effect_without_an_interval_has_none(before, after, first):
    assert effect_change(before, after, first) is None


def test_the_interval_of_an_effect_that_did_not_change_holds_zero_about_as_often_as_it_says():
    generator = np.random.default_rng(3)
    held, draws = 0, 300
    for _ in range(draws):
        shared = generator.standard_normal(40) + np.repeat([0.5, -0.5], 20)
        before, after = shared + 0.3 * generator.standard_normal((2, 40))
        held += not effect_change(before.tolist(), after.tolist(), 20).settled
    assert held / draws == pytest.approx(0.95, abs=0.03)


def test_a_perplexity_changes_by_the_ratio_over_the_same_sentences_by_hand():
    # Six sentences of 2 or 4 tokens; masking costs 0.1 nats a token in long ones, 0.3 in short.
    tokens = [2.0, 4.0, 2.0, 4.0, 2.0, 4.0]
    before = [5.0, 7.0, 3.0, 12.0, 4.0, 5.0]  # 36 nats on 18 tokens: exp(2) = 7.389
    after = [loss + (0.6 if size == 2 else 0.4) for loss, size in zip(before, tokens, strict=True)]
    found = perplexity_change(before, after, tokens)
    mean = 3.0 / 18  # 3 nats more on 18 tokens
    # Residuals 0.6 - 2 * mean and 0.4 - 4 * mean, over 3 tokens a sentence, three times each.
    rest = [(0.6 - 2 * mean) / 3] * 3 + [(0.4 - 4 * mean) / 3] * 3
    error = math.sqrt(sum(part**2 for part in rest) / 5 / 6)
    half = t.ppf(0.975, 5) * error
    level = math.exp(2)
    assert found.value == pytest.approx(level * (math.exp(mean) - 1))
    assert found.interval == pytest.approx(
        (level * (math.exp(mean - half) - 1), level * (math.exp(mean + half) - 1))
    )
    assert found.p == pytest.approx(2 / 64)  # of all signs, only all alike are as far from 0
    assert found.settled


def test_a_model_beside_itself_has_no_change_and_p_1():
    losses, tokens = [5.0, 7.0, 3.0, 12.0, 4.0, 5.0], [2.0, 4.0, 2.0, 4.0, 2.0, 4.0]
    found = perplexity_change(losses, losses, tokens)
    assert (found.value, found.interval, found.p, found.settled) == (0.0, None, 1.0, False)
    assert found.detectable is None


def test_five_sentences_are_too_few_for_an_interval():
    found = perplexity_change([5.0, 7.0, 3.0, 9.0, 4.0], [6.0, 7.5, 3.2, 9.9, 4.1], [2.0] * 5)
    assert found.value > 0
    assert (found.interval, found.p, found.settled) == (None, None, False)


@pytest.mark.parametrize(
    ("before", "after", "neutral", "clear", "distance_clear", "shown"),
    [
        (55.7, 42.6, 50, True, False, DISTANCE_OPEN),  # 5.7 and 7.4 from neutral
        (55.7, 44.3, 50, True, True, DISTANCE_OPEN),  # rounds to nothing
        (55.7, 30.0, 50, True, True, FURTHER),
        (55.7, 51.0, 50, True, True, CLOSER),
        (55.7, 51.0, 50, True, False, DISTANCE_OPEN),
        (-0.5, -0.9, 0.0, True, True, FURTHER),
        (-0.9, -0.5, 0.0, True, True, CLOSER),
        (0.9, 0.5, 0.0, False, False, UNSETTLED),
        (0.9, 0.897, 0.0, True, True, UNSETTLED),  # rounds to nothing
        (15.0, 30.0, None, True, False, None),
        (15.0, 30.0, None, False, False, UNSETTLED),
    ],
)
def test_a_change_is_judged_by_a_test_of_its_distance_to_the_neutral_value(
    before, after, neutral, clear, distance_clear, shown
):
    digits = 1 if neutral == 50 else 2
    assert direction(before, after, neutral, digits, clear, distance_clear) == shown

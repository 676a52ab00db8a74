"""What each target adds to an effect size."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as some

from engine.columns.effect import effect_parts
from engine.measures.seat.association import effect_size


def test_parts_worked_by_hand():
    """X: 3, 5; Y: 1, 1. Means 4 and 1, variance 11/3, d = 3 / sqrt(11/3), c = 2.5.

    n / n_x = n / n_y = 2: parts 2 (3 - 2.5), 2 (5 - 2.5), 2 (2.5 - 1) twice, over the deviation;
    those of X have the mean 3 and those of Y too.
    """
    deviation = (11 / 3) ** 0.5
    assert effect_parts([3, 5, 1, 1], 2) == pytest.approx(
        [part / deviation for part in (1, 5, 3, 3)]
    )


def test_sets_of_unequal_size_have_the_same_mean_part():
    """X: 4; Y: 0, 0, 0 with d = 4 / 2: c = 3, parts 4 (4 - 3) / 2 and -4/3 (0 - 3) / 2 thrice."""
    assert effect_parts([4, 0, 0, 0], 1) == pytest.approx([2, 2, 2, 2])


def test_targets_without_a_score_have_no_part():
    assert effect_parts([3, None, 5, 1, 1], 3) == (
        *effect_parts([3, 5], 1)[:0],
        *[effect_parts([3, 5, 1, 1], 2)[0], None],
        *effect_parts([3, 5, 1, 1], 2)[1:],
    )


@pytest.mark.parametrize("scores", [[1, 1, 1, 1], [None, None, 1, 2], [1, 2, None, None], []])
def test_an_undefined_effect_has_no_parts(scores):
    assert effect_parts(scores, 2) == (None,) * len(scores)


@given(some.lists(some.floats(-2, 2), min_size=4, max_size=12), some.integers(1, 3))
def test_the_mean_of_the_parts_is_the_effect_size(scores, first):
    expected = effect_size(torch.tensor(scores, dtype=torch.float64), first)
    if expected is not None:
        assert np.mean(effect_parts(scores, first)) == pytest.approx(float(expected), abs=1e-9)

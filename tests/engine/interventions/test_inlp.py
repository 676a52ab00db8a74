from __future__ import annotations

import numpy as np

from engine.interventions.inlp import inlp
from tests.engine.interventions.made_data import made_pairs, sides


def test_by_hand_one_round_takes_the_axis_that_tells_the_sides_apart():
    states = np.array([[2.0, 1.0], [2.0, -1.0], [-2.0, 1.0], [-2.0, -1.0]])
    erasure = inlp(states, np.array([True, True, False, False]), 1)
    np.testing.assert_allclose(erasure(states), [[0, 1], [0, -1], [0, 1], [0, -1]], atol=1e-6)


def test_directions_are_orthonormal_and_every_round_takes_one():
    states, is_first = sides(*made_pairs(60, 10, 3))
    erasure = inlp(states, is_first, 4)
    np.testing.assert_allclose(erasure.left @ erasure.left.T, np.eye(4), atol=1e-9)


def test_more_rounds_keep_the_directions_of_fewer():
    states, is_first = sides(*made_pairs(60, 10, 3))
    np.testing.assert_allclose(
        inlp(states, is_first, 4).left[:2], inlp(states, is_first, 2).left, atol=1e-9
    )


def test_it_ends_where_nothing_is_left_to_tell_the_sides_apart():
    states = np.array([[2.0, 0.0], [-2.0, 0.0]] * 10)
    assert inlp(states, np.array([True, False] * 10), 2).rank == 1

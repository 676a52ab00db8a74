from __future__ import annotations

import numpy as np
import pytest

from engine.interventions.steering import (
    mean_difference,
    mean_length,
    principal_component,
    separation,
)
from tests.engine.interventions.made_data import made_pairs

FIRST = np.array([[4.0, 4.0], [2.0, 4.0]])
SECOND = np.array([[1.0, 0.0], [-1.0, 0.0]])


def test_by_hand_the_mean_difference_leads_from_b_to_a():
    np.testing.assert_allclose(mean_difference(FIRST, SECOND), [0.6, 0.8])  # (3, 4) / 5
    np.testing.assert_allclose(mean_difference(SECOND, FIRST), [-0.6, -0.8])


def test_by_hand_the_component_of_equal_differences_is_their_direction():
    np.testing.assert_allclose(principal_component(FIRST, SECOND), [0.6, 0.8], atol=1e-12)
    np.testing.assert_allclose(principal_component(SECOND, FIRST), [-0.6, -0.8], atol=1e-12)


def test_by_hand_the_component_follows_the_largest_differences():
    first = np.array([[3.0, 0.0], [-2.9, 0.0], [0.0, 1.0]])
    second = -first  # differences along the first axis almost cancel in the mean
    np.testing.assert_allclose(principal_component(first, second), [1, 0], atol=1e-12)
    assert abs(mean_difference(first, second)[1]) > 0.9


@pytest.mark.parametrize("direction", [mean_difference, principal_component])
def test_directions_have_length_one_and_turn_with_the_sides(direction):
    first, second = made_pairs(50, 9, 8)
    found = direction(first, second)
    assert np.linalg.norm(found) == pytest.approx(1)
    np.testing.assert_allclose(direction(second, first), -found, atol=1e-9)
    assert separation(first, second, found) > 0


@pytest.mark.parametrize("direction", [mean_difference, principal_component])
def test_equal_sides_have_no_direction(direction):
    np.testing.assert_array_equal(direction(FIRST, FIRST), [0, 0])


def test_by_hand_length_and_separation():
    assert mean_length(np.array([[3.0, 4.0], [0.0, 1.0]])) == 3
    # Along the first axis: means 3 and 0, both with a standard deviation of 1.
    assert separation(FIRST, SECOND, np.array([1.0, 0.0])) == pytest.approx(3)
    assert separation(SECOND, FIRST, np.array([1.0, 0.0])) == pytest.approx(-3)
    assert separation(FIRST, FIRST[::-1], np.array([0.0, 1.0])) == 0

from __future__ import annotations

import numpy as np
import pytest
from sklearn.decomposition import PCA

from engine.interventions.sentence_debias import sentence_debias
from tests.engine.interventions.made_data import made_pairs


def test_by_hand_the_main_direction_of_the_differences_goes_and_the_rest_stays():
    first = np.array([[3.0, 1.0, 0.0], [1.0, 5.0, 2.0]])
    second = np.array([[1.0, 1.0, 0.0], [5.0, 5.0, 2.0]])  # they differ along the first axis
    erasure = sentence_debias(first, second, 1)
    np.testing.assert_allclose(erasure(first), [[0, 1, 0], [0, 5, 2]], atol=1e-12)
    np.testing.assert_allclose(erasure(second), [[0, 1, 0], [0, 5, 2]], atol=1e-12)


def test_by_hand_the_larger_of_two_directions_goes_first():
    first = np.array([[2.0, 0.0, 7.0], [0.0, 1.0, 7.0]])
    second = np.array([[-2.0, 0.0, 7.0], [0.0, -1.0, 7.0]])
    np.testing.assert_allclose(
        sentence_debias(first, second, 1)(first), [[0, 0, 7], [0, 1, 7]], atol=1e-12
    )
    np.testing.assert_allclose(
        sentence_debias(first, second, 2)(first), [[0, 0, 7], [0, 0, 7]], atol=1e-12
    )


@pytest.mark.parametrize("rank", [1, 3])
def test_the_directions_are_those_of_sklearn(rank):
    first, second = made_pairs(40, 8, 1)
    mean = (first + second) / 2
    components = PCA(rank).fit(np.concatenate([first - mean, second - mean])).components_
    expected = first - first @ components.T @ components
    np.testing.assert_allclose(sentence_debias(first, second, rank)(first), expected, atol=1e-9)


def test_no_more_directions_than_the_differences_span():
    first, second = made_pairs(3, 8, 2)
    assert sentence_debias(first, second, 5).rank == 3
    assert sentence_debias(first, first, 5).rank == 0

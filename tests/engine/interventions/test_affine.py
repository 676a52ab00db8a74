"""What holds for every erasure, however it was fitted."""

from __future__ import annotations

import numpy as np
import pytest

from engine.interventions.affine import principal, projection
from engine.interventions.controls import random_projection
from engine.interventions.inlp import inlp
from engine.interventions.leace import leace
from engine.interventions.sentence_debias import sentence_debias
from tests.engine.interventions.made_data import made_pairs, sides

FITTED = {
    "sentence-debias": lambda first, second: sentence_debias(first, second, 3),
    "inlp": lambda first, second: inlp(*sides(first, second), 3),
    "leace": lambda first, second: leace(*sides(first, second)),
    "random": lambda first, second: random_projection(first.shape[1], 3, 0),
}


@pytest.mark.parametrize("method", FITTED)
@pytest.mark.parametrize("pairs", [60, 8])
def test_applied_twice_it_changes_nothing_more(method, pairs):
    first, second = made_pairs(pairs, 12, 6)
    erasure = FITTED[method](first, second)
    fresh, _ = made_pairs(30, 12, 7)
    once = erasure(fresh)
    assert np.abs(once - fresh).max() > 0.01
    np.testing.assert_allclose(erasure(once), once, atol=1e-9)


@pytest.mark.parametrize("method", FITTED)
def test_it_takes_away_as_many_dimensions_as_its_rank(method):
    erasure = FITTED[method](*made_pairs(60, 12, 6))
    fresh, _ = made_pairs(200, 12, 7)
    left = erasure(fresh)
    assert np.linalg.matrix_rank(left - left.mean(0), tol=1e-8) == 12 - erasure.rank


def test_by_hand_a_map_with_a_center():
    from engine.interventions.affine import Erasure

    erasure = Erasure(np.array([1.0, 0.0]), np.array([[1.0, 0.5]]), np.array([[1.0, 0.0]]))
    np.testing.assert_allclose(erasure(np.array([3.0, 4.0])), [1.0, 3.0])  # reads 2, takes (2, 1)
    assert erasure.rank == 1


def test_a_projection_takes_all_along_its_directions():
    found = projection(np.array([[0.6, 0.8]]))(np.array([[3.0, 4.0], [-0.8, 0.6]]))
    np.testing.assert_allclose(found, [[0, 0], [-0.8, 0.6]], atol=1e-12)


def test_principal_components_of_nothing():
    assert principal(np.zeros((4, 3)), 2).shape == (0, 3)

from __future__ import annotations

import numpy as np
import pytest

from engine.files.fit_file import Fit, fit_bytes, read_fit
from engine.interventions.controls import random_direction, random_fit, random_projection


def fit_of(kind, layer, rank, arrays):
    return Fit(kind, "gender", "leace", "m", "sha256:1", "BERT", 4, layer, rank, arrays)


def test_directions_are_orthonormal_and_those_of_their_seed():
    made = random_projection(30, 4, 1)
    np.testing.assert_allclose(made.left @ made.left.T, np.eye(4), atol=1e-12)
    np.testing.assert_array_equal(made.left, random_projection(30, 4, 1).left)
    assert np.abs(made.left - random_projection(30, 4, 2).left).max() > 0.1


def test_vectors_point_everywhere_equally():
    drawn = np.array([random_direction(20, seed) for seed in range(400)])
    np.testing.assert_allclose(np.linalg.norm(drawn, axis=1), 1)
    assert np.linalg.norm(drawn.mean(0)) < 0.15  # 1 / √400 = 0.05 in the mean


def test_the_control_of_an_erasure_has_its_rank_and_its_center():
    arrays = {"center": np.arange(6.0), "left": np.eye(6)[:2], "right": np.eye(6)[:2]}
    made = random_fit(fit_of("erasure", 0, 2, arrays), 3)
    assert (made.method, made.rank, made.about["seed"]) == ("random", 2, 3)
    np.testing.assert_array_equal(made.arrays["center"], np.arange(6))
    np.testing.assert_allclose(made.arrays["left"] @ made.arrays["right"].T, np.eye(2), atol=1e-6)
    assert read_fit(fit_bytes(made)).about == made.about


def test_the_control_of_a_vector_is_as_long_in_the_same_place():
    made = random_fit(fit_of("steering", 3, 1, {"vector": np.array([3.0, 4.0, 0.0])}), 3)
    assert (made.layer, made.width) == (3, 3)
    assert np.linalg.norm(made.arrays["vector"]) == pytest.approx(5)
    assert read_fit(fit_bytes(made)).method == "random"

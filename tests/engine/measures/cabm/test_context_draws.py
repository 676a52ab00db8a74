"""The interval of the unsigned context covers small true distances; the plain norm's does not.

Simulated: fifteen sentences in both framings, whose difference has a known mean and noise.
"""

from __future__ import annotations

import numpy as np
import pytest

from engine.measures.cabm.context_draws import distance_draws, student
from engine.statistics.clustered_means import clustered_contrast

SENTENCES, HIDDEN, DRAWS, REPEATS = 15, 32, 200, 300


def simulated(generator, distance, sentences=SENTENCES):
    """Vectors of both framings of every sentence; noise of the mean difference has length 1."""
    way = generator.normal(size=HIDDEN)
    shift = distance * way / np.linalg.norm(way)
    base = 3 * generator.normal(size=(sentences, HIDDEN))
    noise = generator.normal(size=(sentences, HIDDEN)) * np.sqrt(sentences / HIDDEN)
    return np.concatenate([base, base - shift - noise])


def drawn(generator, vectors):
    """Draws as CABM makes them, those of the plain norm moved to it, and the norm."""
    size = len(vectors) // 2
    group, cluster = np.repeat([0, 1], size), np.tile(np.arange(size), 2)
    contrast = clustered_contrast(group, cluster)
    parts = contrast.parts(vectors)
    shift = vectors[:size].mean(axis=0) - vectors[size:].mean(axis=0)
    moved = shift + generator.normal(size=(DRAWS, size)) @ parts
    lengths = np.linalg.norm(moved, axis=1)
    plain = lengths - lengths.mean() + np.linalg.norm(shift)
    return distance_draws(moved, shift, parts, contrast.freedom), plain


def coverage(distance, sentences):
    """How often the 95% interval holds the true distance: corrected, and of the plain norm."""
    generator = np.random.default_rng(7)
    held = np.zeros(2)
    for _ in range(REPEATS):
        for place, draws in enumerate(drawn(generator, simulated(generator, distance, sentences))):
            low, high = np.quantile(draws, [0.025, 0.975])
            held[place] += low <= distance <= high
    return held / REPEATS


@pytest.mark.parametrize(
    ("distance", "sentences", "below"),
    [(0.0, 15, 0.05), (0.3, 15, 0.2), (1.0, 15, 1), (3.0, 15, 1), (0.0, 3, 0.05), (0.0, 5, 0.05)],
)
def test_the_interval_covers_the_true_distance_and_the_plain_norm_hardly_ever_a_small_one(
    distance, sentences, below
):
    corrected, plain = coverage(distance, sentences)
    assert 0.92 <= corrected <= 1.0
    assert plain < below


def test_the_draws_lie_around_the_square_without_its_noise():
    generator = np.random.default_rng(0)
    means = [np.mean(drawn(generator, simulated(generator, 3.0))[0] ** 2) for _ in range(200)]
    assert np.mean(means) == pytest.approx(9.0, rel=0.05)


def test_what_does_not_vary_keeps_its_length():
    shift = np.array([3.0, 4.0])
    same = distance_draws(np.tile(shift, (5, 1)), shift, np.zeros((4, 2)), 3)
    assert same.tolist() == [5.0] * 5


def test_students_t_is_wider_for_few():
    assert student(1) == pytest.approx(12.7062 / 1.959964, rel=1e-4)
    assert student(1000) == pytest.approx(1, abs=0.01)

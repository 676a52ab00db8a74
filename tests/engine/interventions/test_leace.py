from __future__ import annotations

import numpy as np
import pytest
import scipy.linalg
from sklearn.covariance import ledoit_wolf
from sklearn.linear_model import LogisticRegression

from engine.interventions.leace import leace
from engine.statistics.intervals import wilson
from tests.engine.interventions.made_data import made_pairs, sides


def crossed(states, labels):
    """[width, class], covariance of states and classes."""
    concept = np.eye(labels.max() + 1)[labels.astype(int)]
    return (states - states.mean(0)).T @ (concept - concept.mean(0)) / len(states)


def by_theorem(states, labels, covariance):
    """The map of the theorem with matrix functions of scipy, state by state."""
    white = scipy.linalg.pinvh(scipy.linalg.sqrtm(covariance).real, rtol=1e-6)
    columns = white @ crossed(states, labels)
    project = columns @ scipy.linalg.pinv(columns, rtol=1e-9)
    whole = scipy.linalg.pinvh(white, rtol=1e-9) @ project @ white
    return np.array([state - whole @ (state - states.mean(0)) for state in states])


def three_classes(seed=0, states=300, width=7):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 3, states)
    means = 2 * rng.standard_normal((3, width))
    return rng.standard_normal((states, width)) @ rng.random((width, width)) + means[labels], labels


def test_by_hand_uncorrelated_numbers_keep_all_but_the_concepts_axis():
    states = np.array([[3.0, 1.0], [3.0, -1.0], [1.0, 1.0], [1.0, -1.0]])
    erasure = leace(states, np.array([1, 1, 0, 0]), shrink=False)
    np.testing.assert_allclose(erasure.center, [2, 0])
    np.testing.assert_allclose(erasure(states), [[2, 1], [2, -1], [2, 1], [2, -1]], atol=1e-12)


@pytest.mark.parametrize("shrink", [False, True])
@pytest.mark.parametrize("few", [False, True])
def test_no_covariance_with_the_concept_is_left(shrink, few):
    states, labels = three_classes(states=12, width=30) if few else three_classes()
    erasure = leace(states, labels, shrink)
    assert erasure.rank == 2
    assert np.abs(crossed(states, labels)).max() > 0.1
    assert np.abs(crossed(erasure(states), labels)).max() < 1e-6


def test_it_is_the_map_of_the_theorem():
    states, labels = three_classes()
    plain = by_theorem(states, labels, np.cov(states.T, bias=True))
    np.testing.assert_allclose(leace(states, labels, shrink=False)(states), plain, atol=1e-8)
    shrunk = by_theorem(states, labels, ledoit_wolf(states)[0])
    np.testing.assert_allclose(leace(states, labels)(states), shrunk, atol=1e-8)


def test_of_fewer_states_than_numbers_it_is_the_map_of_the_theorem_too():
    states, labels = three_classes(states=20, width=40)
    plain = by_theorem(states, labels, np.cov(states.T, bias=True))
    np.testing.assert_allclose(leace(states, labels, shrink=False)(states), plain, atol=1e-6)


def test_no_other_erasure_tried_changes_the_states_less():
    first, second = made_pairs(200, 6, 4)
    states, labels = sides(first, second)
    least = ((leace(states, labels, shrink=False)(states) - states) ** 2).mean()
    away = (first - second).mean(0)
    away /= np.linalg.norm(away)
    orthogonal = states - np.outer((states - states.mean(0)) @ away, away)
    assert np.abs(crossed(orthogonal, labels)).max() < 1e-9
    assert least < ((orthogonal - states) ** 2).mean()


@pytest.mark.parametrize("strength", [0.001, 0.1, 1.0, 100.0])
def test_no_linear_probe_finds_the_concept_in_held_out_states(strength):
    def drawn(seed):  # thousands of states, so that a difference of some percent would show
        return sides(*made_pairs(4000, 8, seed))

    mixed, labels = drawn(5)
    erasure = leace(mixed[::2], labels[::2])
    probe = LogisticRegression(C=strength, max_iter=2000)
    held_out, truth = erasure(mixed[1::2]), labels[1::2]
    before = probe.fit(mixed[::2], labels[::2]).score(mixed[1::2], truth)
    hits = round(probe.fit(erasure(mixed[::2]), labels[::2]).score(held_out, truth) * len(truth))
    low, high = wilson(hits, len(truth))
    assert before > 0.8
    assert low <= 0.5 <= high


def test_where_the_means_coincide_nothing_is_taken():
    states = np.array([[1.0, 2.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, 1.0]])
    assert leace(states, np.array([0, 0, 1, 1])).rank == 0

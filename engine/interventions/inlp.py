"""INLP, iterative nullspace projection: take away what linear classifiers read, in rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.interventions.affine import SMALLEST, Erasure, projection

if TYPE_CHECKING:
    import numpy as np


def inlp(states: np.ndarray, is_first: np.ndarray, rank: int) -> Erasure:
    """The projection on the common nullspace of linear classifiers, one after the other.

    In each round a linear support vector machine is trained to tell the two sides apart in what
    the earlier rounds have left, and its direction is taken away too.

    Args:
        states: [state, width].
        is_first: [state], whether it is of side A.
        rank: rounds; fewer where nothing is left by which the sides could be told apart.

    Source: Ravfogel et al. 2020, algorithm 1.
    """
    import numpy as np

    mean = states.mean(axis=0)
    size = float(np.linalg.norm(states - mean, axis=1).mean()) or 1.0
    left = (states - mean) / size
    found = np.zeros((0, states.shape[1]))
    for _ in range(rank):
        direction = _classifier(left, is_first)
        direction -= direction @ found.T @ found  # what rounding has left of earlier directions
        length = float(np.linalg.norm(direction))
        if length < SMALLEST:
            break
        found = np.concatenate([found, direction[None] / length])
        left = left - left @ found[-1:].T @ found[-1:]
    return projection(found)


def _classifier(states: np.ndarray, is_first: np.ndarray) -> np.ndarray:
    """[width], by which a linear support vector machine tells the sides apart."""
    from sklearn.svm import LinearSVC

    # The primal has one solution and needs no random order.
    fitted = LinearSVC(C=1.0, dual=False, max_iter=10_000).fit(states, is_first)
    return fitted.coef_[0].astype(float)

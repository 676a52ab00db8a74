"""Draws of the unsigned context: a distance, freed of what noise alone adds to it.

The distance between two means of few sentences is too long: noise adds its own length. Drawing
sentences again adds it a second time, so intervals of the distance itself leave out small true
distances almost always. The square of the distance has a known excess, the variance of the
difference of the means, and a known variance, so the draws are made of the square.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np


def distance_draws(moved: np.ndarray, shift: np.ndarray, influence: np.ndarray) -> np.ndarray:
    """Draws of the length of a difference of means, without the length of its noise.

    |shift|^2 - tr V estimates the square without bias, V being the covariance of the shift. Its
    variance is 4 d'Vd + 2 tr V^2 with d the true shift, both terms estimated without bias. The
    draws of |moved|^2 give the shape; they are moved and scaled to this mean and variance, and
    widened by `student`.

    Args:
        moved: [draw, hidden], the difference of the means in each bootstrap draw.
        shift: [hidden], the difference of the means.
        influence: [cluster, hidden], of the sentences that are drawn together, on the shift;
            they sum to 0 and their mean squares over the number of clusters are V.

    Returns:
        [draw], at least 0.

    Source: Bai and Saranadasa 1996 (the trace of a squared covariance matrix).
    """
    import numpy as np

    clusters = len(influence)
    squares = (moved**2).sum(axis=1)
    spread = float(squares.std())
    if clusters < 2 or spread == 0:
        return np.full(len(moved), float(np.linalg.norm(shift)))
    products = influence @ influence.T
    noise = float(np.trace(products)) / (clusters * (clusters - 1))
    along = float(((influence @ shift) ** 2).sum()) / (clusters * (clusters - 1))
    trace = _trace_of_square(products) / clusters**2
    variance = 4 * max(along - trace, 0.0) + 2 * trace * clusters / (clusters - 1)
    wider = float(np.sqrt(variance)) / spread * student(clusters)
    drawn = (squares - squares.mean()) * wider
    found: np.ndarray = np.sqrt(np.maximum(float(shift @ shift) - noise + drawn, 0.0))
    return found


def student(clusters: int) -> float:
    """How much wider Student's t is at 95% than the normal distribution, for so many clusters."""
    from scipy.stats import norm, t

    return float(t.ppf(0.975, clusters - 1) / norm.ppf(0.975))


def _trace_of_square(products: np.ndarray) -> float:
    """tr C^2 of the covariance matrix C of few vectors, from their products.

    Args:
        products: [vector, vector], inner products of the vectors less their mean.
    """
    size = len(products)
    square = float((products**2).sum()) / (size - 1) ** 2
    if size < 3:
        return square
    total = float(products.trace()) / (size - 1)
    share = (size - 1) ** 2 / ((size - 2) * (size + 1))
    return max(share * (square - total**2 / (size - 1)), 0.0)


def influences(
    vectors: np.ndarray, group: np.ndarray, cluster: np.ndarray, size: int
) -> np.ndarray:
    """What each cluster of sentences adds to the difference of the groups' means.

    Args:
        vectors: [sentence, hidden].
        group: [sentence], 0 or 1.
        cluster: [sentence], which sentences are drawn together.
        size: number of clusters.

    Returns:
        [cluster, hidden], sum 0.
    """
    import numpy as np

    found = np.zeros((size, vectors.shape[1]))
    for place, sign in ((0, 1.0), (1, -1.0)):
        rows = np.flatnonzero(group == place)
        centred = vectors[rows] - vectors[rows].mean(axis=0)
        np.add.at(found, cluster[rows], sign * size * centred / len(rows))
    return found

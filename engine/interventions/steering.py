"""Directions from side B towards side A of a concept, for vectors that steer a layer's output."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.interventions.affine import principal

if TYPE_CHECKING:
    import numpy as np


def mean_difference(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The direction of the mean of side A − the mean of side B.

    Args:
        first: [pair, width], states of side A.
        second: [pair, width], states of side B.

    Returns:
        [width], of length 1, or 0 where the means coincide.

    Source: arXiv 2503.05371, difference of means.
    """
    return _of_length_one((first - second).mean(axis=0).astype(float))


def principal_component(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The direction in which pair differences are largest.

    A component has no sign of its own: it is turned so that the mean of side A is further along
    it than that of side B.

    Args:
        first: [pair, width], states of side A.
        second: [pair, width], states of side B.

    Returns:
        [width], of length 1, or 0 where all differences are 0.

    Source: arXiv 2503.05371; the components are those of SentenceDebias (Liang et al. 2020).
    """
    import numpy as np

    half = (first - second).astype(float) / 2
    components = principal(np.concatenate([half, -half]), 1)
    if not len(components):
        return np.zeros(first.shape[1])
    return components[0] if components[0] @ half.mean(axis=0) >= 0 else -components[0]


def mean_length(states: np.ndarray) -> float:
    """How long the states of a layer are in the mean: what a strength of 1 adds.

    Args:
        states: [state, width].
    """
    import numpy as np

    return float(np.linalg.norm(states, axis=1).mean())


def separation(first: np.ndarray, second: np.ndarray, direction: np.ndarray) -> float:
    """How far apart the two sides are along a direction.

    Args:
        first: [pair, width], states of side A.
        second: [pair, width], states of side B.
        direction: [width].

    Returns:
        Difference of the means in standard deviations of a side; above 0 where side A is further
        along; 0 where it has no spread.

    Source: Cohen 1988, d.
    """
    import numpy as np

    ours, theirs = first @ direction, second @ direction
    spread = float(np.sqrt((ours.var() + theirs.var()) / 2))
    return float((ours.mean() - theirs.mean()) / spread) if spread else 0.0


def _of_length_one(vector: np.ndarray) -> np.ndarray:
    import numpy as np

    length = float(np.linalg.norm(vector))
    return vector / length if length else vector

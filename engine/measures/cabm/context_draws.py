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


_LEAST_FREEDOM = 1.5  # below, the square of a trace says nothing of that of its matrix


def distance_draws(
    moved: np.ndarray, shift: np.ndarray, parts: np.ndarray, freedom: float
) -> np.ndarray:
    """Draws of the length of a difference of means, without the length of its noise.

    |shift|^2 - tr V estimates the square without bias, V being the covariance of the shift. Its
    variance is 4 d'Vd + 2 tr V^2 with d the true shift, both terms estimated without bias. The
    draws of |moved|^2 give the shape; they are moved and scaled to this mean and variance, and
    widened by `student`.

    Args:
        moved: [draw, hidden], the difference of the means in each draw.
        shift: [hidden], the difference of the means.
        parts: [cluster, hidden], of `ClusteredContrast.parts`: the sum of their products is V.
        freedom: degrees of freedom of V.

    Returns:
        [draw], at least 0.

    Source: Bai and Saranadasa 1996 (the trace of a squared covariance matrix).
    """
    import numpy as np

    squares = (moved**2).sum(axis=1)
    deviation = float(squares.std())
    if deviation == 0:
        return np.full(len(moved), float(np.linalg.norm(shift)))
    products = parts @ parts.T
    noise = float(np.trace(products))
    along = float(((parts @ shift) ** 2).sum())
    trace = _trace_of_square(products, freedom)
    variance = 4 * max(along - trace, 0.0) + 2 * trace * (freedom + 1) / freedom
    wider = float(np.sqrt(variance)) / deviation * student(freedom)
    drawn = (squares - squares.mean()) * wider
    found: np.ndarray = np.sqrt(np.maximum(float(shift @ shift) - noise + drawn, 0.0))
    return found


def student(freedom: float) -> float:
    """How much wider Student's t is at 95% than the normal distribution.

    Args:
        freedom: degrees of freedom.
    """
    from scipy.stats import norm, t

    return float(t.ppf(0.975, freedom) / norm.ppf(0.975))


def _trace_of_square(products: np.ndarray, freedom: float) -> float:
    """tr V^2 of a covariance matrix V of few degrees of freedom, without bias.

    Args:
        products: [cluster, cluster], inner products of the parts that V is the sum of.
    """
    square = float((products**2).sum())
    if freedom < _LEAST_FREEDOM:
        return square
    share = freedom**2 / ((freedom - 1) * (freedom + 2))
    return max(share * (square - float(products.trace()) ** 2 / freedom), 0.0)

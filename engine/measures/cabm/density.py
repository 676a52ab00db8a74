"""Kernel density of the scores under one weighting, where there are enough to draw one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.measures.cabm.validation import varies

LEAST_DENSITY = 20  # scores; below, a smooth curve would be made of the kernel


def density(scores: Sequence[float], low: float, high: float, points: int = 160) -> dict[str, Any]:
    """Gaussian kernel density with Scott's bandwidth.

    Args:
        low: where the curve begins; high: where it ends.

    Returns:
        `x` and `y` [point] (y integrates to 1 over the line) and `bandwidth`, in the units of
        the scores; empty and None for fewer than `LEAST_DENSITY` scores, or where all are
        equal.

    Source: Scott 1992.
    """
    import numpy as np
    from scipy.stats import gaussian_kde

    values = np.asarray(scores, float)
    if len(values) < LEAST_DENSITY or not varies(scores):
        return {"x": [], "y": [], "bandwidth": None}
    kernel = gaussian_kde(values)
    places = np.linspace(low, high, points)
    return {
        "x": places.tolist(),
        "y": kernel(places).tolist(),
        "bandwidth": float(kernel.factor * values.std(ddof=1)),
    }

"""How the scores lie under each weighting, with kernel densities where there are enough of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.measures.cabm.correlation import varies
from engine.measures.cabm.validation import spread

LEAST_DENSITY = 20  # scores; below, a smooth curve would be made of the kernel


def distributions(scores: Mapping[str, Sequence[float]]) -> dict[str, dict[str, Any]]:
    """How the scores lie under each weighting, with densities on one common line.

    Args:
        scores: weighting -> score of every target.

    Returns:
        Weighting -> `n`, what `spread` gives, `mean`, `minimum`, `maximum`, and `density`.

    Source: CABM thesis, figure 11.
    """
    import numpy as np

    edge = density_edge(scores)
    return {
        name: {
            "n": len(each),
            "mean": float(np.mean(each)),
            "minimum": min(each),
            "maximum": max(each),
            **spread(np.asarray(each, float)),
            "density": density(each, -edge, edge),
        }
        for name, each in scores.items()
    }


def density_edge(scores: Mapping[str, Sequence[float]]) -> float:
    """How far either side of 0 a line runs that holds all densities to where they end."""
    farthest = max((abs(score) for each in scores.values() for score in each), default=1.0)
    widths = [density(each, 0, 0, 2)["bandwidth"] or 0.0 for each in scores.values()]
    return 1.05 * farthest + 3 * max(widths, default=0.0)


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

"""Rank correlations with their intervals."""

from __future__ import annotations

from collections.abc import Sequence

from engine.statistics.intervals import CONFIDENCE, DRAWS


def rank_correlation(
    first: Sequence[float], second: Sequence[float], seed: int, draws: int = DRAWS
) -> dict[str, float | int | list[float] | None]:
    """Spearman's rank correlation with a percentile bootstrap interval.

    Args:
        first: [case].
        second: [case], of the same cases, which are drawn together.
        seed: of the draws.

    Returns:
        `rho` (-1 to 1), `interval` (95%) and `n`. `rho` is None below three cases or where
        one side does not vary, and `interval` where a draw in two has no `rho`.

    Source: Spearman 1904.
    """
    import numpy as np
    from scipy.stats import rankdata

    sides = np.array([first, second], float)
    size = sides.shape[1]
    if size < 3 or not (np.ptp(sides, axis=1) > 0).all():
        return {"rho": None, "interval": None, "n": size}
    generator = np.random.default_rng(seed)
    picked = generator.integers(0, size, (draws, size))
    drawn = rankdata(sides[:, picked], axis=-1)  # [side, draw, case]
    drawn -= drawn.mean(axis=-1, keepdims=True)
    scale = np.sqrt((drawn**2).sum(axis=-1).prod(axis=0))
    found = (drawn[0] * drawn[1]).sum(axis=-1)[scale > 0] / scale[scale > 0]
    tail = (1 - CONFIDENCE) / 2
    interval = np.quantile(found, [tail, 1 - tail]).tolist() if len(found) > draws / 2 else None
    ranks = rankdata(sides, axis=-1)
    return {"rho": float(np.corrcoef(ranks)[0, 1]), "interval": interval, "n": size}

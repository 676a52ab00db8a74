"""How alike two scores rank the same targets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.statistics.correlation import ONE_ORDER, drawn_rank_correlations, one_order_interval
from engine.statistics.intervals import with_width

if TYPE_CHECKING:
    import numpy as np


DRAWS = 2000
_SAME = 1e-12  # relative range of values that are equal but for rounding


def varies(values: Sequence[float]) -> bool:
    """Whether values differ by more than rounding."""
    return max(values) - min(values) > _SAME * (1 + max(map(abs, values))) if len(values) else False


def correlation(
    first: Sequence[float], second: Sequence[float], seed: int = 0, draws: int = DRAWS
) -> dict[str, Any]:
    """Pearson and Spearman of two scores, with a bootstrap interval of Spearman over targets.

    Args:
        first: [target].
        second: [target], of the same targets.

    Returns:
        `pearson`, `spearman`, `spearman_interval` (95%, percentile), `spearman_p`, `n`; None
        where one score is the same for all, or there are fewer than three targets.
    """
    import numpy as np
    from scipy.stats import pearsonr, spearmanr

    one, other = np.asarray(first, float), np.asarray(second, float)
    size = len(one)
    nothing = dict.fromkeys(("pearson", "spearman", "spearman_interval", "spearman_p"))
    if size < 3 or not varies(first) or not varies(second):
        return {**nothing, "n": size}
    ranked = spearmanr(one, other)
    return {
        "pearson": float(pearsonr(one, other).statistic),
        "spearman": float(ranked.statistic),
        "spearman_interval": _interval(one, other, float(ranked.statistic), seed, draws),
        "spearman_p": float(ranked.pvalue),
        "n": size,
    }


def _interval(
    one: np.ndarray, other: np.ndarray, rho: float, seed: int, draws: int
) -> list[float] | None:
    import numpy as np

    if abs(rho) > ONE_ORDER:  # every draw would be too
        bounds = one_order_interval(rho, len(one))
        return None if bounds is None else list(bounds)
    found = drawn_rank_correlations(np.array([one, other]), seed, draws)
    if len(found) < draws / 2:
        return None
    ends = with_width(*np.quantile(found, [0.025, 0.975]))
    return None if ends is None else list(ends)

"""Intervals, tests and corrections: thin names over scipy, statsmodels and numpy."""

from __future__ import annotations

from collections.abc import Sequence

DRAWS = 2000
CONFIDENCE = 0.95


def ratio_bootstrap(
    numerators: Sequence[float], denominators: Sequence[float], seed: int, draws: int = DRAWS
) -> tuple[float, float] | None:
    """Percentile bootstrap interval of sum(numerators) / sum(denominators).

    Args:
        numerators: [unit].
        denominators: [unit]; units are drawn together.

    Returns:
        (low, high) at 95 %, or None where fewer than two units leave nothing to draw.
    """
    import numpy as np

    size = len(numerators)
    if size < 2:
        return None
    generator = np.random.default_rng(seed)
    top, bottom = np.asarray(numerators, float), np.asarray(denominators, float)
    ratios = []
    for start in range(0, draws, 200):  # bounded memory for long texts
        picked = generator.integers(0, size, (min(200, draws - start), size))
        ratios.append(top[picked].sum(axis=1) / np.maximum(bottom[picked].sum(axis=1), 1e-12))
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(np.concatenate(ratios), [tail, 1 - tail])
    return float(low), float(high)


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Wilson score interval of a proportion.

    Returns:
        (low, high) at 95 %, between 0 and 1.

    Raises:
        ValueError: if there are no trials.

    Source: Wilson 1927.
    """
    from statsmodels.stats.proportion import proportion_confint

    if trials < 1:
        raise ValueError("a proportion needs at least one trial")
    low, high = proportion_confint(successes, trials, alpha=1 - CONFIDENCE, method="wilson")
    return float(low), float(high)

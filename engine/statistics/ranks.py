"""Intervals of ranks: where in a list contestants may be that were measured on the same units.

The bootstrap distribution of a rank is no guide to where the rank is: near ties it contains the
true one too seldom. A rank is therefore read from intervals of the differences to all others, which
hold together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.statistics.intervals import CONFIDENCE, DRAWS

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np

_CHUNK = 2_000_000  # numbers drawn at a time


def rank_intervals(
    values: np.ndarray, seed: int, draws: int = DRAWS, distinct: np.ndarray | None = None
) -> list[tuple[int, int]]:
    """Interval of the rank of each mean, 1 being the lowest.

    For each contestant the differences to all others are bootstrapped together, units being drawn
    for all contestants alike, and studentised; the largest of them sets the width at which all hold
    with 95%. Its best rank is 1 more than the number of others that are then surely lower, its
    worst the number of contestants less those that are surely higher.

    Args:
        values: [contestant, unit], of the same units.
        seed: of the draws.
        distinct: [contestant, other] bool, which of them a test tells apart as well; the others
            are never put in order. Where a handful of units differ, an exact test is the surer one.

    Returns:
        (best, worst) for each; the interval of one contestant contains its rank in at least
        95% of samples, the rank being 1 plus the number of others that are truly lower.

    Source: Mogstad, Romano, Shaikh and Wilhelm 2024, section 3 (marginal confidence sets).
    """
    import numpy as np
    from scipy.stats import norm

    many = len(values)
    means = values.mean(axis=1)
    differences = means[:, None] - means  # [contestant, other]
    errors = _null_errors(values)
    known = errors > 0
    ordered = known if distinct is None else known & distinct
    scale = np.where(known, errors, 1.0)
    largest = []
    for drawn in drawn_means(values, seed, draws):
        shifts = np.abs(drawn[:, :, None] - drawn[:, None, :] - differences) / scale
        largest.append(np.where(known, shifts, 0.0).max(axis=2))
    # Few units that differ make draws that hardly vary; a normal quantile is the least.
    least = float(norm.ppf((1 + CONFIDENCE) / 2))
    widths = np.maximum(np.quantile(np.concatenate(largest), CONFIDENCE, axis=0), least)
    reach = widths[:, None] * scale
    lower = (ordered & (differences > reach)).sum(axis=1)
    higher = (ordered & (differences < -reach)).sum(axis=1)
    return [(1 + int(below), many - int(above)) for below, above in zip(lower, higher, strict=True)]


def drawn_means(values: np.ndarray, seed: int, draws: int) -> Iterator[np.ndarray]:
    """Means of [contestant, unit] on units drawn with replacement, the same ones for all.

    Yields:
        [draw, contestant], in chunks that bound the memory.
    """
    import numpy as np

    size = values.shape[1]
    generator = np.random.default_rng(seed)
    step = max(1, _CHUNK // max(size, len(values) ** 2))  # differences of all pairs are made of it
    for start in range(0, draws, step):
        many = min(step, draws - start)
        picked = generator.integers(0, size, (many, size)) + size * np.arange(many)[:, None]
        counts = np.bincount(picked.ravel(), minlength=many * size).reshape(many, size)
        yield counts @ values.T / size


def _null_errors(values: np.ndarray) -> np.ndarray:
    """Standard error of each difference if it were 0, [contestant, other], as McNemar's test."""
    import numpy as np

    size = values.shape[1]
    products = values @ values.T
    squares = np.diag(products)
    # The difference of large sums is rounded: what is left of equal contestants is no error.
    total = squares[:, None] + squares - 2 * products
    total[total < 1e-9 * max(float(squares.max()), 1e-9)] = 0.0
    return np.sqrt(total) / size

"""Intervals of ranks: where in a list contestants may be that were measured on the same units.

The bootstrap distribution of a rank is no guide to where the rank is: near ties it contains the
true one too seldom. A rank is therefore read from intervals of the differences to all others, which
hold together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.statistics.intervals import CONFIDENCE, DRAWS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np

TIE_BAND = 1e-6  # means that differ by less share a rank
_CHUNK = 2_000_000  # numbers drawn at a time


def ranks_of(means: Sequence[float]) -> list[int]:
    """Rank of each of the means, which are in order; those near the first of a rank share it."""
    found: list[int] = []
    start = 0
    for row, mean in enumerate(means):
        if mean - means[start] > TIE_BAND:
            start = row
        found.append(start + 1)
    return found


def rank_intervals(
    values: np.ndarray,
    seed: int,
    draws: int = DRAWS,
    distinct: np.ndarray | None = None,
    neutral: float | None = None,
) -> list[tuple[int, int]]:
    """Interval of the rank of each mean, or of its distance from a neutral one, 1 being the lowest.

    For each contestant the differences to all others are bootstrapped together, units being drawn
    for all contestants alike, and studentised; the largest of them sets the width at which all hold
    with 95%. Its best rank is 1 more than the number of others that are then surely lower, its
    worst the number of contestants less those that are surely higher. Distances are put in order
    only where the mean differs both from the other and from the other mirrored at the neutral one.

    Args:
        values: [contestant, unit], of the same units.
        seed: of the draws.
        distinct: [contestant, other] bool, which of them a test tells apart as well; the others
            are never put in order. Where a handful of units differ, an exact test is the surer one.
        neutral: mean from which distances are ranked; None to rank the means.

    Returns:
        (best, worst) for each; the interval of one contestant contains its rank in at least
        95% of samples, the rank being 1 plus the number of others that are truly lower.

    Source: Mogstad, Romano, Shaikh and Wilhelm 2024, section 3 (marginal confidence sets).
    """
    import numpy as np
    from scipy.stats import norm

    many = len(values)
    compared = _compared(values, neutral)
    means = values.mean(axis=1)
    ordered = compared.known if distinct is None else compared.known & distinct
    largest = []
    for drawn in drawn_means(values, seed, draws):
        moved = drawn - means
        shifts = np.abs(moved[:, :, None] - compared.side * moved[:, None, :]) / compared.scale
        largest.append(np.where(compared.known, shifts, 0.0).max(axis=2))
    # Few units that differ make draws that hardly vary; a normal quantile is the least.
    least = float(norm.ppf((1 + CONFIDENCE) / 2))
    widths = np.maximum(np.quantile(np.concatenate(largest), CONFIDENCE, axis=0), least)
    beyond = widths[:, None]
    lower = (ordered & (compared.sizes > beyond)).sum(axis=1)
    higher = (ordered & (compared.sizes < -beyond)).sum(axis=1)
    return [(1 + int(below), many - int(above)) for below, above in zip(lower, higher, strict=True)]


class _Compared(NamedTuple):
    """How far every contestant is above every other, [contestant, other] each.

    Args:
        sizes: difference in standard errors; of distances the smaller of the two.
        side: of the other one in that difference: 1 as it is, -1 mirrored.
        scale: standard error of that difference.
        known: whether it has one.
    """

    sizes: np.ndarray
    side: np.ndarray
    scale: np.ndarray
    known: np.ndarray


def _compared(values: np.ndarray, neutral: float | None) -> _Compared:
    import numpy as np

    centred = values if neutral is None else values - neutral
    means = centred.mean(axis=1)
    plain = _studentised(means[:, None] - means, _null_errors(centred, 1.0))
    if neutral is None:
        return _Compared(plain.sizes, np.ones_like(plain.sizes), plain.scale, plain.known)
    mirrored = _studentised(means[:, None] + means, _null_errors(centred, -1.0))
    opposite = np.abs(mirrored.sizes) < np.abs(plain.sizes)
    smaller = np.minimum(np.abs(plain.sizes), np.abs(mirrored.sizes))
    return _Compared(
        sizes=smaller * np.sign(plain.sizes * mirrored.sizes),
        side=np.where(opposite, -1.0, 1.0),
        scale=np.where(opposite, mirrored.scale, plain.scale),
        known=plain.known & mirrored.known,
    )


class _Studentised(NamedTuple):
    sizes: np.ndarray
    scale: np.ndarray
    known: np.ndarray


def _studentised(differences: np.ndarray, errors: np.ndarray) -> _Studentised:
    import numpy as np

    known = errors > 0
    scale = np.where(known, errors, 1.0)
    return _Studentised(differences / scale, scale, known)


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


def _null_errors(values: np.ndarray, side: float) -> np.ndarray:
    """Standard error of each difference if it were 0, [contestant, other], as McNemar's test.

    Args:
        values: [contestant, unit].
        side: 1 for a difference, -1 for a sum.
    """
    import numpy as np

    size = values.shape[1]
    products = values @ values.T
    squares = np.diag(products)
    # The difference of large sums is rounded: what is left of equal contestants is no error.
    total = squares[:, None] + squares - 2 * side * products
    total[total < 1e-9 * max(float(squares.max()), 1e-9)] = 0.0
    return np.sqrt(total) / size

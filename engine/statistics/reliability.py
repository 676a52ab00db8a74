"""Krippendorff's alpha with its intervals, for as many units as a set of prompts has.

The `krippendorff` package sets up a table of all values against all values, which for 10,000
scores does not fit in memory, and it gives no interval. For squared differences alpha needs only
sums; for two values, yes and no, that is nominal alpha.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from engine.statistics.intervals import CONFIDENCE, with_width

if TYPE_CHECKING:
    import numpy as np


ALPHA_DRAWS = 1000
_CHUNK = 4_000_000  # numbers drawn at a time


def alpha_interval(
    values: np.ndarray, owner: np.ndarray, seed: int, draws: int = ALPHA_DRAWS
) -> tuple[float | None, tuple[float, float] | None, int]:
    """Agreement of raters on an interval scale, with a percentile bootstrap interval.

    Args:
        values: [rater, unit], nan where a rater says nothing; for yes and no, 1 and 0.
        owner: [unit] what it is part of; these are drawn, with all their units.
        seed: of the draws.

    Returns:
        alpha (1 full agreement, 0 that of chance, below 0 less), its interval and the units that
        two raters or more judged. alpha is None where there is no such unit or no value differs,
        and the interval where a draw in two has no alpha, or every draw the same one, as in full
        agreement.

    Source: Krippendorff 2019, chapter 12.
    """
    import numpy as np

    sums, units = _sums(values, owner)
    alpha = _alpha(sums.sum(axis=0)[None])[0]
    if np.isnan(alpha):
        return None, None, units
    generator = np.random.default_rng(seed)
    size = len(sums)
    found = []
    step = max(1, _CHUNK // size)
    for start in range(0, draws, step):
        many = min(step, draws - start)
        picked = generator.integers(0, size, (many, size)) + size * np.arange(many)[:, None]
        counts = np.bincount(picked.ravel(), minlength=many * size).reshape(many, size)
        found.append(_alpha(counts @ sums))
    drawn = np.concatenate(found)
    drawn = drawn[~np.isnan(drawn)]
    if size < 2 or len(drawn) <= draws / 2:
        return float(alpha), None, units
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail])
    return float(alpha), with_width(low, high), units


def crossed_alpha_interval(
    values: np.ndarray, owner: np.ndarray, rows: np.ndarray, columns: np.ndarray
) -> tuple[float, float] | None:
    """Interval of alpha over units that share rows and columns, as prompts groups and templates.

    Its variance is clustered both ways and never less than by rows or by columns alone, each part
    by leaving out one row, one column or one owner at a time. Student's t has the degrees of
    freedom of the fewer of rows and columns.

    Args:
        values: [rater, unit], nan where a rater says nothing; for yes and no, 1 and 0.
        owner: [unit] what it is part of, from 0; each has a unit that two raters judged.
        rows, columns: [owner] number of its row, and of its column.

    Returns:
        (low, high) at 95%, at most 1; None where alpha is undefined, also without one of them,
        where it is 1, and below two rows or columns.

    Source: Cameron, Gelbach and Miller 2011; Efron and Tibshirani 1993, chapter 11 (jackknife).
    """
    import numpy as np
    from scipy.stats import t

    sums, _ = _sums(values, owner)
    alpha = float(_alpha(sums.sum(axis=0)[None])[0])
    fewest = min(len(np.unique(rows)), len(np.unique(columns)))
    if not alpha < 1 or fewest < 2:
        return None
    by_row, by_column, alone = (
        _jackknifed(sums, place) for place in (rows, columns, np.arange(len(sums)))
    )
    squared = float(np.max([by_row, by_column, by_row + by_column - alone]))
    if not squared > 0:  # also where alpha is undefined without one of them
        return None
    reach = float(t.ppf((1 + CONFIDENCE) / 2, fewest - 1)) * math.sqrt(squared)
    return with_width(alpha - reach, min(1.0, alpha + reach))


def _jackknifed(sums: np.ndarray, clusters: np.ndarray) -> float:
    """Squared error of alpha by leaving out one cluster at a time; nan where that leaves none."""
    import numpy as np

    _, place = np.unique(clusters, return_inverse=True)
    own = np.stack([np.bincount(place, column) for column in sums.T], axis=1)
    left = _alpha(sums.sum(axis=0) - own)
    return (len(left) - 1) * float(left.var())


def _sums(values: np.ndarray, owner: np.ndarray) -> tuple[np.ndarray, int]:
    """[owner, sum]: values, their sum, their squares, and the disagreement within units."""
    import numpy as np

    there = ~np.isnan(values)
    # Differences do not change with the origin; near the mean their squares lose no digits.
    centred = np.where(there, values - (values[there].mean() if there.any() else 0.0), 0.0)
    many, total, squares = there.sum(axis=0), centred.sum(axis=0), (centred**2).sum(axis=0)
    paired = many > 1
    if not paired.any():
        return np.zeros((1, 4)), 0
    many, total, squares = many[paired], total[paired], squares[paired]
    within = 2 * (many * squares - total**2) / (many - 1)
    _, place = np.unique(owner[paired], return_inverse=True)
    columns = (many, total, squares, within)
    return np.stack([np.bincount(place, column) for column in columns], axis=1), len(many)


def _alpha(sums: np.ndarray) -> np.ndarray:
    """Alpha of each row of `_sums` added up; nan where no value differs."""
    import numpy as np

    many, total, squares, within = sums.T
    expected = 2 * (many * squares - total**2) / np.maximum(many - 1, 1)
    defined = expected > 1e-12 * np.maximum(squares * many, 1e-300)
    ratio = np.divide(within, expected, out=np.full(len(many), np.nan), where=defined)
    return 1 - ratio

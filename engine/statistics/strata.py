"""Intervals of weighted sums of means, where each mean is of a sample of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.statistics.intervals import CONFIDENCE, DRAWS, FEW_VALUES

if TYPE_CHECKING:
    import numpy as np

# Where more of the draws have no standard error, they say too little about the tails.
_CONSTANT_DRAWS = 0.05


class _Stratum(NamedTuple):
    """One stratum: its size, mean [column], squared error [column], and those of each draw.

    Args:
        drawn: [draw, column] drawn means, less the mean.
    """

    size: int
    mean: np.ndarray
    squared: np.ndarray
    drawn: np.ndarray
    drawn_squared: np.ndarray


def stratified_intervals(
    values: np.ndarray, strata: np.ndarray, weights: np.ndarray, seed: int, draws: int = DRAWS
) -> tuple[np.ndarray, np.ndarray]:
    """Weighted sums of the means of strata, with studentised bootstrap intervals.

    Units are drawn within their stratum, and every draw is divided by its own standard error
    (bootstrap-t). Of few values the interval is that of a t distribution with Satterthwaite's
    degrees of freedom, which for a single stratum is Student's.

    Args:
        values: [unit, column]; each column is treated on its own, with the same draws.
        strata: [unit] number of its stratum, from 0.
        weights: [sum, stratum]; a sum rests on the strata whose weight is not 0.
        seed: of the draws; each stratum has its own stream, so that the interval of one mean
            does not depend on the other strata.

    Returns:
        [sum, column] weighted sums, and [sum, column, 2] their bounds at 95%. NaN where a sum
        rests on a stratum without units; the bounds also where one has a single unit.

    Source: Efron and Tibshirani 1993, section 12.5; Satterthwaite 1946.
    """
    import numpy as np

    found = [
        _stratum(values[strata == number], np.random.default_rng([seed, number]), draws)
        for number in range(weights.shape[1])
    ]
    sums = np.empty((len(weights), values.shape[1]))
    bounds = np.empty((*sums.shape, 2))
    for row, weight in enumerate(weights):
        parts = [(float(one), part) for one, part in zip(weight, found, strict=True) if one]
        sums[row] = np.sum([one * part.mean for one, part in parts], axis=0)
        bounds[row] = _bounds(parts, sums[row], values.shape[1])
    return sums, bounds


def _stratum(units: np.ndarray, generator: np.random.Generator, draws: int) -> _Stratum:
    import numpy as np

    size, columns = units.shape
    if size < 2:
        nothing = np.full(columns, np.nan)
        mean = units[0] if size else nothing
        return _Stratum(size, mean, nothing, nothing[None], nothing[None])
    mean = units.mean(axis=0)
    rest = units - mean
    # How often each unit is drawn: means and squares of all columns are then two products.
    times = generator.multinomial(size, np.full(size, 1 / size), size=draws) / size
    drawn = times @ rest
    squared = np.maximum(times @ rest**2 - drawn**2, 0.0) / (size - 1)
    return _Stratum(size, mean, rest.var(axis=0) / (size - 1), drawn, squared)


def _bounds(parts: list[tuple[float, _Stratum]], sums: np.ndarray, columns: int) -> np.ndarray:
    import numpy as np
    from scipy.stats import t

    if any(part.size < 2 for _, part in parts):
        return np.full((columns, 2), np.nan)
    squared = np.array([one**2 * part.squared for one, part in parts])  # [stratum, column]
    error = np.sqrt(squared.sum(axis=0))
    sizes = np.array([part.size for _, part in parts])
    tail = (1 - CONFIDENCE) / 2
    drawn = np.sum([one * part.drawn for one, part in parts], axis=0)  # [draw, column]
    drawn_error = np.sqrt(np.sum([one**2 * part.drawn_squared for one, part in parts], axis=0))
    bounds = np.stack([sums, sums], axis=1)
    for column in np.flatnonzero(error > 0):
        varies = drawn_error[:, column] > 1e-12 * max(1.0, abs(sums[column]))
        if sizes.sum() < FEW_VALUES or varies.mean() < 1 - _CONSTANT_DRAWS:
            each = squared[:, column]
            freedom = each.sum() ** 2 / (each**2 / (sizes - 1)).sum()
            high = float(t.ppf(1 - tail, freedom))
            low = -high
        else:
            studentised = drawn[varies, column] / drawn_error[varies, column]
            low, high = np.quantile(studentised, [tail, 1 - tail])
        bounds[column] -= np.array([high, low]) * error[column]
    return bounds

"""What each target adds to an effect size d, the difference of two means in standard deviations."""

from __future__ import annotations

from collections.abc import Sequence


def effect_parts(scores: Sequence[float | None], first: int) -> tuple[float | None, ...]:
    """Parts of d whose mean is d, so that contestants can be compared target by target.

    A part is n (s - c) / (size of its set · sd), negative in the second set, with the standard
    deviation sd of all scores taken as known. c is the point for which the parts of both sets have
    the mean d, so that parts differ by their target and not by their set.

    Args:
        scores: [target], the first set first; None where a target has none.
        first: targets of the first set.

    Returns:
        [target]; None where a target has no score, and all None where d is undefined.
    """
    import numpy as np

    values = np.array([np.nan if score is None else score for score in scores], float)
    known = ~np.isnan(values)
    in_first = np.arange(len(values)) < first
    size = int(known.sum())
    size_first = int((known & in_first).sum())
    size_second = size - size_first
    if not size_first or not size_second or not (spread := values[known].std(ddof=1)) > 0:
        return (None,) * len(scores)
    mean_first, mean_second = values[known & in_first].mean(), values[known & ~in_first].mean()
    centre = (size_second * mean_first + size_first * mean_second) / size
    weights = np.where(in_first, size / size_first, -size / size_second)
    parts = weights * (values - centre) / spread
    return tuple(float(part) if there else None for part, there in zip(parts, known, strict=True))

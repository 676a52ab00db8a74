"""What each target adds to an effect size d, the difference of two means in standard deviations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.columns.column import IDENTITY, Reading, Scale
from engine.statistics.list_difference import list_difference

if TYPE_CHECKING:
    import pandas as pd


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


def effect_reading(
    found: Mapping[str, Any],
    scores: Sequence[float | None],
    first: int,
    notes: Sequence[str],
    detail: Mapping[str, Any],
) -> Reading:
    """The reading of a column whose figure is an effect size d over targets.

    Args:
        found: `effect_size`, `interval`, and `problem` where d is undefined.
        scores, first: as `effect_parts` takes them.
        notes: on how the figure was reached.
        detail: what else is worth keeping.
    """
    defined = found["effect_size"] is not None
    return Reading(
        value=found["effect_size"],
        interval=IDENTITY.interval(found["interval"]),
        n=sum(score is not None for score in scores),
        parts=effect_parts(scores, first) if defined else (),
        problem="" if defined else found["problem"],
        notes=tuple(notes),
        detail=detail,
    )


# --- lists --------------------------------------------------------------------------------
# The reading of a column whose figure is the male list of occupations against the female list.


def list_reading(
    figures: pd.Series[float],
    lists: Mapping[str, str],
    names: Sequence[str],
    notes: Sequence[str] = (),
    scale: Scale = IDENTITY,
    detail: Mapping[str, Any] | None = None,
) -> Reading:
    """The mean figure of the first list less that of the second.

    Args:
        figures: the figure of each occupation, which is its index; higher leans to the first list.
        lists: occupation -> list, in the order of the column's units.
        names: of the two lists.
        notes: on how the figures were reached.
        scale: of the column.
        detail: what else is worth keeping.
    """
    of = {str(name): float(figure) for name, figure in figures.items()}
    units = {occupation: own for occupation, own in lists.items() if own in names}
    found = list_difference(of, units, names)
    return Reading(
        value=scale.of(found.value),
        interval=scale.interval(found.interval),
        n=found.n,
        parts=found.parts,
        notes=tuple(notes),
        detail={
            "lists": dict(zip(names, map(scale.of, found.means), strict=True)),
            "occupations": {name: scale.of(of[name]) for name in units if name in of},
            **(detail or {}),
        },
    )

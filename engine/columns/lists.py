"""The reading of a column whose figure is the male list of occupations against the female list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.columns.reading import Reading
from engine.statistics.list_difference import list_difference

if TYPE_CHECKING:
    import pandas as pd


def by_occupation(figures: pd.Series) -> dict[str, float]:
    """Occupation -> figure, of a column of a table whose index is the occupation."""
    return {str(name): float(figure) for name, figure in figures.items()}


def of_lists(
    figures: Mapping[str, float],
    lists: Mapping[str, str],
    names: Sequence[str],
    notes: Sequence[str] = (),
    scale: float = 1.0,
    detail: Mapping[str, Any] | None = None,
) -> Reading:
    """The mean figure of the first list less that of the second.

    Args:
        figures: occupation -> figure, higher leans to the first list.
        lists: occupation -> list, in the order of the column's units.
        names: of the two lists.
        notes: on how the figures were reached.
        scale: 100 where the column's scale is percent.
        detail: what else is worth keeping.
    """
    units = {occupation: own for occupation, own in lists.items() if own in names}
    found = list_difference(figures, units, names)
    interval = found.interval
    return Reading(
        value=scale * found.value,
        interval=interval and (scale * interval[0], scale * interval[1]),
        n=found.n,
        parts=found.parts,
        notes=tuple(notes),
        detail={
            "lists": dict(zip(names, (scale * mean for mean in found.means), strict=True)),
            "occupations": {name: scale * figures[name] for name in units if name in figures},
            **(detail or {}),
        },
    )

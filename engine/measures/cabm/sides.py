"""On which side of 0 the pronoun probability gap of a target lies, and how many lie there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.measures.cabm.data.sentences import Groups
from engine.measures.cabm.scores import NEUTRAL, NOT_SETTLED, biased

if TYPE_CHECKING:
    import pandas as pd

UNMASKING_TIE = 1e-3  # probabilities closer than this are the same


@dataclass(frozen=True)
class Sides:
    """How many targets get which group's word.

    Args:
        first: the first group's more often, beyond the uncertainty; second likewise.
        open: neither is settled.
    """

    first: int
    second: int
    open: int

    @property
    def total(self) -> int:
        """Targets asked."""
        return self.first + self.second + self.open


def gap_sides(table: pd.DataFrame, groups: Groups) -> list[str]:
    """The side of 0 that each gap lies on: with its whole interval, where there is one.

    Args:
        table: of `unmasking.unmasking_table`.

    Returns:
        [target] categories, as of CABM's scores.
    """
    rows = zip(table["unmasking"], table["low"], table["high"], strict=True)
    return [_side(gap, low, high, groups) for gap, low, high in rows]


def count_sides(categories: Iterable[str], groups: Groups) -> Sides:
    """Count the categories of `gap_sides`."""
    names = list(categories)
    first, second = (names.count(name) for name in biased(groups))
    return Sides(first, second, len(names) - first - second)


def _side(gap: float, low: float, high: float, groups: Groups) -> str:
    first, second = biased(groups)
    if low != low:  # one template gives no interval
        if abs(gap) <= UNMASKING_TIE:
            return NEUTRAL
        return first if gap > 0 else second
    if low > 0:
        return first
    return second if high < 0 else NOT_SETTLED

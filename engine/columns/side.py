"""The side of neutral that a figure is clearly on, by the rule of its measure's own page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.statistics import LEVEL

# Toward the stereotype, away from it, neither clearly, and a measure that cannot be on two sides.
TOWARD, AWAY, UNCLEAR, ONE_SIDED = "toward", "away", "unclear", "one-sided"
P_VALUE = "p_value"  # of a cell's detail: two-sided, of the test against neutral

Cell = Mapping[str, Any]  # of a report, with its `value`
Entry = Mapping[str, Any]  # of a report: the measure of the cell


@dataclass(frozen=True)
class Sides:
    """How it is decided on which side of neutral a figure clearly is.

    Args:
        of: cell with a value, and its measure -> `TOWARD`, `AWAY`, `UNCLEAR` or `ONE_SIDED`.
        by: what decides, such as `permutation test of d`; empty where nothing has to.
    """

    of: Callable[[Cell, Entry], str]
    by: str


def of_interval(cell: Cell, measure: Entry) -> str:
    """By the 95% interval: clear where it leaves out the neutral value.

    Args:
        cell: with `interval`, on the measure's scale; None decides nothing.
        measure: with `neutral`; None for a cost, which is on no side.
    """
    neutral = measure["neutral"]
    if neutral is None:
        return ONE_SIDED
    if cell["interval"] is None:
        return UNCLEAR
    low, high = cell["interval"]
    if low > neutral:
        return TOWARD
    return AWAY if high < neutral else UNCLEAR


def of_test(cell: Cell, measure: Entry) -> str:
    """By the p that the cell was made with; by the interval where a file has none.

    Args:
        cell: with `value`, `interval`, and in its `detail` the `P_VALUE`.
        measure: with `neutral`.
    """
    p = cell["detail"].get(P_VALUE)
    if not isinstance(p, int | float):
        return of_interval(cell, measure)
    if p >= LEVEL:
        return UNCLEAR
    return TOWARD if cell["value"] > measure["neutral"] else AWAY


def _of_nothing(_cell: Cell, _measure: Entry) -> str:
    return ONE_SIDED


BY_INTERVAL = Sides(of_interval, "95% CI")
BY_TEST = Sides(of_test, "permutation test of d")
WITHOUT = Sides(_of_nothing, "")  # of a share that cannot lie below neutral


def by_interval(_name: str) -> Sides:
    """The rule of families that name none."""
    return BY_INTERVAL


def always(sides: Sides) -> Callable[[str], Sides]:
    """The same rule for all columns of a family, whatever their names."""
    return lambda _name: sides

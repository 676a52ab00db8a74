"""One measure of the figure: its cells by row, its axes, and the side that each figure is on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from components.frame.present.theme import palette
from components.scorecard.charts.axis import Axis
from components.scorecard.grid import tiers
from engine.columns.side import AWAY, TOWARD
from engine.scorecard.sides import side
from engine.scorecard.words import Entry


@dataclass(frozen=True, eq=False)
class Place:
    """One measure in the figure.

    Args:
        cells: [row] its cells; None where a model has none.
        axis: of its values.
        number: of its axes, from 1.
        weak: [row] whether the model is too weak to be judged.
    """

    measure: Entry
    cells: Sequence[Entry | None]
    axis: Axis
    number: int
    weak: Sequence[bool] = ()

    @property
    def suffix(self) -> str:
        """Of the names of its axes: nothing for the first."""
        return "" if self.number == 1 else str(self.number)

    @property
    def axes(self) -> dict[str, str]:
        """Names of its axes, as traces take them."""
        return {"xaxis": f"x{self.suffix}", "yaxis": f"y{self.suffix}"}

    @property
    def known(self) -> list[tuple[int, Entry]]:
        """Rows that have a value, with their cells."""
        return [
            (row, cell)
            for row, cell in enumerate(self.cells)
            if cell is not None and cell["value"] is not None
        ]

    @property
    def has_interval(self) -> bool:
        """Whether any of its values has one."""
        return any(cell["interval"] is not None for _, cell in self.known)

    @property
    def has_neutral(self) -> bool:
        """Whether it has a value that means no bias."""
        return self.measure["neutral"] is not None

    @property
    def several(self) -> bool:
        """Whether models clearly differ in it."""
        return len(tiers(self.cells)) > 1

    def colour(self, row: int, cell: Entry) -> str:
        """Of a cell in a row."""
        return colour_of(self.sides[row], row < len(self.weak) and self.weak[row])

    @cached_property
    def sides(self) -> dict[int, str]:
        """Row -> the side of neutral that its figure is clearly on."""
        return {row: side(cell, self.measure) for row, cell in self.known}


def colour_of(clearly: str, weak: bool = False) -> str:
    """Orange or blue where a figure is clearly on a side of neutral, as on its own page; else ink.

    Args:
        clearly: that side.
        weak: whether the model is too weak to be judged; it is grey.
    """
    colours = palette()
    if weak:
        return colours.muted
    return {TOWARD: colours.toward, AWAY: colours.away}.get(clearly, colours.ink)

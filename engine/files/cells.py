"""Cells of a file under its header, whichever way it is written."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.files.conventions import held


@dataclass
class Cells:
    """Cells of a file under its header, what could not be read, and what is no text.

    Args:
        good: (row, cells).
        bad: (row, problem, cells).
        no_text: (row, place) of cells that were a number, a list or the like in JSON.
        no_value: (row, place) -> a tool's sign for no value, such as NaN, in cells that are empty
            now.
        notes: sentences for the user about how the cells were found.
    """

    header: list[str]
    good: list[tuple[int, list[str]]] = field(default_factory=list)
    bad: list[tuple[int, str, list[str]]] = field(default_factory=list)
    no_text: set[tuple[int, int]] = field(default_factory=set)
    no_value: dict[tuple[int, int], str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def written(self, row: int, place: int) -> str:
        """What an empty cell holds in the file, in brackets; nothing where it holds nothing."""
        sign = self.no_value.get((row, place))
        return "" if sign is None else held(sign)

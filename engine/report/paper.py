"""What of a result a printed page has room for: its table gives way, as the file has all of it.

Heights are estimates in pixels at 96 a inch, on the large side; `report.css` has the sizes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil

from engine.core.wording import counted
from engine.pins import Pin
from engine.report.cells import MOST_ROWS, cell_text
from engine.report.figures import Paper, height_of, key_of, on_paper

TALL = 520  # of a figure that leaves a page no room for a table
_SHRUNK = 330  # of one that is shrunk above a table, see `report.js`
ACROSS, ENTRIES = 7, 8  # columns of a table; entries of a manifest
_MOST, _OF_TEXTS = 6, 3  # rows of a table, and of one with texts
_PAGE = 960  # of a page, without its margins
_FIGURE, _FIGURE_ALONE = 350, 600  # at most, see `report.js`
_NOTES = 140  # how it was measured
_HEAD, _COMMAND, _ROW, _BESIDE = 66, 56, 7, 14  # headings, and what is around a row and a key
# Letters of a line and its height.
_TITLE, _READING, _SMALL, _CODE, _CELLS = (52, 24), (88, 22), (118, 17), (98, 18), (104, 16)


@dataclass(frozen=True)
class PrintedPage:
    """The page of one result; its figure is laid out for paper once.

    Args:
        pin: the result.
    """

    pin: Pin

    @cached_property
    def paper(self) -> Paper | None:
        """Its figure as it is printed; None where it is printed as it is."""
        return on_paper(self.pin.figure)

    @property
    def is_tall(self) -> bool:
        """Whether its figure leaves the page no room for a table."""
        most = _SHRUNK if self.paper is not None and self.paper.is_whole else TALL
        return self._height > most

    @cached_property
    def rows(self) -> int:
        """Rows of its table that the page has room for; 0 for none."""
        rows = self.pin.rows.rows
        texts = sum(cell_text(value).kind == "long" for value in (rows[0] if rows else ())[:ACROSS])
        most = _OF_TEXTS if texts > 1 else _MOST
        if self.is_tall:
            return 0
        left = _PAGE - self._without_table - _HEAD
        for number, row in enumerate(rows[:most]):
            left -= _row(row[:ACROSS])
            if left < 0:
                return number
        return most

    @property
    def left_out(self) -> str:
        """What of its table is on screen alone."""
        if self.pin.rows.columns and not self.rows:
            return "The table of its numbers is in the file on screen."
        rows = min(len(self.pin.rows.rows), MOST_ROWS) - self.rows
        columns = len(self.pin.rows.columns) - ACROSS
        parts = [counted(rows, "row")] if rows > 0 else []
        parts += [counted(columns, "column")] if columns > 0 else []
        return f"The file on screen has {' and '.join(parts)} more." if parts else ""

    @property
    def _height(self) -> int:
        """Pixels of its figure."""
        return height_of(self.pin.figure if self.paper is None else self.paper.figure)

    @property
    def _without_table(self) -> float:
        pin = self.pin
        caption = "" if pin.alt in (pin.title, pin.reading) else pin.alt
        parts = [_lines(pin.title, *_TITLE), _lines(pin.reading, *_READING), _NOTES]
        if pin.figure is not None:
            key = sum(len(entry["text"]) + _BESIDE for entry in key_of(pin.figure))
            figure = min(self._height, _FIGURE_ALONE if self.is_tall else _FIGURE)
            parts += [figure, _lines(caption, *_SMALL), _lines("x" * key, *_SMALL)]
        if pin.command:
            parts += [_COMMAND, *(_lines(line, *_CODE) for line in pin.command.splitlines())]
        return sum(parts)


def counted_rows(pin: Pin, shown: int) -> str:
    """Above a table: how many rows it has, and of how many."""
    rows, there = counted(pin.rows.n, "row"), min(len(pin.rows.rows), shown)
    return rows if there == pin.rows.n else f"First {there:,} of {rows}"


def _row(cells: Sequence[object]) -> float:
    """A row is as high as the cell with the most lines."""
    letters, height = _CELLS
    across = max(letters // max(len(cells), 1), 1)
    return _ROW + height * max((ceil(len(str(cell)) / across) for cell in cells), default=1)


def _lines(text: str, letters: int, height: float) -> float:
    return height * ceil(len(text) / letters)

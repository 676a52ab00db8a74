"""How the figure is divided: measures in lines, the rows of each line, names in short lines."""

from __future__ import annotations

from collections.abc import Sequence

from components.frame.present.labels import short
from components.frame.present.theme import safe
from components.scorecard.grid import Grid
from engine.scorecard.blocks import even
from engine.scorecard.words import FAILED, MEASURED, REFUSED, Entry

LABEL = 28  # characters of a name in one line
_WIDE, _WIDEST = 3, 5  # measures in one line that a telephone, or half a screen, has no room for


def lines(grid: Grid) -> list[list[Entry]]:
    """The measures in the lines of the figure, as many in each as fit.

    Those that only imported models have are lines of their own. One without any figure so far is
    left out; the table has it.
    """
    drawn = [one for one in grid.measures if any(map(_says_something, grid.column(one["name"])))]
    asked = _asked(grid)
    shown = [one for one in drawn if one["name"] in asked]
    others = [one for one in drawn if one["name"] not in asked]
    return [line for group in (shown, others) for line in even(group)]


def across(grid: Grid) -> int:
    """Measures in the longest line."""
    return max((len(line) for line in lines(grid)), default=0)


def room(grid: Grid) -> str:
    """What the style sheet calls a figure that a narrow screen has to scroll; or just `figure`."""
    if across(grid) < _WIDE:
        return "figure"
    return "wide_figure" if across(grid) < _WIDEST else "widest_figure"


def _asked(grid: Grid) -> set[str]:
    """The measures that models of this machine are measured in."""
    own = {one["id"] for one in grid.contestants if one["origin"] == MEASURED}
    return {cell["measure"] for cell in grid.report["cells"] if cell["contestant"] in own}


def rows_of(grid: Grid, line: Sequence[Entry]) -> list[Entry]:
    """The contestants of a line: those with anything to show, and all that are measured in it."""
    asked = _asked(grid)
    return [
        one
        for one in grid.contestants
        if any(_says_something(grid.cell(one["id"], each["name"])) for each in line)
        or (one["origin"] == MEASURED and any(each["name"] in asked for each in line))
    ]


def _says_something(cell: Entry | None) -> bool:
    return cell is not None and (cell["value"] is not None or cell["status"] in (REFUSED, FAILED))


def wrapped(text: str, letters: int, most: int) -> list[str]:
    """A text in lines of whole words; what does not fit is cut."""
    found = [""]
    for word in text.split():
        longer = f"{found[-1]} {word}".strip()
        if len(longer) <= letters or not found[-1]:
            found[-1] = longer
        else:
            found.append(word)
    if len(found) > most:
        found = [*found[: most - 1], " ".join(found[most - 1 :])]
    return [short(line, letters) for line in found]


def name_lines(name: str) -> list[str]:
    """A name in one line or, if it is long and has a comma, in two."""
    head, comma, rest = name.partition(", ")
    if comma and len(name) > LABEL:
        return [short(f"{head},", LABEL), short(rest, LABEL)]
    return [short(name, LABEL)]


def row_name(name: str) -> str:
    """The same as plotly reads it."""
    return "<br>".join(safe(line) for line in name_lines(name))

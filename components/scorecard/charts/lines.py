"""How the figure is divided: measures in lines, the rows of each line, names in short lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from components.frame.present.labels import short
from components.frame.present.theme import safe
from components.scorecard.grid import Grid
from engine.scorecard.blocks import even
from engine.scorecard.words import FAILED, MEASURED, REFUSED, Entry

LABEL = 28  # characters of a name in one line
_WIDE, _WIDEST = 3, 4  # measures in one line that a telephone, or half a screen, has no room for
_HEADS = re.compile(r"^heads? (?=\d)")  # before their names, which say it
# The hyphen in the name of a head, as 3-12, joins; any other ends a piece.
_LETTERS = r"(?:[^\s/_-]|(?<=\d)-(?=\d))"
_PIECE = re.compile(rf"{_LETTERS}*(?:[/_]|(?<!\d)-|-(?!\d))|{_LETTERS}+\s*|\s+")
_FIRST = 2  # lines of measures that a first screen has room for
Lines = list[list[Entry]]


class Parts(NamedTuple):
    """The lines of measures of the first figure, and of the one further down; perhaps none."""

    first: Lines
    more: Lines


def parts(grid: Grid) -> Parts:
    """The measures in the lines of both figures, as many in each line as fit.

    Those that only imported models have are lines of their own, further down where models of this
    machine have others. A measure without any figure so far is left out; the table has it.
    """
    drawn = [one for one in grid.measures if any(map(_says_something, grid.column(one["name"])))]
    asked = asked_measures(grid)
    own = even([one for one in drawn if one["name"] in asked])
    others = even([one for one in drawn if one["name"] not in asked])
    return Parts(own[:_FIRST], own[_FIRST:] + others) if own else Parts(others, [])


def claimed_first(grid: Grid, claimed: Sequence[str]) -> Lines:
    """The measures of the first figure in short lines, those of a claim before the others.

    Args:
        claimed: names of measures.
    """
    drawn = [one for line in parts(grid).first for one in line]
    drawn.sort(key=lambda one: one["name"] not in claimed)
    return [drawn[at : at + _WIDE] for at in range(0, len(drawn), _WIDE)]


def across(lines: Lines) -> int:
    """Measures in the longest line."""
    return max(map(len, lines), default=0)


def room(lines: Lines) -> str:
    """What the style sheet calls a figure that a narrow screen has to scroll; or just `figure`."""
    if across(lines) < _WIDE:
        return "figure"
    return "wide_figure" if across(lines) < _WIDEST else "widest_figure"


def asked_measures(grid: Grid) -> set[str]:
    """The measures that models of this machine are measured in."""
    own = {one["id"] for one in grid.contestants if one["origin"] == MEASURED}
    return {cell["measure"] for cell in grid.report["cells"] if cell["contestant"] in own}


def rows_of(grid: Grid, line: Sequence[Entry]) -> list[Entry]:
    """The contestants of a line: those with anything to show, and all that are measured in it."""
    asked = asked_measures(grid)
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


def row_names(grid: Grid) -> dict[str, str]:
    """Contestant -> what stands next to its row.

    Where all are masked versions of one model, the masks alone tell them apart.
    """
    names = [grid.names[one["id"]] for one in grid.contestants if one["origin"] == MEASURED]
    base = min(names, key=len, default="")
    start = f"{base}, "
    alike = bool(base) and all(name == base or name.startswith(start) for name in names)
    return {
        id_: _HEADS.sub("", name.removeprefix(start)) if alike else name
        for id_, name in grid.names.items()
    }


def name_lines(name: str) -> list[str]:
    """A name in one line or, if it is long, in two; broken between words, or where a word joins."""
    found = [""]
    for piece in _PIECE.findall(name):
        if found[-1] and len(found) < 2 and len(f"{found[-1]}{piece}".rstrip()) > LABEL:
            found.append("")
        found[-1] += piece
    return [short(line.strip(), LABEL) for line in found]


def row_name(name: str) -> str:
    """The same as plotly reads it."""
    return "<br>".join(safe(line) for line in name_lines(name))

"""Models by measures: each cell a dot with its interval on its measure's axis; one figure's parts.

The figure is put together as plain data and made once: plotly takes seconds to add a hundred parts
one by one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import plotly.graph_objects as go

from components.frame.present import plot
from components.frame.present.numbers import number
from components.frame.present.theme import laid_out, palette, safe
from components.scorecard.charts.axis import axis_of
from components.scorecard.charts.key import key
from components.scorecard.charts.lines import (
    Lines,
    across,
    parts,
    row_name,
    row_names,
    rows_of,
    wrapped,
)
from components.scorecard.charts.marks import bands, traces
from components.scorecard.charts.place import Place
from components.scorecard.grid import Grid
from components.scorecard.wording import direction_text, unit_text
from engine.scorecard.words import WEAK, Entry

_ROW, _TWO_LINES, _TICKS, _GAP = 25, 34, 22, 8  # pixels
_MEANING_LINE = 14  # pixels of a line below the ticks, on the neutral value and the direction
_TITLE_LINE, _TITLE_FOOT = 16, 8  # pixels of a line of a title, and below it
_TITLE_LINES = 4
# Letters of a line of a title by the number of measures beside each other: a window as narrow as
# the style sheet lets a figure be has room for as many.
_TITLE_LETTERS = {1: 44, 2: 21, 3: 25, 4: 21, 5: 16}
_MEANING_LETTERS = {1: 50, 2: 50, 3: 34, 4: 27, 5: 21}  # the same of a line below the ticks
_LETTER = 7.4  # pixels at the size names are written in
_BETWEEN = 0.035  # of the width, between two measures


def cells(grid: Grid, lines: Lines | None = None) -> go.Figure:
    """Draw the grid.

    Args:
        lines: the measures in their lines; all that `parts` has by default.
    """
    lines = [line for part in parts(grid) for line in part] if lines is None else lines
    names = {one: row_name(name) for one, name in row_names(grid).items()}
    blocks = [_Block.of(grid, line, names, across(lines)) for line in lines]
    total = sum(block.height for block in blocks) + _GAP * max(0, len(blocks) - 1) or _ROW
    data: list[dict[str, Any]] = []
    layout: dict[str, Any] = {"annotations": [], "shapes": []}
    places: list[Place] = []
    top, drawn_so_far = total, 0
    for block in blocks:
        ends = (top - block.height + block.foot) / total, (top - block.head) / total
        for place, measure in enumerate(block.line):
            drawn_so_far += 1
            shown = [grid.cell(one["id"], measure["name"]) for one in block.rows]
            weak = [one["health"] == WEAK for one in block.rows]
            own = Place(measure, shown, axis_of(measure, shown), drawn_so_far, weak)
            span = _domain(place, across(lines))
            beside = block.names if place == 0 else [""] * len(block.names)
            layout |= _axes(own, span, ends, beside)
            bold = measure["name"] == grid.sorted_by
            layout["annotations"] += [
                _title(block.titles[place], bold, span[0], ends[1]),
                _meaning(block.meanings[place], span[0], ends[0]),
            ]
            places.append(own)
            layout["shapes"] += bands(grid, own)
            data += traces(grid, own)
        top -= block.height + _GAP
    drawn = [name for block in blocks for name in block.names]
    figure = _finished(go.Figure(data, layout), round(total) + 8, _left(drawn))
    return plot.keyed(figure, *key(places, bool(layout["shapes"])))


class _Block(NamedTuple):
    """One line of measures with the models that it is about.

    Args:
        names: [row] of the models, as plotly reads them.
        titles: [measure] in lines.
        meanings: [measure] in lines, of what stands below the ticks.
    """

    line: Sequence[Entry]
    rows: Sequence[Entry]
    names: Sequence[str]
    titles: Sequence[Sequence[str]]
    meanings: Sequence[Sequence[str]]

    @classmethod
    def of(cls, grid: Grid, line: list[Entry], names: Mapping[str, str], width: int) -> _Block:
        """Divide what a line needs.

        Args:
            names: contestant -> what stands next to its row.
            width: measures in the longest line.
        """
        rows = rows_of(grid, line)
        titles = [
            wrapped(
                f"{grid.titles[one['name']]}{unit_text(one)}", _TITLE_LETTERS[width], _TITLE_LINES
            )
            for one in line
        ]
        meanings = [_meaning_lines(one, _MEANING_LETTERS[width]) for one in line]
        return cls(line, rows, [names[one["id"]] for one in rows], titles, meanings)

    @property
    def head(self) -> int:
        """Pixels of the titles, which stand on the axes."""
        return _TITLE_LINE * max(map(len, self.titles), default=0) + _TITLE_FOOT

    @property
    def foot(self) -> int:
        """Pixels of the ticks and of what is below them."""
        return _TICKS + _MEANING_LINE * max(map(len, self.meanings), default=0)

    @property
    def height(self) -> int:
        """Pixels of all of it."""
        row = _TWO_LINES if any("<br>" in name for name in self.names) else _ROW
        return self.head + row * max(1, len(self.rows)) + self.foot


def _finished(figure: go.Figure, height: int, left: int) -> go.Figure:
    laid_out(figure, height)
    figure.update_yaxes(automargin=False)
    figure.update_xaxes(tickfont={"size": 12, "color": palette().muted}, automargin=False)
    return figure.update_layout(
        margin={"l": left, "t": 0, "b": 4, "r": 14}, clickmode="event", hovermode="closest"
    )


def _left(names: Sequence[str]) -> int:
    """Pixels that the names of the rows need."""
    longest = max((len(part) for name in names for part in name.split("<br>")), default=0)
    return round(_LETTER * longest) + 12


def _domain(place: int, width: int) -> list[float]:
    each = (1 - _BETWEEN * (width - 1)) / width
    start = place * (each + _BETWEEN)
    return [start, min(1.0, start + each)]


def _axes(
    own: Place, across: Sequence[float], ends: Sequence[float], names: Sequence[str]
) -> Mapping[str, Any]:
    """The axes of one measure; the rows have their names at the first of a line."""
    return {
        f"xaxis{own.suffix}": {
            "domain": list(across),
            "anchor": own.axes["yaxis"],
            **own.axis.layout(),
        },
        f"yaxis{own.suffix}": {
            "domain": list(ends),
            "anchor": own.axes["xaxis"],
            "range": [len(names) - 0.5, -0.5],
            "tickvals": [*range(len(names))],
            "ticktext": list(names),
            "showgrid": True,
            "fixedrange": True,
            "zeroline": False,
            "ticks": "",
        },
    }


def _title(lines: Sequence[str], bold: bool, left: float, bottom: float) -> dict[str, Any]:
    """Name and unit of a measure in a few short lines, above its axes."""
    text = "<br>".join(safe(line) for line in lines)
    return {
        "x": left,
        "y": bottom,
        "xref": "paper",
        "yref": "paper",
        "xanchor": "left",
        "yanchor": "bottom",
        "align": "left",
        "showarrow": False,
        "yshift": 4,
        "text": f"<b>{text}</b>" if bold else text,
        "font": {"size": 13, "color": palette().text},
    }


def _meaning_lines(measure: Entry, letters: int) -> list[str]:
    """The neutral value of a measure and what a higher figure means, in one line if it has room."""
    neutral = measure["neutral"]
    parts = [
        "no neutral value" if neutral is None else f"neutral {number(neutral, 'g')}",
        f"{direction_text(measure)} →",
    ]
    line = " · ".join(parts)
    return [line] if len(line) <= letters else parts


def _meaning(lines: Sequence[str], left: float, foot: float) -> dict[str, Any]:
    """What stands below the ticks of a measure, as its title stands above."""
    return {
        **_title(lines, bold=False, left=left, bottom=foot),
        "yanchor": "top",
        "yshift": -_TICKS - 1,
        "font": {"size": 11, "color": palette().muted},
    }

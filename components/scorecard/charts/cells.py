"""Models by measures: each cell a dot with its interval on its measure's axis; one figure's parts.

The figure is put together as plain data and made once: plotly takes seconds to add a hundred parts
one by one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from components.frame.present.theme import laid_out, palette, safe
from components.scorecard.charts.axis import axis_of
from components.scorecard.charts.lines import lines, name_lines, row_name, rows_of, wrapped
from components.scorecard.charts.marks import Place, bands, traces
from components.scorecard.grid import Grid
from components.scorecard.wording import unit_text
from engine.scorecard.words import Entry

_ROW, _TWO_LINES, _TITLE, _TICKS, _GAP = 28, 36, 82, 24, 22  # pixels
_TITLE_LETTERS, _TITLE_LINES = 17, 4
_LETTER = 7.4  # pixels at the size names are written in
_BETWEEN = 0.035  # of the width, between two measures


def cells(grid: Grid) -> go.Figure:
    """Draw the grid."""
    made = [(line, rows_of(grid, line)) for line in lines(grid)]
    width = max((len(line) for line, _ in made), default=1)
    two = any("<br>" in row_name(grid.names[one["id"]]) for _, rows in made for one in rows)
    row = _TWO_LINES if two else _ROW
    heights = [_TITLE + row * max(1, len(rows)) + _TICKS for _, rows in made]
    total = sum(heights) + _GAP * max(0, len(heights) - 1) or _ROW
    data: list[dict[str, Any]] = []
    layout: dict[str, Any] = {"annotations": [], "shapes": []}
    top, number = total, 0
    for (line, rows), height in zip(made, heights, strict=True):
        ends = (top - height + _TICKS) / total, (top - _TITLE) / total
        for place, measure in enumerate(line):
            number += 1
            shown = [grid.cell(one["id"], measure["name"]) for one in rows]
            own = Place(measure, shown, axis_of(measure, shown), number)
            across = _domain(place, width)
            names = [row_name(grid.names[one["id"]]) for one in rows]
            layout |= _axes(own, across, ends, names if place == 0 else [""] * len(names))
            layout["annotations"].append(_title(grid, measure, across[0], ends[1]))
            layout["shapes"] += bands(grid, own)
            data += traces(grid, own)
        top -= height + _GAP
    return _finished(go.Figure(data, layout), round(total) + 8, _left(grid))


def _finished(figure: go.Figure, height: int, left: int) -> go.Figure:
    laid_out(figure, height)
    figure.update_yaxes(automargin=False)
    figure.update_xaxes(tickfont={"size": 12, "color": palette().muted}, automargin=False)
    return figure.update_layout(
        margin={"l": left, "t": 0, "b": 4, "r": 14}, clickmode="event", hovermode="closest"
    )


def _left(grid: Grid) -> int:
    """Pixels that the names of the rows need."""
    longest = max(
        (len(part) for name in grid.names.values() for part in name_lines(name)), default=0
    )
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


def _title(grid: Grid, measure: Entry, left: float, bottom: float) -> dict[str, Any]:
    """Name and unit of a measure in a few short lines, above its axes."""
    found = wrapped(
        f"{grid.titles[measure['name']]}{unit_text(measure)}", _TITLE_LETTERS, _TITLE_LINES
    )
    text = "<br>".join(safe(line) for line in found)
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
        "text": f"<b>{text}</b>" if measure["name"] == grid.sorted_by else text,
        "font": {"size": 13, "color": palette().text},
    }

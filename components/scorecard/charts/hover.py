"""What a cell of the figure says under the pointer, and which one a click opens."""

from __future__ import annotations

from typing import Any

from components.frame.present.theme import safe
from components.scorecard.charts.axis import drawn_at
from components.scorecard.charts.lines import wrapped
from components.scorecard.charts.place import Place
from components.scorecard.grid import Grid, is_weak
from components.scorecard.wording import (
    ORIGINS,
    confidence_text,
    figure_text,
    neutral_in_short,
    rank_text,
    side_text,
    without_interval,
    without_value,
)
from engine.scorecard.words import MEASURED, Entry, tier_letter

_REACH = 22  # pixels that the pointer takes for a dot
_LINE, _LINES = 48, 4  # characters of a line, and lines


def hovers(grid: Grid, own: Place) -> dict[str, Any]:
    """What each cell says under the pointer, and which one a click opens."""
    known = [
        (x, row, cell)
        for row, cell in enumerate(own.cells)
        if cell is not None
        for x in drawn_at(cell, own.measure["neutral"]) or (own.axis.middle,)
    ]
    return {
        "x": [x for x, *_ in known],
        "y": [row for _, row, _ in known],
        "mode": "markers",
        "marker": {"size": _REACH, "opacity": 0},
        "selected": {"marker": {"opacity": 0}},
        "unselected": {"marker": {"opacity": 0}},
        "customdata": [
            [cell["contestant"], cell["measure"], hover_text(grid, cell, own.measure)]
            for *_, cell in known
        ],
        "hovertemplate": "%{customdata[2]}<extra></extra>",
    }


def hover_text(grid: Grid, cell: Entry, measure: Entry) -> str:
    """Name, figure and rank of one cell, as plotly reads it."""
    head = f"<b>{safe(grid.names[cell['contestant']])}</b>"
    title = safe(grid.titles[measure["name"]])
    if cell["value"] is None:
        problem = "<br>".join(safe(line) for line in wrapped(str(cell["problem"]), _LINE, _LINES))
        return f"{head}<br>{title}: {without_value(cell)}<br>{problem}"
    bounds = confidence_text(cell["interval"], measure) or without_interval(cell)
    value = safe(", ".join(filter(None, [figure_text(cell, measure), bounds])))
    n = safe(f"n = {cell['n']:,} {measure['counted']}") if cell["n"] else ""
    tier = f"tier {tier_letter(cell['tier'])}" if cell.get("tier") is not None else ""
    rank = ", ".join(filter(None, [rank_text(cell), tier]))
    origin = "" if cell["status"] == MEASURED else ORIGINS.get(cell["status"], "")
    neutral = neutral_in_short(measure)
    weak = is_weak(grid, cell)
    side = side_text(cell, measure, weak)
    why = "too weak to be judged" if weak else ""
    lines = [head, f"{title}: {value}", neutral, n, side, rank, why, origin]
    return "<br>".join(filter(None, lines))

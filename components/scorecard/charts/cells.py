"""Models by measures: each cell a dot with its interval on its measure's axis; one figure's parts.

The figure is put together as plain data and made once: plotly takes seconds to add a hundred parts
one by one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from components.frame.present.theme import laid_out, palette, reference_line, safe
from components.scorecard.charts.axis import Axis, axis_of, drawn_at
from components.scorecard.charts.lines import lines, name_lines, row_name, rows_of, wrapped
from components.scorecard.grid import Grid, tiers
from components.scorecard.wording import (
    ORIGINS,
    confidence_text,
    figure_text,
    rank_text,
    unit_text,
    value_text,
    without_interval,
    without_value,
)
from engine.columns.column import EXP, IDENTITY, PERCENT, SCALES, Scale
from engine.scorecard.words import IMPORTED, MEASURED, PUBLISHED, Entry, tier_letter

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


# --- marks --------------------------------------------------------------------------------
# Of one measure a neutral line, tiers, intervals and dots are drawn, and words for the rest.

_SYMBOLS = {MEASURED: "circle", IMPORTED: "circle-open", PUBLISHED: "diamond-open"}
_DOT, _REACH = 9, 22  # pixels of a dot, and of what the pointer takes for it
_LINE, _LINES = 48, 4  # characters of a line of a hover, and lines
_SEEN, _UNSEEN = {"marker": {"opacity": 1}}, {"marker": {"opacity": 0}}
Trace = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Place:
    """One measure in the figure.

    Args:
        cells: [row] its cells; None where a model has none.
        axis: of its values.
        number: of its axes, from 1.
    """

    measure: Entry
    cells: Sequence[Entry | None]
    axis: Axis
    number: int

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
    def several(self) -> bool:
        """Whether models clearly differ in it."""
        return len(tiers(self.cells)) > 1


def traces(grid: Grid, own: Place) -> list[Trace]:
    """Everything that one measure shows but its tiers."""
    found = [*_neutral(own), *_intervals(own), _dots(own), *_absent(own), _hovers(grid, own)]
    return [{"type": "scatter", **own.axes, **trace} for trace in found]


def colour_of(cell: Entry, several: bool) -> str:
    """Orange where a model is clearly further from neutral, or costlier, than the first; else ink.

    Args:
        several: whether models clearly differ in the measure.
    """
    far = several and (cell.get("tier") or 1) > 1
    return palette().toward if far else palette().ink


def bands(grid: Grid, own: Place) -> list[dict[str, Any]]:
    """The tiers of the measure that orders the rows: their letters, and every other one shaded."""
    if not own.several or own.measure["name"] != grid.sorted_by:
        return []
    found = []
    for place, tier in enumerate(tiers(own.cells)):
        rows = [row for row, cell in own.known if cell.get("tier") == tier]
        found.append(
            {
                "type": "rect",
                "xref": f"{own.axes['xaxis']} domain",
                "yref": own.axes["yaxis"],
                "x0": 0,
                "x1": 1,
                "y0": min(rows) - 0.5,
                "y1": max(rows) + 0.5,
                "fillcolor": palette().line,
                "opacity": 0.0 if place % 2 else 0.5,
                "label": {
                    "text": tier_letter(tier),
                    "textposition": "top right",
                    "font": {"size": 13, "color": palette().text},
                },
                "line": {"width": 0},
                "layer": "below",
            }
        )
    return found


def _neutral(own: Place) -> list[Trace]:
    if own.measure["neutral"] is None:
        return []
    neutral = float(own.measure["neutral"])
    line = reference_line([neutral, neutral], [-0.5, len(own.cells) - 0.5])
    return [line.to_plotly_json()]


def _intervals(own: Place) -> list[Trace]:
    known = [
        (row, cell["interval"], colour_of(cell, own.several))
        for row, cell in own.known
        if cell["interval"] is not None
    ]
    found = []
    for colour in dict.fromkeys(colour for *_, colour in known):
        ends = [(row, interval) for row, interval, each in known if each == colour]
        found.append(
            {
                "x": [end for _, (low, high) in ends for end in (low, high, None)],
                "y": [place for row, _ in ends for place in (row, row, None)],
                "mode": "lines",
                "line": {"color": colour, "width": 2},
                "hoverinfo": "skip",
            }
        )
    return found


def _dots(own: Place) -> Trace:
    drawn = [
        (x, row, cell) for row, cell in own.known for x in drawn_at(cell, own.measure["neutral"])
    ]
    colours = [colour_of(cell, own.several) for *_, cell in drawn]
    return {
        "x": [x for x, *_ in drawn],
        "y": [row for _, row, _ in drawn],
        "mode": "markers",
        "marker": {
            "size": _DOT,
            "color": colours,
            "symbol": [_SYMBOLS.get(cell["status"], "circle") for *_, cell in drawn],
            "line": {"width": 2, "color": colours},
        },
        "selected": _SEEN,  # a click opens a cell; it takes nothing away from the others
        "unselected": _SEEN,
        "hoverinfo": "skip",
    }


def _absent(own: Place) -> list[Trace]:
    """In place of a dot, in a word, why there is none."""
    known = {row for row, _ in own.known}
    gone = [(row, cell) for row, cell in enumerate(own.cells) if row not in known]
    if not gone:
        return []
    return [
        {
            "x": [own.axis.middle] * len(gone),
            "y": [row for row, _ in gone],
            "mode": "text",
            "text": ["–" if cell is None else without_value(cell) for _, cell in gone],
            "textfont": {"size": 12, "color": palette().muted},
            "hoverinfo": "skip",
        }
    ]


def _hovers(grid: Grid, own: Place) -> Trace:
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
        "selected": _UNSEEN,
        "unselected": _UNSEEN,
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
    n = safe(f"n {cell['n']:,} {measure['counted']}") if cell["n"] else ""
    tier = f"tier {tier_letter(cell['tier'])}" if cell.get("tier") is not None else ""
    rank = ", ".join(filter(None, [rank_text(cell), tier]))
    origin = "" if cell["status"] == MEASURED else ORIGINS.get(cell["status"], "")
    return "<br>".join(filter(None, [head, f"{title}: {value}", n, rank, origin]))


# --- parts --------------------------------------------------------------------------------
# What each unit of the data adds to one figure is drawn as a distribution on the figure's scale.

_HEIGHT, _MOST_BARS, _PARTS_TICKS = 190, 40, 5
_AXIS = {"fixedrange": True, "zeroline": False, "tickangle": 0}


def distribution(parts: Sequence[float], cell: Entry, measure: Entry) -> go.Figure:
    """Draw the parts as bars, with their mean and where they would be neutral.

    Args:
        parts: of one cell, before the measure's scale is applied.
    """
    colours, scale = palette(), SCALES[measure["scale"]]
    figure = go.Figure(
        go.Histogram(
            x=list(parts),
            nbinsx=_MOST_BARS,
            marker={"color": colours.ink, "line": {"width": 0}},
            hovertemplate="%{y}<extra></extra>",
        )
    )
    if measure["neutral"] is not None:
        at = scale.back(float(measure["neutral"]))
        figure.add_vline(x=at, line={"color": colours.muted, "width": 1, "dash": "dot"})
    mean = scale.back(float(cell["value"]))
    figure.add_vline(x=mean, line={"color": colours.text, "width": 2})
    figure.add_annotation(
        x=mean,
        y=1,
        yref="paper",
        yanchor="bottom",
        showarrow=False,
        text=safe(value_text(cell["value"], measure)),
        font={"size": 13, "color": colours.text},
    )
    figure.update_xaxes(**_AXIS, **_ticks(parts, scale))
    figure.update_yaxes(**_AXIS, rangemode="tozero", nticks=4)
    return laid_out(figure, _HEIGHT).update_layout(margin={"t": 26, "r": 14})


def _ticks(parts: Sequence[float], scale: Scale) -> dict[str, list[float] | list[str]]:
    """Where the axis has numbers, and which: those of the figure, not of the mean of the parts."""
    if scale == IDENTITY:
        return {}
    low, high = min(parts), max(parts)
    places = [low + step * (high - low) / (_PARTS_TICKS - 1) for step in range(_PARTS_TICKS)]
    rounded = [_rounded(scale.of(place)) for place in places]
    shown = [*dict.fromkeys(figure for figure in rounded if figure > 0 or scale != EXP)]
    unit = "%" if scale == PERCENT else ""
    return {
        "tickvals": [scale.back(figure) for figure in shown],
        "ticktext": [f"{figure:,.12g}{unit}" for figure in shown],
    }


def _rounded(figure: float) -> float:
    """To two digits that matter."""
    return float(f"{figure:.2g}")

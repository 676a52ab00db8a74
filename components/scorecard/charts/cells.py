"""Models by measures: each cell a dot with its interval on the axis of its own measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from components.present.theme import laid_out, palette, reference_line, safe
from components.scorecard.charts.axis import Axis, axis_of
from components.scorecard.charts.lines import lines, name_lines, row_name, rows_of, wrapped
from components.scorecard.grid import Entry, Grid, tier_letter, tiers
from components.scorecard.wording import (
    ORIGINS,
    confidence_text,
    rank_text,
    value_text,
    without_value,
)
from engine.scorecard.column import BIAS
from engine.scorecard.words import IMPORTED, MEASURED, PUBLISHED

_ROW, _TWO_LINES, _TITLE, _TICKS, _GAP = 28, 36, 66, 24, 22  # pixels
_TITLE_LETTERS, _TITLE_LINES = 18, 3
_LETTER = 7.4  # pixels at the size names are written in
_BETWEEN = 0.035  # of the width, between two measures
_SYMBOLS = {MEASURED: "circle", IMPORTED: "circle-open", PUBLISHED: "diamond-open"}
_DOT = 9


@dataclass(frozen=True)
class _Place:
    """One measure in the figure: its axes, and the rows it shares with its line."""

    measure: Entry
    rows: Sequence[Entry]
    axis: Axis
    number: int

    @property
    def axes(self) -> dict[str, str]:
        """Names of its axes, as traces take them."""
        own = "" if self.number == 1 else str(self.number)
        return {"xaxis": f"x{own}", "yaxis": f"y{own}"}


def cells(grid: Grid) -> go.Figure:
    """Draw the grid."""
    figure = go.Figure()
    made = lines(grid)
    width = max((len(line) for line in made), default=1)
    every = [(line, rows_of(grid, line)) for line in made]
    two = any("<br>" in row_name(grid.names[one["id"]]) for _, rows in every for one in rows)
    row = _TWO_LINES if two else _ROW
    heights = [_TITLE + row * max(1, len(rows)) + _TICKS for _, rows in every]
    total = sum(heights) + _GAP * max(0, len(heights) - 1) or _ROW
    top, number = total, 0
    for (line, rows), height in zip(every, heights, strict=True):
        bottom = (top - height + _TICKS) / total, (top - _TITLE) / total
        for place, measure in enumerate(line):
            number += 1
            axis = axis_of(measure, [grid.cell(one["id"], measure["name"]) for one in rows])
            own = _Place(measure, rows, axis, number)
            _axes(figure, grid, own, _domain(place, width), bottom, first=place == 0)
            _measure(figure, grid, own)
        top -= height + _GAP
    laid_out(figure, round(total) + 8)
    figure.update_yaxes(automargin=False)
    figure.update_xaxes(tickfont={"size": 12, "color": palette().muted}, automargin=False)
    return figure.update_layout(
        margin={"l": _left(grid), "t": 0, "b": 4, "r": 14}, clickmode="event", hovermode="closest"
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
    figure: go.Figure,
    grid: Grid,
    own: _Place,
    domain: list[float],
    height: tuple[float, float],
    first: bool,
) -> None:
    """The axes of one measure with its title; the names of the rows at the first of a line."""
    names = [row_name(grid.names[one["id"]]) for one in own.rows]
    number = "" if own.number == 1 else str(own.number)
    layout = own.axis.layout()
    figure.update_layout(
        {
            f"xaxis{number}": {"domain": domain, "anchor": own.axes["yaxis"], **layout},
            f"yaxis{number}": {
                "domain": list(height),
                "anchor": own.axes["xaxis"],
                "range": [len(names) - 0.5, -0.5],
                "tickvals": [*range(len(names))],
                "ticktext": names if first else [""] * len(names),
                "showgrid": True,
                "gridcolor": palette().line,
                "fixedrange": True,
                "zeroline": False,
                "ticks": "",
            },
        }
    )
    figure.add_annotation(
        x=domain[0],
        y=height[1],
        xref="paper",
        yref="paper",
        xanchor="left",
        yanchor="bottom",
        align="left",
        showarrow=False,
        yshift=4,
        text=_title(grid, own.measure),
        font={"size": 13, "color": palette().text},
    )


def _title(grid: Grid, measure: Entry) -> str:
    """Name and unit of a measure in a few short lines."""
    rest = f" ({measure['unit']})" if measure["unit"] else ""
    found = wrapped(f"{grid.titles[measure['name']]}{rest}", _TITLE_LETTERS, _TITLE_LINES)
    chosen = measure["name"] == grid.sorted_by
    text = "<br>".join(safe(line) for line in found)
    return f"<b>{text}</b>" if chosen else text


def _measure(figure: go.Figure, grid: Grid, own: _Place) -> None:
    """Everything that one measure shows."""
    cells_of = [grid.cell(one["id"], own.measure["name"]) for one in own.rows]
    several = len(tiers(cells_of)) > 1
    if several and own.measure["name"] == grid.sorted_by:
        _bands(figure, own, cells_of)
    if own.measure["neutral"] is not None:
        neutral = float(own.measure["neutral"])
        line = reference_line([neutral, neutral], [-0.5, len(own.rows) - 0.5])
        figure.add_trace(line.update(**own.axes))
    _intervals(figure, own, cells_of, several)
    _dots(figure, own, cells_of, several)
    _absent(figure, own, cells_of)
    _hovers(figure, grid, own, cells_of)


def colour_of(cell: Entry, measure: Entry, several: bool) -> str:
    """Orange where a model is clearly further from neutral than the first; else ink.

    Args:
        several: whether the measure has more than one tier.
    """
    far = several and measure["group"] == BIAS and (cell.get("tier") or 1) > 1
    return palette().toward if far else palette().ink


def _bands(figure: go.Figure, own: _Place, cells_of: Sequence[Entry | None]) -> None:
    """Every other tier has a ground of its own, in the measure that orders the rows."""
    for tier in tiers(cells_of)[::2]:
        rows = [row for row, cell in enumerate(cells_of) if cell and cell.get("tier") == tier]
        figure.add_shape(
            type="rect",
            xref=f"{own.axes['xaxis']} domain",
            yref=own.axes["yaxis"],
            x0=0,
            x1=1,
            y0=min(rows) - 0.5,
            y1=max(rows) + 0.5,
            fillcolor=palette().line,
            opacity=0.5,
            line_width=0,
            layer="below",
        )


def _intervals(
    figure: go.Figure, own: _Place, cells_of: Sequence[Entry | None], several: bool
) -> None:
    known = [
        (row, cell["interval"], colour_of(cell, own.measure, several))
        for row, cell in enumerate(cells_of)
        if cell and cell["value"] is not None and cell["interval"] is not None
    ]
    for colour in dict.fromkeys(colour for *_, colour in known):
        ends = [(row, interval) for row, interval, each in known if each == colour]
        figure.add_trace(
            go.Scatter(
                x=[end for _, (low, high) in ends for end in (low, high, None)],
                y=[place for row, _ in ends for place in (row, row, None)],
                mode="lines",
                line={"color": colour, "width": 2},
                hoverinfo="skip",
                **own.axes,
            )
        )


def _dots(figure: go.Figure, own: _Place, cells_of: Sequence[Entry | None], several: bool) -> None:
    known = [(row, cell) for row, cell in enumerate(cells_of) if cell and cell["value"] is not None]
    figure.add_trace(
        go.Scatter(
            x=[cell["value"] for _, cell in known],
            y=[row for row, _ in known],
            mode="markers",
            marker={
                "size": _DOT,
                "color": [colour_of(cell, own.measure, several) for _, cell in known],
                "symbol": [_SYMBOLS.get(cell["status"], "circle") for _, cell in known],
                "line": {
                    "width": 2,
                    "color": [colour_of(cell, own.measure, several) for _, cell in known],
                },
            },
            hoverinfo="skip",
            **own.axes,
        )
    )


def _absent(figure: go.Figure, own: _Place, cells_of: Sequence[Entry | None]) -> None:
    """In place of a dot, in a word, why there is none."""
    gone = [(row, cell) for row, cell in enumerate(cells_of) if not cell or cell["value"] is None]
    if gone:
        figure.add_trace(
            go.Scatter(
                x=[own.axis.middle] * len(gone),
                y=[row for row, _ in gone],
                mode="text",
                text=["–" if cell is None else without_value(cell) for _, cell in gone],
                textfont={"size": 12, "color": palette().muted},
                hoverinfo="skip",
                **own.axes,
            )
        )


def _hovers(figure: go.Figure, grid: Grid, own: _Place, cells_of: Sequence[Entry | None]) -> None:
    """What each cell says under the pointer, and which one a click opens."""
    known = [(row, cell) for row, cell in enumerate(cells_of) if cell is not None]
    unseen = {"marker": {"opacity": 0}}
    figure.add_trace(
        go.Scatter(
            x=[own.axis.middle if cell["value"] is None else cell["value"] for _, cell in known],
            y=[row for row, _ in known],
            mode="markers",
            marker={"size": 22, "opacity": 0},
            selected=unseen,
            unselected=unseen,
            customdata=[
                [cell["contestant"], cell["measure"], hover_text(grid, cell, own.measure)]
                for _, cell in known
            ],
            hovertemplate="%{customdata[2]}<extra></extra>",
            **own.axes,
        )
    )


def hover_text(grid: Grid, cell: Entry, measure: Entry) -> str:
    """Name, figure and standing of one cell, as plotly reads it."""
    head = f"<b>{safe(grid.names[cell['contestant']])}</b>"
    title = safe(grid.titles[measure["name"]])
    if cell["value"] is None:
        problem = "<br>".join(safe(line) for line in wrapped(cell["problem"], 48, 4))
        return f"{head}<br>{title}: {without_value(cell)}<br>{problem}"
    value = ", ".join(
        filter(
            None,
            [value_text(cell["value"], measure), confidence_text(cell["interval"], measure)],
        )
    )
    n = f"n {cell['n']:,} {measure['counted']}" if cell["n"] else ""
    tier = f"tier {tier_letter(cell['tier'])}" if cell.get("tier") is not None else ""
    standing = ", ".join(filter(None, [rank_text(cell), tier]))
    origin = "" if cell["status"] == MEASURED else ORIGINS.get(cell["status"], "")
    return "<br>".join(filter(None, [head, f"{title}: {safe(value)}", safe(n), standing, origin]))

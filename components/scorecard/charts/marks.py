"""What is drawn of one measure: neutral line, tiers, intervals, dots, and words where none is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from components.frame.present.theme import palette, reference_line, safe
from components.scorecard.charts.axis import Axis, drawn_at
from components.scorecard.charts.lines import wrapped
from components.scorecard.grid import Grid, tiers
from components.scorecard.wording import (
    NOT_MEASURED,
    ORIGINS,
    confidence_text,
    figure_text,
    rank_text,
    side_text,
    without_interval,
    without_value,
)
from engine.columns.side import AWAY, TOWARD
from engine.scorecard.sides import side
from engine.scorecard.words import IMPORTED, MEASURED, MISSING, PUBLISHED, Entry, tier_letter

_SYMBOLS = {MEASURED: "circle", IMPORTED: "square-open", PUBLISHED: "diamond-open"}
_DOT, _REACH = 9, 22  # pixels of a dot, and of what the pointer takes for it
_HALF = 0.45  # of a row, that is hatched on either side
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


def traces(grid: Grid, own: Place) -> list[Trace]:
    """Everything that one measure shows but its tiers."""
    found = [
        *_too_weak(own),
        *_neutral(own),
        *_intervals(own),
        _dots(own),
        *_letters(grid, own),
        *_absent(own),
        _hovers(grid, own),
    ]
    return [{"type": "scatter", **own.axes, **trace} for trace in found]


def _too_weak(own: Place) -> list[Trace]:
    """Hatched grey behind models that nothing ranks, because they hardly know the language."""
    rows = [row for row, weak in enumerate(own.weak) if weak]
    if not rows:
        return []
    colours, (left, right) = palette(), (own.axis.low, own.axis.high)
    return [
        {
            "x": [end for _ in rows for end in (left, right, right, left, None)],
            "y": [end for row in rows for end in _corners(row)],
            "mode": "lines",
            "line": {"width": 0},
            "fill": "toself",
            "fillcolor": colours.page,
            "fillpattern": {
                "shape": "/",
                "size": 6,
                "solidity": 0.2,
                "fgcolor": colours.pale,
                "bgcolor": colours.page,
            },
            "hoverinfo": "skip",
        }
    ]


def _corners(row: int) -> tuple[float | None, ...]:
    """Heights of the corners of a row, in the order in which it is drawn."""
    top, foot = row - _HALF, row + _HALF
    return top, top, foot, foot, None


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
    if not own.has_neutral:
        return []
    neutral = float(own.measure["neutral"])
    line = reference_line([neutral, neutral], [-0.5, len(own.cells) - 0.5])
    return [line.to_plotly_json()]


def _intervals(own: Place) -> list[Trace]:
    known = [
        (row, cell["interval"], own.colour(row, cell))
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
    colours = [own.colour(row, cell) for _, row, cell in drawn]
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


def _letters(grid: Grid, own: Place) -> list[Trace]:
    """The tier of each model at the end of its row; the bands of the sorted measure have theirs."""
    lettered = [(row, cell["tier"]) for row, cell in own.known if cell.get("tier") is not None]
    if not own.several or own.measure["name"] == grid.sorted_by:
        return []
    return [
        {
            "x": [own.axis.high] * len(lettered),
            "y": [row for row, _ in lettered],
            "mode": "text",
            "text": [tier_letter(tier) for _, tier in lettered],
            "textposition": "middle left",
            "textfont": {"size": 12, "color": palette().muted},
            "hoverinfo": "skip",
        }
    ]


def _absent(own: Place) -> list[Trace]:
    """In place of a dot, in a word or two, why there is none; a dash would look like a value."""
    known = {row for row, _ in own.known}
    gone = [(row, cell) for row, cell in enumerate(own.cells) if row not in known]
    if not gone:
        return []
    return [
        {
            "x": [own.axis.middle] * len(gone),
            "y": [row for row, _ in gone],
            "mode": "text",
            "text": [
                NOT_MEASURED if cell is None or cell["status"] == MISSING else without_value(cell)
                for _, cell in gone
            ],
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
    lines = [head, f"{title}: {value}", n, side_text(cell, measure), rank, origin]
    return "<br>".join(filter(None, lines))

"""What is drawn of one measure: neutral line, tiers, intervals, dots, and words where none is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from components.frame.present.theme import palette, reference_line
from components.scorecard.charts.axis import drawn_at
from components.scorecard.charts.hover import hovers
from components.scorecard.charts.place import Place
from components.scorecard.grid import Grid, tiers
from components.scorecard.wording import NOT_MEASURED, without_value
from engine.scorecard.words import IMPORTED, MEASURED, MISSING, PUBLISHED, tier_letter

_SYMBOLS = {MEASURED: "circle", IMPORTED: "square-open", PUBLISHED: "diamond-open"}
_DOT = 9  # pixels
_HALF = 0.45  # of a row, that is hatched on either side
_SEEN = {"marker": {"opacity": 1}}
Trace = dict[str, Any]


def traces(grid: Grid, own: Place) -> list[Trace]:
    """Everything that one measure shows but its tiers."""
    found = [
        *_too_weak(own),
        *_neutral(own),
        *_intervals(own),
        _dots(own),
        *_letters(grid, own),
        *_absent(own),
    ]
    silent = [{**trace, "hoverinfo": "skip"} for trace in found]
    return [{"type": "scatter", **own.axes, **trace} for trace in (*silent, hovers(grid, own))]


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
        }
    ]


def _corners(row: int) -> tuple[float | None, ...]:
    """Heights of the corners of a row, in the order in which it is drawn."""
    top, foot = row - _HALF, row + _HALF
    return top, top, foot, foot, None


def bands(grid: Grid, own: Place) -> list[dict[str, Any]]:
    """The tiers of the measure that orders the rows: their letters, and every other one shaded."""
    if not own.several or not _is_banded(grid, own):
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


def _is_banded(grid: Grid, own: Place) -> bool:
    """Whether the measure orders the rows, so that its tiers are bands of them."""
    return bool(own.measure["name"] == grid.sorted_by)


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
    }


def _letters(grid: Grid, own: Place) -> list[Trace]:
    """The tier of each model at the end of its row; the bands of the sorted measure have theirs."""
    if not own.several or _is_banded(grid, own):
        return []
    texts = {
        row: tier_letter(cell["tier"]) for row, cell in own.known if cell.get("tier") is not None
    }
    return _texts(texts, own.axis.high, textposition="middle left")


def _absent(own: Place) -> list[Trace]:
    """In place of a dot, in a word or two, why there is none; a dash would look like a value."""
    known = {row for row, _ in own.known}
    texts = {
        row: NOT_MEASURED if cell is None or cell["status"] == MISSING else without_value(cell)
        for row, cell in enumerate(own.cells)
        if row not in known
    }
    return _texts(texts, own.axis.middle)


def _texts(texts: Mapping[int, str], x: float, **more: str) -> list[Trace]:
    """Words in rows, one below the other; nothing without any.

    Args:
        texts: row -> what it says.
        x: of all of them, on the measure's scale.
    """
    if not texts:
        return []
    return [
        {
            "x": [x] * len(texts),
            "y": [*texts],
            "mode": "text",
            "text": [*texts.values()],
            "textfont": {"size": 12, "color": palette().muted},
            **more,
        }
    ]

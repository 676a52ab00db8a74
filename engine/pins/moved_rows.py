"""A figure in Plotly's JSON with some of its rows, each with its marks at its new place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from engine.core.wording import figure_text
from engine.pins.arrays import numbers, picked
from engine.pins.figure_rows import Rows

BREAK = re.compile(r"<br\s*/?>")
_LEAST_PIXELS, _HIGHEST = 24.0, 440.0  # of a row, and of all
_EDGE, _MOST_EDGE = 0.6, 2.0  # of a row, at either end
_HEADING = {1: 1.6, 2: 2.7}  # rows above the first, by the lines of a heading
_DEFAULT_HEIGHT = 400


@dataclass(frozen=True)
class Kept:
    """Where rows go.

    Args:
        places: row -> its new place.
        gap: place of the line that says how many are left out.
        n: how many places there are, with that line.
        last: the last row there was.
    """

    places: dict[int, int]
    gap: int
    n: int
    last: int

    def __call__(self, y: float) -> float | None:
        """The new place of a mark; None where its row is left out."""
        row = min(max(round(y), 0), self.last)
        place = self.places.get(row)
        return None if place is None else place + y - row


def without(figure: dict[str, Any], rows: Rows, kept: Kept) -> dict[str, Any]:
    """The figure with the rows that stay, and a line on how many are left out."""
    before = rows.left_out
    left_out = rows.n - len(kept.places) - len(before) + sum(before.values())
    more = f"{figure_text(left_out, ',')} more"
    own = dict(figure["layout"][rows.axis])
    if rows.names:
        names = {place: rows.names[row] for row, place in kept.places.items()}
        # Of panels that share their rows, those without names only leave the room.
        names[kept.gap] = more if any(rows.names) else ""
        own |= {"tickvals": list(range(kept.n)), "ticktext": [names[at] for at in range(kept.n)]}
    own.pop("autorange", None)
    own["range"] = _range(rows, kept.n, own.get("range"))
    headings = [mark for mark in figure["layout"].get("annotations") or [] if _is_heading(mark)]
    if headings and not rows.upward:
        lines = max(len(BREAK.split(str(mark.get("text")))) for mark in headings)
        own["range"] = [own["range"][0], -_HEADING[min(lines, 2)]]
    data = [
        _moved(trace, kept, rows.n) if (trace.get("yaxis") or "y") == rows.short else trace
        for trace in figure["data"]
    ]
    layout = figure["layout"] | {rows.axis: own, "height": _height(figure, rows, kept)}
    for name in ("annotations", "shapes"):
        marks = [_moved_mark(mark, rows.short, kept) for mark in layout.get(name) or []]
        layout[name] = [mark for mark in marks if mark is not None]
    if not rows.names:
        layout["annotations"].append(_note(more, rows.short, kept.gap))
    return {"data": [trace for trace in data if trace is not None], "layout": layout}


def _is_heading(mark: dict[str, Any]) -> bool:
    """Whether a text stands above the first row."""
    (y,) = numbers([mark.get("y")])
    return y is not None and y < 0 and (mark.get("yref") or "y").startswith("y")


def _range(rows: Rows, n: int, before: Any) -> list[float]:
    """The range of so many rows, with as much room at its ends as before, as for a heading."""
    first, last = -_EDGE, n - 1 + _EDGE
    ends = [end for end in numbers(before) if end is not None]
    if len(ends) == 2:
        first = min(first, max(min(ends), -_MOST_EDGE))
        last = max(last, n - 1 + min(max(ends) - (rows.n - 1), _MOST_EDGE))
    return [first, last] if rows.upward else [last, first]


def _height(figure: dict[str, Any], rows: Rows, kept: Kept) -> float:
    """As high as before a row, in bounds that are read."""
    height = float(figure["layout"].get("height") or _DEFAULT_HEIGHT)
    margin = figure["layout"].get("margin") or {}
    around = float(margin.get("t") or 0) + float(margin.get("b") or 0)
    row = min(max((height - around) / rows.n, _LEAST_PIXELS), _HIGHEST / kept.n)
    return around + row * kept.n


def _note(text: str, short: str, place: int) -> dict[str, Any]:
    """How many rows are left out, where no row has a name next to it."""
    where = {"x": 0, "xref": "paper", "xanchor": "left", "y": place, "yref": short}
    return {"text": text, "showarrow": False, **where}


def _moved(trace: dict[str, Any], kept: Kept, n: int) -> dict[str, Any] | None:
    """A trace at the new places of its rows; None where nothing of it is left."""
    if trace.get("type") == "heatmap":
        return _moved_cells(trace, kept, n)
    ys = numbers(trace.get("y"))
    known = [y for y in ys if y is not None]
    across = {x for x in numbers(trace.get("x")) if x is not None}
    if trace.get("mode") == "lines" and len(across) == 1 and max(known) - min(known) > n / 2:
        return trace | {"y": [-0.5, kept.n - 0.5]}  # a line that all rows are compared with
    places = [None if y is None else kept(y) for y in ys]
    points = [at for at, y in enumerate(ys) if y is None or places[at] is not None]
    if ys and all(ys[at] is None for at in points):
        return None
    return picked(trace, points, len(ys)) | {"y": [places[at] for at in points]}


def _moved_cells(trace: dict[str, Any], kept: Kept, n: int) -> dict[str, Any]:
    """Cells at the new places of their rows; the line of those that are left out has none."""
    order: list[int | None] = [None] * kept.n
    for row, place in kept.places.items():
        order[place] = row
    found = dict(trace)
    for name in ("z", "text"):
        lines = trace.get(name)
        if isinstance(lines, list) and len(lines) == n:
            found[name] = [None if row is None else lines[row] for row in order]
            wide = max((len(line) for line in found[name] if line is not None), default=0)
            found[name] = [[None] * wide if line is None else line for line in found[name]]
    return found | {"y": list(range(kept.n))}


def _moved_mark(mark: dict[str, Any], short: str, kept: Kept) -> dict[str, Any] | None:
    """A text or a shape at the new place of its row."""
    if (mark.get("yref") or "y") != short:
        return mark
    found = dict(mark)
    for end in ("y", "y0", "y1"):
        (y,) = numbers([mark.get(end)])
        if y is None:
            continue
        place = kept(y)
        if place is None:
            return None
        found[end] = place
    return found

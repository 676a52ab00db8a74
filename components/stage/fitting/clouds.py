"""Names of the points of a cloud: those that have room, the outermost first.

What room there is follows from the range of the axes, so it is looked at last.
"""

from __future__ import annotations

from typing import Any

from components.frame.present.labels import legible
from components.stage.fitting.axes import range_of
from engine.pins.arrays import numbers

_LETTER, _LINE = 0.0105, 0.12  # of a name, parts of the width and the height of a figure
_MODE = "markers+text"


def named(figure: dict[str, Any]) -> dict[str, Any]:
    """A figure in which no name of a point is printed over another."""
    data = [
        _named(trace, figure) if trace.get("mode") == _MODE else trace for trace in figure["data"]
    ]
    return {"data": data, "layout": figure["layout"]}


def _named(trace: dict[str, Any], figure: dict[str, Any]) -> dict[str, Any]:
    xs, ys = ([value for value in numbers(trace.get(way)) if value is not None] for way in "xy")
    names = trace.get("text")
    ranges = [range_of(figure, way) for way in "xy"]
    if not isinstance(names, list) or not len(names) == len(xs) == len(ys) > 1 or None in ranges:
        return trace
    spans = [abs(ends[1] - ends[0]) for ends in ranges if ends is not None]
    across, up = (
        span / max(max(values) - min(values), 1e-12)
        for span, values in zip(spans, (xs, ys), strict=True)
    )
    texts = [str(name or "") for name in names]
    outward = [
        abs(x - sum(xs) / len(xs)) / spans[0] + abs(y - sum(ys) / len(ys)) / spans[1]
        if text
        else -1.0
        for x, y, text in zip(xs, ys, texts, strict=True)
    ]
    marks = list(zip(xs, ys, strict=True))
    return trace | {"text": legible(xs, ys, texts, outward, marks, _LETTER * across, _LINE * up)}

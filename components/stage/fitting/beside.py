"""Names that stand above their cells, set beside them.

A page does so where it is as narrow as a telephone. A lower figure has less room between its rows,
and the names would be printed over cells.
"""

from __future__ import annotations

from typing import Any

_GAP = 3  # pixels between cells
_HEAD = 30  # pixels above them


def named_beside(figure: dict[str, Any]) -> dict[str, Any]:
    """A figure of cells whose rows are named by the axis; any other stays as it is."""
    layout = figure["layout"]
    names = {
        mark["y"]: str(mark["text"])
        for mark in layout.get("annotations") or []
        if mark.get("xref") == "paper" and mark.get("yanchor") == "bottom" and "y" in mark
    }
    (first, *_) = figure["data"] or [{}]
    rows = len(first.get("z") or []) if first.get("type") == "heatmap" else 0
    axis = layout.get("yaxis") or {}
    if not rows or axis.get("showticklabels") is not False or set(names) != set(range(rows)):
        return figure
    own = {
        **axis,
        **{"showticklabels": True, "tickvals": [*range(rows)], "range": [rows - 0.5, -0.5]},
        "ticktext": [names[row] for row in range(rows)],
    }
    shown = {**layout, "yaxis": own, "annotations": [], "margin": {"t": _HEAD, "b": 0}}
    return {"data": [first | {"ygap": _GAP}, *figure["data"][1:]], "layout": shown}

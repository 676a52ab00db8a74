"""Signs in the coloured cells of figures that were pinned without them."""

from __future__ import annotations

from typing import Any

from components.frame.present.cell_signs import NAME, signs
from components.frame.present.theme import LIGHT

_SIZE = 8  # pixels


def signed(figure: dict[str, Any]) -> dict[str, Any]:
    """A figure whose cells from blue to orange have a triangle each, see `cell_signs`."""
    data = figure["data"]
    if any(trace.get("name") == NAME for trace in data):
        return figure
    added = [_of(trace) for trace in data if _is_coloured(trace)]
    if not added:
        return figure
    layout = dict(figure["layout"])
    layout["annotations"] = [_explained(mark) for mark in layout.get("annotations") or []]
    return {"data": data + added, "layout": layout}


def _explained(mark: dict[str, Any]) -> dict[str, Any]:
    """A text that names the two colours by squares, which get the shapes of the signs."""
    text = str(mark.get("text"))
    for colour, sign in ((LIGHT.toward, "▲"), (LIGHT.away, "▼")):
        text = text.replace(f"color:{colour}'>■", f"color:{colour}'>{sign}")
    return mark | {"text": text} if "text" in mark else mark


def _is_coloured(trace: dict[str, Any]) -> bool:
    """Whether a trace has cells in rows that are numbered from 0, in the two colours."""
    scale = [colour for _, colour in trace.get("colorscale") or []]
    ends = scale[:1] + scale[-1:] == [LIGHT.away, LIGHT.toward]
    return trace.get("type") == "heatmap" and ends and trace.get("x") is None


def _of(trace: dict[str, Any]) -> dict[str, Any]:
    found = signs(trace.get("z") or [], float(trace.get("zmax") or 1.0), LIGHT)
    found["marker"]["size"] = _SIZE
    axes = {name: trace[name] for name in ("xaxis", "yaxis") if name in trace}
    rows = trace.get("y")
    if isinstance(rows, list):
        found["y"] = [y + rows[0] for y in found["y"]]
    return found | axes

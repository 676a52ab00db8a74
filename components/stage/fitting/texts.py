"""Texts of a figure for the back of a room: none is small, and none is printed over another.

Sizes are those of the drawing, which is enlarged to the window: `LEAST` becomes 18 pixels in a
window of 1280 × 720, see `show/figures.js`.
"""

from __future__ import annotations

import re
from typing import Any

from engine.pins.few_rows import first_lines

LEAST = 14  # pixels of a text
_BELOW, _BESIDE = 6, 16  # pixels between the title of an axis and its numbers
_SECOND_LINE = 10  # pixels more for each further line of a title
_SIZE = re.compile(r"font-size:\s*[0-9]+(?:px|%);?\s*", re.IGNORECASE)
_SMALL = re.compile(r"</?su[bp]>", re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_FONTS = frozenset(("font", "tickfont", "textfont", "insidetextfont", "outsidetextfont"))


def sized(figure: dict[str, Any]) -> dict[str, Any]:
    """A figure whose texts all have at least `LEAST` pixels."""
    found: dict[str, Any] = _enlarged(figure)
    layout = found["layout"]
    layout["font"] = {"color": "#12161f"} | (layout.get("font") or {})
    layout["font"]["size"] = max(float(layout["font"].get("size") or LEAST), LEAST)
    for name, axis in layout.items():
        if name.startswith(("xaxis", "yaxis")) and isinstance(axis, dict):
            _explicit(axis, _BESIDE if name.startswith("y") else _BELOW)
    for trace in found["data"]:
        _size_trace(trace)
    cut = [first_lines(trace) for trace in found["data"] if trace.get("mode") == "text"]
    if any(cut):
        key = layout.get("meta", {}).get("marks", [])
        layout["meta"] = {"marks": [entry for entry in key if entry["mark"] != "text"]}
    for mark in layout.get("annotations") or []:
        mark["font"] = {"size": LEAST} | (mark.get("font") or {})
    return found


def _enlarged(value: Any, key: str = "") -> Any:
    """A copy in which no size of a font is below `LEAST`, in fields and in texts."""
    if isinstance(value, dict):
        found = {name: _enlarged(entry, name) for name, entry in value.items()}
        if key in _FONTS and "size" in found:
            found["size"] = _size(found["size"])
        found.pop("family", None) if key in _FONTS else None
        return found
    if isinstance(value, list):
        return [_enlarged(entry) for entry in value]
    if isinstance(value, str) and "<" in value:
        return _SMALL.sub("", _SIZE.sub("", value))
    return value


def _size(size: Any) -> Any:
    if isinstance(size, list):
        return [_size(entry) for entry in size]
    return max(size, LEAST) if isinstance(size, int | float) else LEAST


def _explicit(axis: dict[str, Any], apart: int) -> None:
    """Say the sizes of an axis that Plotly would make smaller by itself.

    Args:
        apart: pixels between its title and its numbers.
    """
    axis["tickfont"] = {"size": LEAST} | (axis.get("tickfont") or {})
    axis["automargin"] = True
    title = axis.get("title")
    if isinstance(title, str):
        title = {"text": title}
    if isinstance(title, dict) and title.get("text"):
        font = {"size": LEAST} | (title.get("font") or {})
        apart += _SECOND_LINE * len(_BREAK.findall(title["text"]))
        axis["title"] = title | {"font": font, "standoff": apart}
    if not isinstance(axis.get("tickvals"), list) and axis.get("dtick") is None:
        axis.setdefault("nticks", 6)


def _size_trace(trace: dict[str, Any]) -> None:
    """Sizes of the texts of a trace and of its scale."""
    if trace.get("text") is not None or "texttemplate" in trace:
        trace["textfont"] = {"size": LEAST} | (trace.get("textfont") or {})
    bar = trace.get("colorbar")
    if isinstance(bar, dict):
        bar["tickfont"] = {"size": LEAST} | (bar.get("tickfont") or {})
    if trace.get("mode") == "markers+text":
        trace["cliponaxis"] = False

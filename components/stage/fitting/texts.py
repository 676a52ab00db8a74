"""Texts of a figure for the back of a room: none is small, and none is printed over another.

Sizes are those of the drawing, which is enlarged to the window: `LEAST` becomes 18 pixels in a
window of 1280 × 720, see `show/figures.js`.
"""

from __future__ import annotations

import re
from textwrap import wrap
from typing import Any

from engine.pins.few_rows import first_lines

LEAST = 14  # pixels of a text
_BELOW, _BESIDE = 6, 16  # pixels between the title of an axis and its numbers
_STANDOFF, _RIGHT = 6, 20  # pixels beside names of rows, and half of the last number of an axis
_NEAR = 1e-6  # of the height
_LETTERS = 26  # of a line of a title beside an axis
_LINE = 1.4  # of its size, a line of a title of panels
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
            if name.startswith("y"):
                axis.setdefault("ticklabelstandoff", _STANDOFF)
                _in_lines(axis)
            _explicit(axis, _BESIDE if name.startswith("y") else _BELOW)
    margin = layout.get("margin") or {}
    layout["margin"] = margin | {"r": max(float(margin.get("r") or 0), _RIGHT)}
    for trace in found["data"]:
        _size_trace(trace)
    cut = [first_lines(trace) for trace in found["data"] if trace.get("mode") == "text"]
    if any(cut):
        key = layout.get("meta", {}).get("marks", [])
        layout["meta"] = {"marks": [entry for entry in key if entry["mark"] != "text"]}
    for mark in layout.get("annotations") or []:
        mark["font"] = {"size": LEAST} | (mark.get("font") or {})
    _raise_panels(layout)
    if (above := max(map(_above, layout.get("annotations") or []), default=0.0)) > 0:
        margin = layout.get("margin") or {}
        layout["margin"] = margin | {"t": max(float(margin.get("t") or 0), above)}
    return found


def _in_lines(axis: dict[str, Any]) -> None:
    """Break a long title beside an axis, which is no longer than a low figure is high."""
    title = axis.get("title")
    if not isinstance(title, dict):
        return
    text = str(title.get("text") or "")
    if len(text) > _LETTERS and not _BREAK.search(text):
        axis["title"] = {**title, "text": "<br>".join(wrap(text, _LETTERS))}


def _raise_panels(layout: dict[str, Any]) -> None:
    """Let the first line of panels end at the top, so that its titles have pixels of a margin.

    Below a share of the height they would be cut where the figure is drawn lower.
    """
    axes = [layout[name] for name in layout if name.startswith("yaxis")]
    ends = [axis["domain"] for axis in axes if isinstance(axis, dict) and axis.get("domain")]
    top = max((end[1] for end in ends), default=1.0)
    marks = layout.get("annotations") or []
    titles = [mark for mark in marks if mark.get("yref") == "paper" and _is_near(mark, top)]
    if len(ends) < len(axes) or top > 1 - _NEAR or not titles:
        return
    for axis in axes:
        axis["domain"] = [min(end / top, 1.0) for end in axis["domain"]]
    for mark in marks:
        if mark.get("yref") == "paper":
            mark["y"] = 1 if _is_near(mark, top) else mark.get("y", 0) / top


def _is_near(mark: dict[str, Any], y: float) -> bool:
    return abs(float(mark.get("y") or 0) - y) < _NEAR


def _above(mark: dict[str, Any]) -> float:
    """Pixels that a text needs above the axes: such as a title of panels, in its lines."""
    above = str(mark.get("yref")) in ("paper", "y domain")
    if not above or mark.get("yanchor") != "bottom" or mark.get("y") != 1:
        return 0.0
    lines = 1 + len(_BREAK.findall(str(mark.get("text"))))
    return _LINE * lines * float(mark["font"]["size"]) + float(mark.get("yshift") or 0)


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

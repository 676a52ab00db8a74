"""The figures of a report: as JSON in its page, with their keys, and with few rows on paper."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from engine.core.digest import canonical_json
from engine.pins.arrays import decoded
from engine.pins.few_rows import UNREADABLE, first_lines, shortened
from engine.report import panels

_HEIGHT = 450  # of a figure that names none, in pixels; Plotly's own
_TALLEST = 2_000
_MARKS = (
    *("dot", "ring", "cross", "diamond", "square", "outline", "hatched"),
    *("line", "dotted", "text"),
)
_LONGEST_KEY = 8  # entries
_HEX = re.compile(r"#[0-9a-fA-F]{6}")


def key_of(figure: dict[str, Any] | None) -> list[dict[str, str]]:
    """What the marks and colours of a figure mean, where its page has said it."""
    meta = (figure or {}).get("layout", {}).get("meta")
    found = meta.get("marks") if isinstance(meta, dict) else None
    return [
        {
            "mark": mark if colour and mark != "text" else "",
            "colour": colour,
            "text": str(entry.get("text", "")),
        }
        for entry in (found if isinstance(found, list) else [])[:_LONGEST_KEY]
        if isinstance(entry, dict) and (mark := str(entry.get("mark"))) in _MARKS
        for colour in [_colour(entry.get("colour"))]
    ]


def _colour(found: Any) -> str:
    return found if isinstance(found, str) and _HEX.fullmatch(found) else ""


def embedded(figure: dict[str, Any]) -> str:
    """A figure as JSON that no text in it can end, and that is drawn without WebGL."""
    # A page whose policy compiles nothing has no WebGL.
    plain = [
        trace | {"type": "scatter"} if trace.get("type") == "scattergl" else trace
        for trace in figure["data"]
    ]
    text = canonical_json({**figure, "data": plain})
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def height_of(figure: dict[str, Any] | None) -> int:
    height = (figure or {}).get("layout", {}).get("height")
    known = isinstance(height, int | float) and not isinstance(height, bool)
    return int(min(max(height, 0), _TALLEST)) if known else _HEIGHT


@dataclass(frozen=True)
class Paper:
    """A figure as it is printed.

    Args:
        figure: `data` and `layout`, with few rows.
        is_cut: whether its cells have their first line alone.
        is_whole: whether it needs its own height, since its texts have their room in it.
    """

    figure: dict[str, Any]
    is_cut: bool
    is_whole: bool = False


def on_paper(figure: dict[str, Any] | None) -> Paper | None:
    """A figure with the rows that are read in print.

    Args:
        figure: `data` and `layout` as a pin keeps them; stays as it is.

    Returns:
        None where it has no more than those, or no page made it: it is printed as it is.
    """
    if figure is None:
        return None
    try:
        return _on_paper(figure)
    except UNREADABLE:
        return None


def _on_paper(figure: dict[str, Any]) -> Paper | None:
    found = decoded(figure)
    few = shortened(found)
    whole = panels.on_a4(few)
    if whole is not None:
        return Paper(whole, is_cut=False, is_whole=True)
    if few is found:
        return None
    few = panels.without_empty(few, found)
    cut = [first_lines(trace) for trace in few["data"] if trace.get("mode") == "text"]
    return Paper(few, any(cut))

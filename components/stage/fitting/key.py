"""The key of a figure: what its marks and colours mean, which the screen writes above it.

A page says it next to its figure, or in Plotly's legend, which overlaps axes where a figure is made
lower. It has the entries of the legend and those of the chart's own key
(`components.frame.present.plot.keyed`), or says at least what the lines through the dots are.
"""

from __future__ import annotations

import html
import re
from typing import Any

from components.frame.present.theme import LIGHT
from engine.core.wording import figure_text
from engine.pins.arrays import numbers

Entry = dict[str, str]
MARKS = (
    *("dot", "ring", "cross", "diamond", "square", "outline", "hatched"),
    *("line", "dotted", "text"),
)
_MOST, _LONGEST = 8, 80  # entries, and letters of one
_TAG = re.compile(r"<[^<>]*>")
_INTERVAL = "95% confidence interval"


def described(figure: dict[str, Any]) -> dict[str, Any]:
    """A figure without a legend, whose `layout.meta` holds its key alone."""
    layout = dict(figure["layout"])
    meta = layout.get("meta")
    own = meta.get("marks") if isinstance(meta, dict) else None
    named = [*_of_legend(figure), *_checked(own)]
    key = list({entry["text"]: entry for entry in named}.values()) or _of_intervals(figure)
    key += [entry for trace in figure["data"] for entry in _of_scale(trace)]
    layout.pop("legend", None)
    layout |= {"showlegend": False, "meta": {"marks": key[:_MOST]}}
    return {"data": [_without_scale(trace) for trace in figure["data"]], "layout": layout}


def _without_scale(trace: dict[str, Any]) -> dict[str, Any]:
    """A trace without its bar of colours, for which a narrow figure has no room."""
    if not _has_scale(trace):
        return trace
    return {**trace, "showscale": False}


def _has_scale(trace: dict[str, Any]) -> bool:
    return trace.get("type") == "heatmap" and trace.get("showscale") is not False


def _of_scale(trace: dict[str, Any]) -> list[Entry]:
    """What a bar of colours says: what is shaded, and where it ends."""
    end = trace.get("zmax")
    if not _has_scale(trace) or not isinstance(end, int | float):
        return []
    title = (trace.get("colorbar") or {}).get("title") or ""
    name = title.get("text") or "" if isinstance(title, dict) else str(title)
    name = html.unescape(_TAG.sub("", name)).partition(". ")[0]
    shade = "darkest" if trace.get("zmin") == 0 else "full colour"
    text = f"{name}; {shade}: {figure_text(end, '.2g')}" if name else f"{shade}: {end:.2g}"
    return [{"mark": "text", "colour": "", "text": text[:_LONGEST]}]


def _checked(found: Any) -> list[Entry]:
    """The key that a file has, as far as it is one."""
    if not isinstance(found, list):
        return []
    return [
        {"mark": entry["mark"], "colour": str(entry.get("colour", "")), "text": str(entry["text"])}
        for entry in found[:_MOST]
        if isinstance(entry, dict) and entry.get("mark") in MARKS and entry.get("text")
    ]


def _of_legend(figure: dict[str, Any]) -> list[Entry]:
    """The entries of Plotly's legend, where it is shown."""
    if not figure["layout"].get("showlegend"):
        return []
    named = [
        trace
        for trace in figure["data"]
        if trace.get("name")
        and trace.get("showlegend") is not False
        and trace.get("visible", True) is True
    ]
    named.sort(key=lambda trace: trace.get("legendrank", 1000))
    entries = {str(trace["name"]): _entry(trace) for trace in reversed(named)}
    return [entries[name] for name in dict.fromkeys(str(trace["name"]) for trace in named)][:_MOST]


def _entry(trace: dict[str, Any]) -> Entry:
    marker, line = trace.get("marker") or {}, trace.get("line") or {}
    text = html.unescape(_TAG.sub("", str(trace["name"])))[:_LONGEST]
    if trace.get("type") not in ("scatter", "scattergl", None):
        colour = marker.get("color") or trace.get("fillcolor") or line.get("color")
        return {"mark": "square", "colour": _first(colour), "text": text}
    if "markers" in str(trace.get("mode")):
        symbol = _first(marker.get("symbol")) or "circle"
        return {"mark": _mark(symbol), "colour": _first(marker.get("color")), "text": text}
    mark = "dotted" if line.get("dash") not in (None, "solid") else "line"
    return {"mark": mark, "colour": _first(line.get("color")), "text": text}


def _mark(symbol: str) -> str:
    if symbol.startswith("x"):
        return "cross"
    return "ring" if "open" in symbol else "diamond" if "diamond" in symbol else "dot"


def _first(colour: Any) -> str:
    found = colour[0] if isinstance(colour, list) and colour else colour
    return found if isinstance(found, str) else ""


def _of_intervals(figure: dict[str, Any]) -> list[Entry]:
    """That a line through the only dot of each row is its interval."""
    dots: dict[tuple[str, float], float] = {}
    for trace in figure["data"]:
        if trace.get("mode") == "markers" and (trace.get("marker") or {}).get("opacity") != 0:
            for x, y in zip(numbers(trace.get("x")), numbers(trace.get("y")), strict=False):
                row = (str(trace.get("yaxis")), y or 0.0)
                if x is None or y is None:
                    continue
                if dots.setdefault(row, x) != x:
                    return []
    for trace in figure["data"]:
        if not str(trace.get("mode")).startswith("lines"):
            continue
        xs, ys = numbers(trace.get("x"))[:2], numbers(trace.get("y"))[:2]
        if len(xs) < 2 or len(ys) < 2 or None in xs or ys[0] is None or ys[0] != ys[1]:
            continue
        low, high = sorted(x for x in xs if x is not None)
        if low < high and low <= dots.get((str(trace.get("yaxis")), ys[0]), low - 1) <= high:
            return [{"mark": "line", "colour": LIGHT.ink, "text": _INTERVAL}]
    return []

"""At most six panels of a figure that has many, in the order of the page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from components.frame.present.cell_signs import NAME as SIGNS
from components.frame.present.labels import short
from engine.core.wording import counted

MOST, _COLUMNS = 6, 3
_ROW, _TITLE, _AXIS = 22.0, 40.0, 26.0  # pixels
_TALLEST = 200.0  # pixels; with more there is one line of panels
_NAME, _LINE, _LINES = 30, 23, 2  # letters of a name and of a line of a title, and lines of it
_BREAK = re.compile(r"\s*<br\s*/?>\s*")
_GAP = 0.03  # of the width, between panels
_LETTER, _RIGHT = 8.2, 14  # pixels of a letter of a name, and beside the last number
_NEAR = 1e-6


@dataclass(frozen=True)
class _Panel:
    """One pair of axes.

    Args:
        number: of both, as their names end; empty for the first.
        x: its ends across, parts of the width; y likewise, from the bottom.
        rows: it has.
    """

    number: str
    x: tuple[float, float]
    y: tuple[float, float]
    rows: int


def few(figure: dict[str, Any]) -> dict[str, Any]:
    """A figure with its first panels, in three columns; one with few stays as it is.

    Of cells below each other only the last are left, which say what the others differ in.
    """
    panels = _panels(figure["layout"])
    if _are_stacked_cells(figure, panels):
        return _last(figure, panels)
    if len(panels) <= MOST:
        return figure
    kept = panels[:MOST]
    if _height(kept) > _TALLEST:
        kept = panels[:_COLUMNS]
    layout = _axes(figure["layout"], panels, kept)
    numbers = {panel.number for panel in kept}
    data = [
        trace
        for trace in figure["data"]
        if (trace.get("yaxis") or "y").removeprefix("y") in numbers
    ]
    more = counted(len(panels) - len(kept), "more measure")
    note = {
        **{"text": f"{more} on the page", "showarrow": False, "x": 1, "xref": "paper"},
        **{"xanchor": "right", "y": 0, "yref": "paper", "yanchor": "top", "yshift": -_AXIS - 2},
    }
    layout["annotations"] = [*layout["annotations"], note]
    return {"data": data, "layout": layout}


def _panels(layout: dict[str, Any]) -> list[_Panel]:
    """The panels in the order of their numbers."""
    found = []
    for name, axis in layout.items():
        if not name.startswith("yaxis") or not isinstance(axis, dict):
            continue
        number = name.removeprefix("yaxis")
        across = (layout.get(f"xaxis{number}") or {}).get("domain")
        up, names = axis.get("domain"), axis.get("ticktext")
        if across and up and isinstance(names, list):
            found.append(_Panel(number, tuple(across), tuple(up), len(names)))
    return sorted(found, key=lambda panel: int(panel.number or 1))


def _are_stacked_cells(figure: dict[str, Any], panels: list[_Panel]) -> bool:
    kinds = {
        trace.get("type")
        for trace in figure["data"]
        if trace.get("mode") != "text" and trace.get("name") != SIGNS
    }
    tops = {round(panel.y[1], 3) for panel in panels}
    return kinds == {"heatmap"} and len(tops) == len(panels) > 1


def _last(figure: dict[str, Any], panels: list[_Panel]) -> dict[str, Any]:
    """The lowest panel alone, as high as it was."""
    kept = min(panels, key=lambda panel: panel.y[0])
    gone = {f"{way}axis{panel.number}" for panel in panels if panel != kept for way in "xy"}
    layout = {name: value for name, value in figure["layout"].items() if name not in gone}
    name = f"yaxis{kept.number}"
    layout[name] = layout[name] | {"domain": [0, 1]}
    layout["height"] = float(layout.get("height") or 0) / len(panels)
    for marks in ("annotations", "shapes"):
        layout[marks] = [
            mark for mark in layout.get(marks) or [] if _number(mark, "yref") == kept.number
        ]
    data = [trace for trace in figure["data"] if _number(trace, "yaxis") == kept.number]
    return {"data": data, "layout": layout}


def _lines(panels: list[_Panel]) -> list[list[_Panel]]:
    return [panels[at : at + _COLUMNS] for at in range(0, len(panels), _COLUMNS)]


def _heights(panels: list[_Panel]) -> list[float]:
    """Of each line of panels, with its titles and axes."""
    return [_TITLE + _AXIS + _ROW * max(one.rows for one in line) for line in _lines(panels)]


def _height(panels: list[_Panel]) -> float:
    return sum(_heights(panels))


def _axes(layout: dict[str, Any], panels: list[_Panel], kept: list[_Panel]) -> dict[str, Any]:
    """The layout with the axes and titles of the panels that are kept, at their new places."""
    gone = {f"{way}axis{panel.number}" for panel in panels[len(kept) :] for way in "xy"}
    found = {name: value for name, value in layout.items() if name not in gone}
    total, top = _height(kept), 0.0
    titles, left_of_all = [], 0.0
    for line, height in zip(_lines(kept), _heights(kept), strict=True):
        low, high = 1 - (top + height - _AXIS) / total, 1 - (top + _TITLE) / total
        for column, panel in enumerate(line):
            left = column / _COLUMNS + (_GAP if column else 0)
            x = {"domain": [left, (column + 1) / _COLUMNS]}
            found[f"xaxis{panel.number}"] = layout[f"xaxis{panel.number}"] | x
            names = {"ticktext": _names(layout, panels, panel)} if column == 0 else _BARE
            longest = max(map(len, names.get("ticktext", [])), default=0)
            left_of_all = max(left_of_all, _LETTER * longest + 10)
            y = {"domain": [low, high], "automargin": False} | names
            found[f"yaxis{panel.number}"] = layout[f"yaxis{panel.number}"] | y
            titles += _titles(layout, panel, left, high)
        top += height
    found["shapes"] = [
        mark for mark in layout.get("shapes") or [] if _number(mark, "yref") in _numbers(kept)
    ]
    margin = {"l": round(left_of_all), "r": _RIGHT, "t": 0, "b": int(2 * _AXIS)}
    return found | {"annotations": titles, "height": total + 2 * _AXIS, "margin": margin}


_BARE: dict[str, Any] = {"showticklabels": False}


def _numbers(panels: list[_Panel]) -> set[str]:
    return {panel.number for panel in panels}


def _number(mark: dict[str, Any], field: str) -> str:
    return str(mark.get(field) or "y").removesuffix(" domain").removeprefix("y")


def _names(layout: dict[str, Any], panels: list[_Panel], panel: _Panel) -> list[str]:
    """The names of a panel's rows, which only the first of its line on the page has."""
    beside = [other for other in panels if abs(other.y[1] - panel.y[1]) < _NEAR]
    for other in beside:
        names = [str(name) for name in layout[f"yaxis{other.number}"]["ticktext"]]
        if any(names) and len(names) == panel.rows:
            return [short(_BREAK.sub(" ", name), _NAME) for name in names]
    return []


def _titles(
    layout: dict[str, Any], panel: _Panel, left: float, high: float
) -> list[dict[str, Any]]:
    """The title of a panel at its new place, in the lines that the wider panel has room for."""
    return [
        mark | {"x": left, "y": high, "text": _in_lines(str(mark.get("text")))}
        for mark in layout.get("annotations") or []
        if mark.get("xref") == "paper"
        and mark.get("yref") == "paper"
        and abs(mark.get("x", -1) - panel.x[0]) < _NEAR
        and abs(mark.get("y", -1) - panel.y[1]) < _NEAR
    ]


def _in_lines(title: str) -> str:
    """A title broken where the panel ends, and cut where it has no more lines."""
    lines = [""]
    for word in _BREAK.sub(" ", title).split():
        if len(lines[-1]) + len(word) > _LINE:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    kept = lines[:_LINES]
    return "<br>".join(kept) + ("…" if len(lines) > _LINES else "")

"""Printed panels: as high as their rows, with titles and notes in lines that they have room for.

A page draws panels in its own width, with texts of several sizes. On A4 they are narrower and all
texts have one size, so what stands above and below them is broken anew and gets room of its own.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from itertools import pairwise
from textwrap import wrap
from typing import Any

from engine.pins.arrays import numbers
from engine.pins.figure_rows import rows_of

_WIDTH = 650.0  # pixels of a figure on A4; that of `report.js`
_FONT, _LETTER, _LINE = 11, 6.3, 15.0  # pixels of a text, of one of its letters, of a line
_ROW, _LEAST_ROW = 18.0, 14.0  # of a row of one line, and of one where there is no room for more
_TICKS, _FOOT = 22.0, 6.0  # of the numbers at an axis, and around titles
_MOST = 570.0  # of a figure that has no table below it; that of `report.js`
_RIGHT, _APART, _MOST_NAMES = 16, 12, 0.4  # pixels; pixels; of the width, of names of rows
_NEAR = 1e-6
_BREAK, _TAG = re.compile(r"\s*<br\s*/?>\s*"), re.compile(r"<[^>]+>")
_PART = " · "  # between the parts of a note below an axis

Figure = dict[str, Any]


@dataclass(frozen=True)
class _Panel:
    """One pair of axes with the texts at its corners.

    Args:
        number: of both axes, as their names end; empty for the first.
        x: its ends across, parts of the width; y likewise, from the bottom.
        names: of its rows, as Plotly reads them.
        above: the texts on its upper edge, below those under its lower edge; numbers of marks.
    """

    number: str
    x: tuple[float, float]
    y: tuple[float, float]
    names: tuple[str, ...]
    above: tuple[int, ...]
    below: tuple[int, ...]


def on_a4(figure: Figure) -> Figure | None:
    """A figure of panels with titles above them as it is printed; None for any other figure.

    Args:
        figure: `data` and `layout`; stays as it is.
    """
    panels = _panels(figure)
    if len(panels) < 2 or not all(panel.above for panel in panels):
        return None
    layout = dict(figure["layout"])
    left = _left(panels)
    marks = [_of_one_size(mark) for mark in layout["annotations"]]
    for panel in panels:
        letters = int((panel.x[1] - panel.x[0]) * (_WIDTH - left - _RIGHT) / _LETTER)
        for at in (*panel.above, *panel.below):
            marks[at]["text"] = _in_lines(str(marks[at]["text"]), letters)
    bands = _bands(panels)
    heads = [_high(marks, [at for one in band for at in one.above]) + _FOOT for band in bands]
    feet = [_high(marks, [at for one in band for at in one.below]) + _TICKS for band in bands]
    rows = [_height_of_rows(band) for band in bands]
    around = sum(heads) + sum(feet) + _FOOT * (len(bands) - 1)
    lower = max(min((_MOST - around) / sum(rows), 1.0), _LEAST_ROW / _ROW)
    rows = [high * lower for high in rows]
    top = total = around + sum(rows)
    for band, head, high, foot in zip(bands, heads, rows, feet, strict=True):
        ends = [(top - head - high) / total, (top - head) / total]
        for panel in band:
            _place(layout, marks, panel, ends)
        top -= head + high + foot + _FOOT
    margin = {"l": round(left), "r": _RIGHT, "t": 0, "b": 4}
    layout |= {"annotations": marks, "height": round(total) + 4, "margin": margin}
    return {"data": figure["data"], "layout": layout}


def without_empty(few: Figure, before: Figure) -> Figure:
    """A figure whose parts below each other have lost rows, without the room of these.

    Titles and numbers between the parts keep theirs.

    Args:
        few: with few rows, where its parts were.
        before: with all rows.
    """
    axes = [name for name in few["layout"] if name.startswith("yaxis")]
    ends = {name: tuple(few["layout"][name].get("domain") or (0.0, 1.0)) for name in axes}
    if len(set(ends.values())) < 2:
        return few
    height = float(before["layout"].get("height") or 0)
    kept: dict[tuple[float, ...], float] = {}
    for name, end in ends.items():
        now, all_rows = _number_of_rows(few, name), _number_of_rows(before, name)
        kept[end] = max(now / all_rows if all_rows else 1.0, kept.get(end, 0.0))
    stops = sorted({0.0, 1.0, *(stop for end in kept for stop in end)})
    moved, at = {0.0: 0.0}, 0.0
    for low, high in pairwise(stops):
        share = [part for end, part in kept.items() if end[0] <= low and high <= end[1]]
        at += (high - low) * max(share, default=1.0)
        moved[high] = at
    layout = dict(few["layout"])
    for name, end in ends.items():
        layout[name] = layout[name] | {"domain": [moved[stop] / at for stop in end]}
    for kind in ("annotations", "shapes"):
        layout[kind] = [_moved(mark, moved, at) for mark in layout.get(kind) or []]
    return {"data": few["data"], "layout": layout | {"height": height * at}}


def _panels(figure: Figure) -> list[_Panel]:
    layout = figure["layout"]
    marks = layout.get("annotations") or []
    found = []
    for name, axis in layout.items():
        if not name.startswith("yaxis"):
            continue
        number = name.removeprefix("yaxis")
        across = (layout.get(f"xaxis{number}") or {}).get("domain")
        up, names = axis.get("domain"), axis.get("ticktext")
        if across and up and isinstance(names, list):
            above, below = (
                tuple(n for n, mark in enumerate(marks) if _is_at(mark, across[0], y, anchor))
                for y, anchor in ((up[1], "bottom"), (up[0], "top"))
            )
            texts = tuple(map(str, names))
            found.append(_Panel(number, tuple(across), tuple(up), texts, above, below))
    return found


def _is_at(mark: Figure, x: float, y: float, anchor: str) -> bool:
    """Whether a text stands at a corner of a panel."""
    if (mark.get("xref"), mark.get("yref"), mark.get("yanchor")) != ("paper", "paper", anchor):
        return False
    return abs(mark.get("x", -1) - x) < _NEAR and abs(mark.get("y", -1) - y) < _NEAR


def _bands(panels: list[_Panel]) -> list[list[_Panel]]:
    """Panels beside each other, from the top."""
    found: dict[float, list[_Panel]] = {}
    for panel in panels:
        found.setdefault(round(panel.y[1], 3), []).append(panel)
    return [found[top] for top in sorted(found, reverse=True)]


def _left(panels: list[_Panel]) -> float:
    """Pixels that the names of rows need."""
    lines = [_plain(line) for one in panels for name in one.names for line in _BREAK.split(name)]
    return min(_LETTER * max(map(len, lines), default=0) + _APART, _MOST_NAMES * _WIDTH)


def _height_of_rows(band: list[_Panel]) -> float:
    """Pixels of the rows of panels beside each other."""
    lines = max((len(_BREAK.split(name)) for one in band for name in one.names), default=1)
    return max((len(one.names) for one in band), default=1) * (_ROW + _LINE * (lines - 1))


def _high(marks: list[Figure], which: list[int]) -> float:
    """Pixels of the text with the most lines."""
    return _LINE * max((len(_BREAK.split(marks[at]["text"])) for at in which), default=0)


def _of_one_size(mark: Figure) -> Figure:
    return mark | {"font": {**(mark.get("font") or {}), "size": _FONT}}


def _in_lines(text: str, letters: int) -> str:
    """A text broken where its panel ends; the parts of a note in lines of their own."""
    joined = _BREAK.sub(" ", text)
    parts = joined.split(_PART) if len(_plain(joined)) > letters else [joined]
    lines = [line for part in parts for line in wrap(part, letters, break_long_words=False)]
    return "<br>".join(lines)


def _plain(text: str) -> str:
    return html.unescape(_TAG.sub("", text))


def _place(layout: Figure, marks: list[Figure], panel: _Panel, ends: list[float]) -> None:
    """Put a panel and its texts where they are on paper."""
    x, y = f"xaxis{panel.number}", f"yaxis{panel.number}"
    small = {"size": _FONT}
    layout[y] = layout[y] | {
        "domain": ends,
        "tickfont": {**(layout[y].get("tickfont") or {}), **small},
    }
    layout[x] = layout[x] | {"tickfont": {**(layout[x].get("tickfont") or {}), **small}}
    for at in panel.above:
        marks[at] |= {"y": ends[1], "yshift": 2}
    for at in panel.below:
        marks[at] |= {"y": ends[0], "yshift": -_TICKS}


def _number_of_rows(figure: Figure, axis: str) -> int:
    rows = rows_of(figure, axis)
    return rows.n if rows else 0


def _moved(mark: Figure, moved: dict[float, float], total: float) -> Figure:
    """A mark on the paper where what it stands at has gone."""
    if mark.get("yref") != "paper":
        return mark
    found = dict(mark)
    for end in ("y", "y0", "y1"):
        (y,) = numbers([mark.get(end)])
        if y is not None:
            found[end] = _at(y, moved) / total
    return found


def _at(y: float, moved: dict[float, float]) -> float:
    """A height between two that are known."""
    stops = sorted(moved)
    below = max((stop for stop in stops if stop <= y), default=stops[0])
    above = min((stop for stop in stops if stop >= y), default=stops[-1])
    if above == below:
        return moved[below]
    return moved[below] + (y - below) / (above - below) * (moved[above] - moved[below])

"""A kept figure made fit for a stage: few rows, large texts, a key, and room for what it says.

A page's figure is read from a desk, and may have 46 rows or twelve small panels. What is kept in a
collection stays as it was pinned; what is made of it here is shown. It works on Plotly's JSON, so
that collections of earlier days profit, and on answers as on kept figures, so that an answer that
is as it was kept is drawn the same.

- `panels`, and `engine.pins.few_rows`: what is left out, and how that is said.
- `texts`: sizes of all texts, and fewer of them where they would overprint each other.
- `key`: what marks and colours mean.
- `axes`: one range for neighbouring screens of a kind.
- `clouds`: names of points.
- `beside`: names of rows of cells that a page sets above them.
- `signs`: triangles in cells whose colour alone says more or less.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from components.stage.fitting import axes, beside, clouds, key, panels, signs, texts
from engine.pins.arrays import decoded
from engine.pins.few_rows import UNREADABLE, shortened

__all__ = ["fitted", "is_wide", "like", "together"]

_NAMES, _CELL, _PANEL = 120.0, 56.0, 250.0  # pixels of names, of a cell and of a panel
_FEW, _WIDEST = 4, 880.0  # columns of cells; pixels that a projector shows with large type
_UNSEEN = ("customdata", "hovertemplate", "hoverinfo", "hovertext", "hoverlabel")


def fitted(figure: dict[str, Any]) -> dict[str, Any]:
    """A figure for a screen.

    Args:
        figure: `data` and `layout` as a pin keeps them; stays as it is.

    Returns:
        Another figure, whose `layout.meta` has its key (`marks`, see `key.described`).
    """
    found = decoded(figure)
    found["data"] = [_seen(trace) for trace in found["data"]]
    found = panels.few(beside.named_beside(key.described(found)))
    found = axes.with_room_in_halves(axes.without_empty_end(found))
    found = texts.sized(signs.signed(shortened(found)))
    for name in ("hoverlabel", "modebar", "minreducedwidth"):
        found["layout"].pop(name, None)
    found["layout"]["meta"]["wide"] = _width(found)
    return found


def is_wide(figure: dict[str, Any]) -> bool:
    """Whether a kept figure has panels or cells that overlap in a narrow window."""
    try:
        return _width(decoded(figure)) > 0
    except UNREADABLE:
        return False


def _width(figure: dict[str, Any]) -> float:
    """Pixels that panels or cells with texts are drawn with at least, however narrow the window.

    Other figures are as wide as their window.
    """
    layout, data = figure["layout"], figure["data"]
    across = {
        tuple(axis.get("domain") or (0, 1))
        for name, axis in layout.items()
        if name.startswith("xaxis")
    }
    written = any(trace.get("mode") == "text" for trace in data)
    cells = [len(trace["z"][0]) for trace in data if written and trace.get("z")]
    columns = max(cells, default=0)
    needed = _PANEL * len(across) if len(across) > 1 else _CELL * columns * (columns > _FEW)
    return min(_NAMES + needed, _WIDEST) if needed else 0.0


def together(drawn: Sequence[axes.Drawn | None]) -> list[dict[str, Any] | None]:
    """The fitted figures of screens, in their order, neighbours of a kind on one scale.

    Args:
        drawn: figure and kind of each; None for a screen without a figure.
    """
    return [None if each is None else clouds.named(each) for each in axes.in_common(drawn)]


def like(figure: dict[str, Any], kind: str, shown: Sequence[axes.Drawn]) -> dict[str, Any]:
    """The fitted figure of an answer, on the scale of the screen that it takes the place of.

    Args:
        kind: what is measured.
        shown: the fitted figures of the screen and its neighbours, with their kinds.
    """
    return clouds.named(axes.like(figure, kind, shown))


def _seen(trace: dict[str, Any]) -> dict[str, Any]:
    """A trace without what shows under a pointer."""
    kept = {name: value for name, value in trace.items() if name not in _UNSEEN}
    if trace.get("type") == "heatmap" and not trace.get("texttemplate"):
        kept.pop("text", None)  # of its hover
    return kept

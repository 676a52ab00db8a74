"""What a pinned figure may hold: drawings of numbers, and nothing that a browser would fetch.

Figures come from files of other people. Plotly fetches pictures, maps and their outlines, so only
the kinds of drawing that the pages make are taken, without pictures and with plain texts.
"""

from __future__ import annotations

from typing import Any

from engine.core.digest import canonical_json
from engine.pins.figure_text import plain

MOST_BYTES = 1_500_000  # of one figure as JSON
KINDS = frozenset(
    ("bar", "box", "contour", "heatmap", "histogram", "scatter", "scattergl", "violin", "waterfall")
)
# Whatever of a layout draws pictures or maps, or carries the defaults of all other kinds.
_LEFT_OUT = frozenset(("geo", "images", "map", "mapbox", "template", "updatemenus", "sliders"))
_SOURCES = frozenset(("source", "href", "src", "url"))


def checked(figure: Any) -> dict[str, Any] | None:
    """A figure without what a browser would fetch or follow.

    Args:
        figure: `data` and `layout` as Plotly writes them in JSON.

    Returns:
        A copy that holds both; None where it is no figure, is too large or has a kind of drawing
        that no page makes. A figure that was checked before stays as it is.
    """
    if not isinstance(figure, dict):
        return None
    data, layout = figure.get("data"), figure.get("layout", {})
    if not isinstance(data, list) or not isinstance(layout, dict):
        return None
    if not all(isinstance(trace, dict) and _is_known(trace.get("type")) for trace in data):
        return None
    kept = {key: value for key, value in layout.items() if not _is_left_out(key)}
    if not _fits({"data": data, "layout": kept}):
        return None
    found = {"data": _plain(data), "layout": _plain(kept)}
    return found if _fits(found) else None


def _fits(figure: dict[str, Any]) -> bool:
    return len(canonical_json(figure).encode()) <= MOST_BYTES


def _is_known(kind: Any) -> bool:
    return kind is None or (isinstance(kind, str) and kind in KINDS)


def _is_left_out(key: str) -> bool:
    return key.rstrip("0123456789") in _LEFT_OUT


def _plain(value: Any) -> Any:
    """The same with plain texts and without sources of pictures."""
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items() if key not in _SOURCES}
    if isinstance(value, list):
        return [_plain(entry) for entry in value]
    return plain(value) if isinstance(value, str) else value

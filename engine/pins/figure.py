"""What a pinned figure may hold: drawings of numbers, and nothing that a browser would fetch.

Figures come from files of other people. Plotly fetches pictures, maps and their outlines, so only
the kinds of drawing that the pages make are taken, without pictures and with plain texts.
"""

from __future__ import annotations

import re
from typing import Any

from engine.core.digest import canonical_json

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


# --- figure text --------------------------------------------------------------------------
# Texts of a pinned figure: Plotly reads a few tags in them, and of these only some are kept.
#
# Plotly takes `<…>` for a tag wherever a letter follows, joins texts before it looks for tags
# (what goes before a tick, the tick, what comes after it), and decodes entities afterwards. So a
# `<` that opens no tag of ours is left only where nothing can make a tag of it, and is `&lt;`
# elsewhere, which looks the same.

# `extra` is the second box of a hover text.
_TAGS = "b|br|em|extra|i|span|strong|sub|sup"
_STYLE = (
    r"(?:color: ?(?:#[0-9a-f]{3,8}|[a-z]{3,20})"
    r"|font-size: ?[0-9]{1,3}(?:px|%)"
    r"|font-weight: ?(?:bold|normal|[1-9]00))"
)
_STYLES = rf"{_STYLE}(?:; ?{_STYLE})*;?"
_KEPT = re.compile(
    rf"</?(?:{_TAGS})>|<span style=(?:'{_STYLES}'|\"{_STYLES}\")>", re.IGNORECASE | re.ASCII
)
_WITH_MORE = re.compile(rf"<(/?(?:{_TAGS}))(?![0-9a-z])[^<>]*>", re.IGNORECASE | re.ASCII)
_LINK = re.compile(r"</?a(?![0-9a-z])[^<>]*>", re.IGNORECASE | re.ASCII)
_OPENING = re.compile(r"<[^<>]*>|<")
_BY_ITSELF = re.compile(r"<[ 0-9]")  # `p < 0.05`


def plain(text: str) -> str:
    """A text without links, and whose tags have no attributes but colour, size and weight.

    A text that is plain already stays as it is.
    """
    return _OPENING.sub(_kept, text) if "<" in text else text


def _kept(found: re.Match[str]) -> str:
    """What stays of a tag, or of a `<` that opens none."""
    part = found[0]
    if _KEPT.fullmatch(part) or _BY_ITSELF.match(found.string, found.start()):
        return part
    if (tag := _WITH_MORE.fullmatch(part)) is not None:
        return f"<{tag[1]}>"
    return "" if _LINK.fullmatch(part) else f"&lt;{part[1:]}"

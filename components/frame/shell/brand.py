"""The mark and the name, drawn for the theme the user has chosen; nothing is fetched for them.

An icon named to Streamlit as a page icon would be loaded from a font server; this is not.
"""

from __future__ import annotations

from components.frame.present.theme import LIGHT, palette

_MARK = (
    '<circle cx="16" cy="16" r="10.5" fill="none" stroke="{colour}" stroke-width="3"/>'
    '<path d="M16 6a10 10 0 0 0 0 20z" fill="{colour}"/>'
)
_NAME = (
    '<text x="36" y="22.6" fill="{colour}" font-size="19" font-weight="700" textLength="94" '
    "font-family=\"system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', "
    'Arial, sans-serif">Biascope</text>'
)


def icon() -> str:
    """The mark as an SVG in a grey that shows on light and dark window frames."""
    return _svg(32, _MARK, LIGHT.pale)


def mark() -> str:
    """The mark as an SVG, for where there is no room for the name."""
    return _svg(32, _MARK, palette().text)


def logo() -> str:
    """Mark and name as an SVG."""
    return _svg(134, _MARK + _NAME, palette().text)


def _svg(width: int, drawing: str, colour: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="32" '
        f'viewBox="0 0 {width} 32">{drawing.format(colour=colour)}</svg>'
    )

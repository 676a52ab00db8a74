"""Signs in coloured cells: who sees no colours tells more from less by a triangle.

Orange and blue are equally dark, so in grey they look the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from components.frame.present.theme import Palette, ink_at

MORE, LESS = "▴", "▾"  # in a key
NAME = "signs"  # of the trace
_ACROSS, _ABOVE = 0.36, 0.3  # of a cell, from its middle to its upper right corner
_FAINT = 0.1  # of the scale to one side, up to which a cell has hardly a colour
_SIZE = 5  # pixels


def signs(
    rows: Sequence[Sequence[float | None]], limit: float, drawn_in: Palette | None = None
) -> dict[str, Any]:
    """A trace with a triangle in the corner of each cell that has a colour.

    Args:
        rows: [row][column], > 0 orange and < 0 blue; the first row on top.
        limit: at which a colour is full.
        drawn_in: the palette of the cells; that of the screen by default.
    """
    marked = [
        (column, row, max(-1.0, min(1.0, value / limit)))
        for row, line in enumerate(rows)
        for column, value in enumerate(line)
        if value is not None and abs(value) >= _FAINT * limit
    ]
    return {
        "type": "scatter",
        "name": NAME,
        "x": [column + _ACROSS for column, _, _ in marked],
        "y": [row - _ABOVE for _, row, _ in marked],
        "mode": "markers",
        "marker": {
            "size": _SIZE,
            "symbol": ["triangle-up" if at > 0 else "triangle-down" for _, _, at in marked],
            "color": [ink_at((at + 1) / 2, drawn_in) for _, _, at in marked],
        },
        "hoverinfo": "skip",
        "showlegend": False,
    }

"""Components drawn by a script of ours in the browser, registered in one way.

The newest drawing stays: a browser may start the drawings that wait for a component's script in any
order, so `drawing_order.js`, which is part of every component of ours, draws the newest again where
an older one came last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

__all__ = ["PARTS", "registered"]

_HERE = Path(__file__).parent
PARTS = _HERE / "parts.js"  # makes elements of a page; given first among a component's scripts
_ORDER = _HERE / "drawing_order.js"


def registered(
    name: str, script: Path | Sequence[Path], style: Path | Sequence[Path], html: str = ""
) -> Callable[..., Any]:
    """Register a component once, when its module is imported.

    Args:
        name: of the component, unlike any other.
        script: JavaScript that exports `inOrder(draw, close)` by default; of several, one does.
        style: its CSS; none for what draws nothing in its place.
        html: what it starts from.

    Returns:
        What mounts the component.
    """
    return st.components.v2.component(
        name,
        html=html or None,
        css=_text(style) or None,
        js=f"{_text(_ORDER)}\n{_text(script)}",
    )


def _text(paths: Path | Sequence[Path]) -> str:
    files = [paths] if isinstance(paths, Path) else paths
    return "\n".join(path.read_text(encoding="utf-8") for path in files)

"""Components drawn by a script of ours in the browser, registered in one way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

__all__ = ["registered"]

_ORDER = Path(__file__).parent / "drawing_order.js"


def registered(name: str, script: Path, style: Path, html: str = "") -> Callable[..., Any]:
    """Register a component once, when its module is imported.

    Args:
        name: of the component, unlike any other.
        script: JavaScript that exports `inOrder(draw, close)` by default.
        style: its CSS.
        html: what it starts from.

    Returns:
        What mounts the component.
    """
    order, own = (path.read_text(encoding="utf-8") for path in (_ORDER, script))
    return st.components.v2.component(
        name,
        html=html or None,
        css=style.read_text(encoding="utf-8"),
        js=f"{order}\n{own}",
    )

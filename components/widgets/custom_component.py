"""Components drawn by a script of ours in the browser, registered in one way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

__all__ = ["registered"]

_ORDER = Path(__file__).parent / "drawing_order.js"


def registered(
    name: str, script: Path | Sequence[Path], style: Path | Sequence[Path], html: str = ""
) -> Callable[..., Any]:
    """Register a component once, when its module is imported.

    Args:
        name: of the component, unlike any other.
        script: JavaScript that exports `inOrder(draw, close)` by default; of several, one does.
        style: its CSS.
        html: what it starts from.

    Returns:
        What mounts the component.
    """
    return st.components.v2.component(
        name,
        html=html or None,
        css=_text(style),
        js=f"{_text(_ORDER)}\n{_text(script)}",
    )


def _text(paths: Path | Sequence[Path]) -> str:
    files = [paths] if isinstance(paths, Path) else paths
    return "\n".join(path.read_text(encoding="utf-8") for path in files)

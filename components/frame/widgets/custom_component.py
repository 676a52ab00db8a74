"""Components drawn by a script of ours in the browser, registered in one way.

The newest drawing stays: a browser may start the drawings that wait for a component's script in any
order, so `drawing_order.js`, which is part of every component of ours, draws the newest again where
an older one came last.

An event counts once. Streamlit sends a click or a key a moment after it happened, and sends it
twice where a part of the page that draws itself again every few seconds asks for that in this
moment. `sent_once.js` gives each event of our components a name, and `sent` leaves out the copy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

__all__ = ["PARTS", "registered", "sent"]

_HERE = Path(__file__).parent
PARTS = _HERE / "parts.js"  # makes elements of a page; given first among a component's scripts
_FIRST = (_HERE / "drawing_order.js", _HERE / "sent_once.js")


def registered(
    name: str, script: Path | Sequence[Path], style: Path | Sequence[Path], html: str = ""
) -> Callable[..., Any]:
    """Register a component once, when its module is imported.

    Args:
        name: of the component, unlike any other.
        script: JavaScript that exports `inOrder(draw, close)` by default; of several, one does.
            It reports events through `once(setTriggerValue)`.
        style: its CSS; none for what draws nothing in its place.
        html: what it starts from.

    Returns:
        What mounts the component.
    """
    return st.components.v2.component(
        name,
        html=html or None,
        css=_text(style) or None,
        js=f"{_text(_FIRST)}\n{_text(script)}",
    )


def sent(key: str, name: str) -> Any | None:
    """What the browser reported by an event; None where there is none, or it was taken before.

    Args:
        key: of the component.
        name: of the event.
    """
    taken = st.session_state.setdefault(f"{key}_taken", {})
    report = st.session_state[key].get(name)
    if report is None or taken.get(name) == report["event"]:
        return None
    taken[name] = report["event"]
    return report["value"]


def _text(paths: Path | Sequence[Path]) -> str:
    files = [paths] if isinstance(paths, Path) else paths
    return "\n".join(path.read_text(encoding="utf-8") for path in files)

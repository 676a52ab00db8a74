"""The Stage over the whole window: screens that are all in the browser, answers that may follow.

All screens are sent at once to one component, which covers the window from outside Streamlit's own
elements: a key needs no server, a run of the page cannot fade or move anything, and a talk goes on
without a server. The presenter's window is filled by the same script, so that it has the notes of
what is presented, on a shared server too.

What is asked live goes through a second component in a part of the page of its own
(`components.stage.present`), so that an answer, or a server that does not answer, never draws the
screens again. An answer that does not come within two seconds is left out: the kept figure is
marked as such, and another question than the kept one has no figure until its answer comes. A
slider shows what was kept or answered at its positions without asking. Figures are drawn with
Plotly's own script, which this server gives as a file, at the size they were made for, and then
enlarged.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st
from plotly.offline import get_plotlyjs
from streamlit import runtime

from components.frame.widgets.custom_component import PARTS, registered
from components.stage import table

__all__ = ["ANSWERS", "SHOW", "hand_over_answers", "left", "questions_asked", "show"]

_HERE = Path(__file__).parent
_SCRIPTS = (
    *("address", "figures", "ask", "slider", "keys", "hands", "controls", "notes"),
    *("shown", "screens", "talk"),
)
# In this order: later ones have the last word.
_STYLES = ("screen", "controls", "slider", "room", "notes", "forced")
_STYLE = "\n".join(
    path.read_text(encoding="utf-8")
    for path in (table.STYLE, *(_HERE / f"{name}.css" for name in _STYLES))
)
_show = registered(
    "biascope_stage", [PARTS, table.SCRIPT, *(_HERE / f"{name}.js" for name in _SCRIPTS)], ()
)
_answers = registered("biascope_stage_answers", _HERE / "answers.js", ())
SHOW, ANSWERS = "stage_show", "stage_answers"  # keys


def show(data: dict[str, Any], on_leave: Callable[[], None]) -> None:
    """Cover the window with screens.

    Args:
        data: see `components.stage.screens`.
        on_leave: called before the next run when the presenter leaves.
    """
    whole = data | {"plotly": script_address(), "style": _STYLE}
    _show(key=SHOW, data=whole, on_left_change=on_leave)


def left() -> int | None:
    """Number of the screen, from 1, at which the presenter has just left; else None."""
    number = st.session_state[SHOW].get("left")
    return number if isinstance(number, int) else None


def questions_asked() -> dict[str, Any] | None:
    """What the presenter has just asked."""
    question = st.session_state[ANSWERS].get("asked")
    return question if isinstance(question, dict) else None


def hand_over_answers(answer: dict[str, Any] | None, on_ask: Callable[[], None]) -> None:
    """Hand an answer to the screens.

    Args:
        on_ask: called before the next run of this part when something is asked.
    """
    _answers(key=ANSWERS, data={"answer": answer}, on_asked_change=on_ask)


# --- script -------------------------------------------------------------------------------
# Plotly's script as a file of this server, so that figures are drawn without asking for them.

_KIND = "text/javascript"
_PLACE = "biascope stage plotly"


def script_address() -> str:
    """Where the browser loads Plotly from; empty outside of a server."""
    if not runtime.exists():
        return ""
    # Given again on each run: Streamlit forgets files of runs that are over.
    return runtime.get_instance().media_file_mgr.add(_script(), _KIND, _PLACE)


@cache
def _script() -> bytes:
    return get_plotlyjs().encode()

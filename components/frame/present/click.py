"""A button whose click is not lost while a part of the page draws itself again.

Streamlit gives a click to the button's callback, always, and as the button's value, once: a run
that a poll begins meanwhile may take that one. So the work is done by the callback. What a callback
raises would end the page, so what was wrong is kept for the next drawing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import streamlit as st

from engine.core.errors import BiascopeError

_FRESH = 10.0  # seconds; what was not asked for by then is of a page that has gone on


def button(label: str, key: str, act: Callable[..., Any], *args: Any, **look: Any) -> bool:
    """Draw a button that does something, once for each click.

    Args:
        act: called with `args`, before the page is drawn again.
        look: further arguments of `st.button`.

    Returns:
        Whether Streamlit says that it is pressed.
    """
    return st.button(label, key=key, on_click=act_once, args=(key, act, *args), **look)


def act_once(key: str, act: Callable[..., Any], *args: Any) -> None:
    """Do what a button is for, unless what came of its last click waits to be drawn."""
    if _fresh(key) is not None:
        return
    problem = ""
    try:
        act(*args)
    except BiascopeError as error:
        problem = str(error)
    st.session_state[_name(key)] = (problem, time.monotonic())


def came_of(key: str) -> str | None:
    """What came of the last click, given once.

    Returns:
        What was wrong, or empty; None where there was no click.
    """
    found = _fresh(key)
    st.session_state.pop(_name(key), None)
    return found


def _fresh(key: str) -> str | None:
    problem, at = st.session_state.get(_name(key), (None, 0.0))
    return problem if time.monotonic() - at < _FRESH else None


def _name(key: str) -> str:
    return f"came_of_{key}"

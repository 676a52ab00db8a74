"""The talk itself: screens over the whole window, opened by the address (`?stage=3`)."""

from __future__ import annotations

import streamlit as st

from components.frame.session import state
from components.stage import live, screens, show
from components.stage.choice import ADDRESS
from engine.pins import Collection

_NUMBER = "stage"  # in the address


def begin(name: str, number: int = 1) -> None:
    """Open the talk of a collection at a screen, from the next run on."""
    st.query_params[ADDRESS] = name
    st.query_params[_NUMBER] = str(number)
    st.session_state[state.STAGE_OPENED] = _opened() + 1


def wanted() -> bool:
    """Whether the address asks for the talk."""
    return _NUMBER in st.query_params


def draw(name: str, collection: Collection | None) -> None:
    """Cover the window with the screens.

    Args:
        collection: None where it is not here any more; a talk that is open then goes on.
    """
    if collection is None or not collection.pins:
        data = screens.nothing(name, collection)
    else:
        live.answers(collection)
        data = screens.shown(collection, name, _start())
    show.show(data | {"opened": _opened()}, _end)


def _opened() -> int:
    """How often a talk was begun in this window; a talk that was left is told by it."""
    found: int = st.session_state.get(state.STAGE_OPENED, 0)
    return found


def _start() -> int:
    number = st.query_params.get(_NUMBER, "")
    return int(number) if number.isdecimal() and len(number) < 6 else 1


def _end() -> None:
    if show.left():
        st.query_params.pop(_NUMBER, None)

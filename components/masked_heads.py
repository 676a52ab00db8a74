"""The masked heads of the model bar, set by a button or a component rather than by typing.

For callbacks only: the field's text can be set before the field is drawn, not after.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace

import streamlit as st

from engine.spec import HeadRef, format_heads

KEY = "heads"  # of the field, and its name in the address

_CHANGE = "biascope_mask_change"
_LATE = 1.0  # seconds within which a message may still tell of the moment before a change


@dataclass(frozen=True)
class _Change:
    """A mask set by a callback, and what the field showed shortly before."""

    text: str
    older: frozenset[str]
    at: float
    pressed: bool


def press(heads: Iterable[HeadRef]) -> None:
    """Mask these heads everywhere, for the callback of a button."""
    _set(heads, pressed=True)


def click(heads: Iterable[HeadRef]) -> None:
    """Mask the heads selected in a component, for the component's callback.

    A button pressed in the same moment wins: Streamlit calls the callbacks of components
    after those of buttons, whichever the reader used last.
    """
    change: _Change | None = st.session_state.get(_CHANGE)
    if change is None or not change.pressed:
        _set(heads, pressed=False)


def _set(heads: Iterable[HeadRef], pressed: bool) -> None:
    last: _Change | None = st.session_state.get(_CHANGE)
    now = time.monotonic()
    older = {_text()}
    if last is not None and now - last.at < _LATE:
        older |= {last.text, *last.older}
    text = format_heads(heads)
    st.session_state[_CHANGE] = _Change(text, frozenset(older - {text}), now, pressed)
    st.session_state[KEY] = text


def keep_newest() -> None:
    """Hold on to a change that a late message would undo; just before the field is drawn.

    Each message of the browser carries what all fields showed when it was sent. One that left
    before the browser knew of the change, of a poll or a link, brings the older text.
    """
    change: _Change | None = st.session_state.get(_CHANGE)
    if change is None:
        return
    if time.monotonic() - change.at < _LATE and _text() in change.older:
        st.session_state[KEY] = change.text
    st.session_state[_CHANGE] = replace(change, pressed=False)


def _text() -> str:
    return st.session_state.get(KEY) or ""

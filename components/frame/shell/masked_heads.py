"""The masked heads of the model bar: the field they are typed in, and setting it from elsewhere.

`press` and `click` are for callbacks only: the field's text can be set before the field is
drawn, not after.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.session import state
from components.frame.shell.subject import HEADS, masked_count
from engine.core.errors import BiascopeError
from engine.core.spec import NO_HEADS, HeadRef, check_heads, format_heads, no_heads, parse_heads


@dataclass(frozen=True)
class _Change:
    """A mask set by a callback, and what the field showed shortly before.

    `drawn` is when the field was first drawn with it: the browser cannot know of it before.
    """

    text: str
    older: frozenset[str]
    pressed: bool
    drawn: float | None = None

    def is_recent(self) -> bool:
        """Whether a message that the browser sent before it knew may still arrive."""
        return self.drawn is None or _sent() - self.drawn < state.LATE


def _sent() -> float:
    """When the message that is read now was sent, at the earliest.

    While something is measured no message is read, however long that takes.
    """
    now = time.monotonic()
    begun, ended = st.session_state.get(state.MEASURED, (now, now))
    return begun if now - ended < state.LATE else now


def field(facts: session.Facts | None) -> str:
    """Draw the field of the masked heads, with their number and a button that clears them.

    Args:
        facts: of the model, if it can be used.
    """
    keep_newest()
    available = facts is None or facts.heads > 0
    largest = f"{facts.layers}-{facts.heads}" if facts else "the last layer's last head"
    tip = (
        f"Attention heads to switch off, as layer-head from 1-1 to {largest}, separated by commas. "
        "Every page then shows the model without them."
    )
    text = (
        st.text_input(
            "Heads switched off",
            key=HEADS,
            bind="query-params",
            placeholder="none, or 3-1, 6-12" if available else NO_HEADS,
            max_chars=20_000,
            disabled=not available,
            help=tip if available else str(no_heads()),
        )
        or ""
    )
    # A place of its own also where there is no chip: what is below would move otherwise, and its
    # former picture stay next to the new one for as long as a page is computing.
    place = st.empty()
    if text.strip():
        with place.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
            _chip(text, facts)
            st.button(
                "Clear",
                key="clear_heads",
                type="tertiary",
                on_click=press,
                args=[()],
            )
    return text


def _chip(text: str, facts: session.Facts | None) -> None:
    try:
        heads = parse_heads(text)
    except BiascopeError as error:
        mark("not understood", error)
        return
    try:
        if facts is not None:
            check_heads(heads, facts.layers, facts.heads)
    except BiascopeError as error:
        mark("no such head" if facts is None or facts.heads else "heads not available", error)
    else:
        st.badge(masked_count(heads), color="gray")


def mark(what: str, error: BiascopeError) -> None:
    """Draw a red badge whose help is the error."""
    st.badge(what, color="red", help=explain.plain(str(error)))


def press(heads: Iterable[HeadRef]) -> None:
    """Mask these heads everywhere, for the callback of a button."""
    _set(heads, pressed=True)


def click(heads: Iterable[HeadRef]) -> None:
    """Mask the heads selected in a component, for the component's callback.

    A button pressed in the same moment wins: Streamlit calls the callbacks of components
    after those of buttons, whichever the user touched last.
    """
    change: _Change | None = st.session_state.get(state.MASK_CHANGE)
    if change is None or not change.pressed:
        _set(heads, pressed=False)


def _set(heads: Iterable[HeadRef], pressed: bool) -> None:
    last: _Change | None = st.session_state.get(state.MASK_CHANGE)
    older = {_text()}
    if last is not None and last.is_recent():
        older |= {last.text, *last.older}
    text = format_heads(heads)
    st.session_state[state.MASK_CHANGE] = _Change(text, frozenset(older - {text}), pressed)
    st.session_state[HEADS] = text


def keep_newest() -> None:
    """Keep a change that a late message would undo; call it just before the field is drawn.

    Each message of the browser carries what all fields showed when it was sent. One that was
    sent before the browser knew of the change, by a poll, a link or as a copy of the click,
    brings the older text.
    """
    change: _Change | None = st.session_state.get(state.MASK_CHANGE)
    if change is None:
        return
    if _text() in change.older and change.is_recent():
        st.session_state[HEADS] = change.text
    drawn = time.monotonic() if change.drawn is None else change.drawn
    st.session_state[state.MASK_CHANGE] = replace(change, pressed=False, drawn=drawn)


def _text() -> str:
    return st.session_state.get(HEADS) or ""

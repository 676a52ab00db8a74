"""Which heads count as masked: those the page sets, or those the user has clicked since.

Each change in the browser raises a number. Python sends back the number it has seen, so that
the browser can tell a picture drawn before its newest click from one drawn after it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from engine.core.spec import HeadRef


@dataclass(frozen=True)
class Selection:
    """Heads masked, and the number of the browser's change they follow from."""

    heads: tuple[HeadRef, ...] = ()
    seq: int = 0


@dataclass(frozen=True)
class _Given:
    """What the page gave, on which grid, and the browser's change it answered."""

    heads: tuple[HeadRef, ...]
    size: tuple[int, int]
    seq: int


def settle(key: str, masked: Sequence[HeadRef], size: tuple[int, int]) -> Selection:
    """The selection the grid shows in this run.

    What the page sets wins if it differs from what it set last time, else the user's newest
    change does.
    """
    memory = f"{key}_given"
    heads = tuple(sorted({HeadRef(*head) for head in masked}))
    clicked = _read(st.session_state.get(key), size)
    given: _Given | None = st.session_state.get(memory)
    if given is not None and (given.heads, given.size) == (heads, size):
        if clicked.seq > given.seq:
            return clicked
        return Selection(heads, given.seq)
    seq = max(clicked.seq, given.seq if given is not None else 0)
    st.session_state[memory] = _Given(heads, size, seq)
    return Selection(heads, seq)


def follow(
    key: str,
    size: tuple[int, int],
    on_change: Callable[[tuple[HeadRef, ...]], None] | None,
) -> None:
    """Pass the user's newest change to the page."""
    if on_change is not None:
        on_change(_read(st.session_state.get(key), size).heads)


def _read(state: Any, size: tuple[int, int]) -> Selection:
    """What the browser sent; heads that this grid does not have are left out."""
    sent = state.get("selection") if state is not None else None
    if not isinstance(sent, dict):
        return Selection()
    pairs = [HeadRef(int(layer), int(head)) for layer, head in sent["heads"]]
    heads = {ref for ref in pairs if 0 <= ref.layer < size[0] and 0 <= ref.head < size[1]}
    return Selection(tuple(sorted(heads)), int(sent["seq"]))

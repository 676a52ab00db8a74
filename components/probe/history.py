"""The questions of this browser session, kept in memory only, never on disk."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pandas as pd
import streamlit as st

from components.frame.session import state
from components.probe.controls import DIMENSION, GROUPS, TARGETS, TEXT
from components.probe.second import SECOND, SHOWN

_KEY, _TURN = state.HISTORY, state.HISTORY_TURN
_MOST = 30
_FIELDS = (TEXT, SECOND, SHOWN, TARGETS, DIMENSION, GROUPS)


@dataclass(frozen=True)
class _Entry:
    """One question: what the table shows, and the values of its fields."""

    sentence: str
    model: str
    most_likely: str
    fields: dict[str, Any] = field(compare=False)


def remember(text: str, model: str, words: list[str]) -> None:
    """Put a question at the top of the history, without repeating it."""
    fields = {key: st.session_state[key] for key in _FIELDS if key in st.session_state}
    entry = _Entry(text, model, ", ".join(words), fields)
    kept = [other for other in st.session_state.get(_KEY, []) if other != entry]
    st.session_state[_KEY] = [entry, *kept][:_MOST]


def draw_history() -> None:
    """The table; selecting a row asks the question again."""
    entries: list[_Entry] = st.session_state.get(_KEY, [])
    if len(entries) < 2:
        return
    with st.expander(f"Questions in this session ({len(entries)})"):
        # A new table after each choice: the rows have moved, and the tick would stay in place.
        key = f"history_{st.session_state.get(_TURN, 0)}"
        st.dataframe(
            pd.DataFrame(
                {
                    "sentence": [entry.sentence for entry in entries],
                    "model": [entry.model for entry in entries],
                    "most likely words": [entry.most_likely for entry in entries],
                }
            ),
            hide_index=True,
            key=key,
            on_select=lambda: take(st.session_state[key]["selection"]["rows"]),
            selection_mode="single-row",
        )
        st.caption("Select a row to ask it again. This list is never written to disk.")


def take(rows: list[int]) -> None:
    """Ask a question of the history again, with the same fields."""
    entries: list[_Entry] = st.session_state.get(_KEY, [])
    if rows and rows[0] < len(entries):
        st.session_state.update(entries[rows[0]].fields)
        st.session_state[_TURN] = st.session_state.get(_TURN, 0) + 1

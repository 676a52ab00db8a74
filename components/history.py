"""What was asked in this browser session; kept in memory only, never on disk."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pandas as pd
import streamlit as st

from components.probe_controls import DIMENSION, GROUPS, TARGETS, TEXT

_KEY, _TURN = "biascope_history", "biascope_history_turn"
_MOST = 30
_FIELDS = (TEXT, TARGETS, DIMENSION, GROUPS)


@dataclass(frozen=True)
class _Asked:
    """One question: what the table shows of it, and the fields it was asked with."""

    sentence: str
    model: str
    likeliest: str
    fields: dict[str, Any] = field(compare=False)


def remember(text: str, model: str, words: list[str]) -> None:
    """Put a question on top of the history, once."""
    fields = {key: st.session_state[key] for key in _FIELDS if key in st.session_state}
    asked = _Asked(text, model, ", ".join(words), fields)
    kept = [other for other in st.session_state.get(_KEY, []) if other != asked]
    st.session_state[_KEY] = [asked, *kept][:_MOST]


def draw() -> None:
    """The table; choosing a row asks again."""
    entries: list[_Asked] = st.session_state.get(_KEY, [])
    if len(entries) < 2:
        return
    columns = ["sentence", "model", "likeliest"]
    with st.expander(f"Asked in this session ({len(entries)})"):
        # A new table after each choice: the rows have moved, and a tick would stay behind.
        key = f"history_{st.session_state.get(_TURN, 0)}"
        st.dataframe(
            pd.DataFrame(
                [[getattr(entry, name) for name in columns] for entry in entries], None, columns
            ),
            hide_index=True,
            key=key,
            on_select=lambda: take(st.session_state[key]["selection"]["rows"]),
            selection_mode="single-row",
        )
        st.caption("Tick a row to ask it again. Nothing of this list is written to disk.")


def take(rows: list[int]) -> None:
    """Ask a question of the history again, with the fields it had."""
    entries: list[_Asked] = st.session_state.get(_KEY, [])
    if rows and rows[0] < len(entries):
        st.session_state.update(entries[rows[0]].fields)
        st.session_state[_TURN] = st.session_state.get(_TURN, 0) + 1

"""What was asked in this browser session; kept in memory only, never on disk."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.probe_controls import TEXT

_KEY = "biascope_history"
_MOST = 30


def remember(text: str, model: str, words: list[str]) -> None:
    """Put a question on top of the history, once."""
    entry = {"sentence": text, "model": model, "likeliest": ", ".join(words)}
    kept = [other for other in st.session_state.get(_KEY, []) if other != entry]
    st.session_state[_KEY] = [entry, *kept][:_MOST]


def draw() -> None:
    """The table; choosing a row asks again."""
    entries = st.session_state.get(_KEY, [])
    if len(entries) < 2:
        return
    with st.expander(f"Asked in this session ({len(entries)})"):
        st.dataframe(
            pd.DataFrame(entries),
            hide_index=True,
            key="history_table",
            on_select=_take,
            selection_mode="single-row",
        )
        st.caption("Tick a row to ask it again. Nothing of this list is written to disk.")


def _take() -> None:
    rows = st.session_state["history_table"]["selection"]["rows"]
    entries = st.session_state.get(_KEY, [])
    if rows and rows[0] < len(entries):
        st.session_state[TEXT] = entries[rows[0]]["sentence"]

"""A box for one of what a result holds; another result may not have what was chosen."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st


def choose(
    label: str, options: Sequence[str], key: str, width: int, usual: str = "", help_text: str = ""
) -> str:
    """Draw the box; what is chosen, or the usual option where that is gone.

    Args:
        key: of the choice, also in the address.
        width: in pixels.
        usual: the option at first; the first one where none is named.
    """
    first = usual or options[0]
    held = st.session_state.get(key)
    gone = held is not None and held not in options  # of another result
    if gone:
        # Forgetting the choice would not do: the browser keeps what its box shows.
        st.session_state[key] = first
    chosen = st.selectbox(
        label,
        options,
        index=0 if gone else options.index(first),
        key=key,
        bind="query-params",
        persist_state="session",
        width=width,
        help=help_text or None,
    )
    return chosen if chosen in options else first

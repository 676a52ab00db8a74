"""Tabs of which only the open one is worked out; it is kept in the address and over page switches.

Streamlit writes the open tab's name in the primary colour, which in the dark theme is too faint to
read: it has to carry white text elsewhere. So the names bring a colour of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator


def opened(names: Sequence[str], key: str) -> tuple[str, DeltaGenerator]:
    """Draw tabs.

    Args:
        names: the first is open at first.
        key: of the setting in the address.

    Returns:
        Name of the open tab, and the place to draw what it shows.
    """
    labels = [f":gray[{name}]" for name in names]
    if f"{key}_tabs" not in st.session_state:  # first drawn, or drawn again after another page
        st.session_state[f"{key}_begun"] = st.query_params.get(key) or st.session_state.get(key)
    begun = st.session_state[f"{key}_begun"]
    places = st.tabs(
        labels,
        key=f"{key}_tabs",
        default=labels[names.index(begun)] if begun in names else None,
        on_change="rerun",
    )
    found = zip(names, places, strict=True)
    name, place = next((entry for entry in found if entry[1].open), (names[0], places[0]))
    st.session_state[key] = name
    if name != names[0]:
        st.query_params[key] = name
    elif key in st.query_params:
        del st.query_params[key]
    return name, place

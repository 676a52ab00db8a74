"""Tabs of which only the open one is computed; the address and the session remember it.

Streamlit writes the open tab's name in the primary colour, which is too faint to read in the dark
theme because it has to carry white text elsewhere. So the names set their own colour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame.widgets import linked_box


def opened_tab(
    names: Sequence[str], key: str, old: Mapping[str, str] = linked_box.NO_NAMES
) -> tuple[str, DeltaGenerator]:
    """Draw tabs.

    Args:
        names: the first is open by default.
        key: of the setting in the address.
        old: name in links of earlier versions -> name.

    Returns:
        Name of the open tab, and the container to draw it in.
    """
    labels = [f":gray[{name}]" for name in names]
    if f"{key}_tabs" not in st.session_state:  # first drawn, or drawn again after another page
        asked = st.query_params.get(key)
        asked = old.get(asked, asked) if asked else asked
        if asked and asked not in names:
            linked_box.leave_out("tab", key, asked)
        st.session_state[f"{key}_initial"] = asked or st.session_state.get(key)
    initial = st.session_state[f"{key}_initial"]
    containers = st.tabs(
        labels,
        key=f"{key}_tabs",
        default=labels[names.index(initial)] if initial in names else None,
        on_change="rerun",
    )
    tabs = [*zip(names, containers, strict=True)]
    name, container = next((tab for tab in tabs if tab[1].open), tabs[0])
    st.session_state[key] = name
    if name != names[0]:
        st.query_params[key] = name
    elif key in st.query_params:
        del st.query_params[key]
    return name, container

"""A closed box whose contents are computed only once it is opened."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator


def is_opened(label: str, key: str, setting: str) -> DeltaGenerator | None:
    """Draw the box.

    Args:
        key: of the box.
        setting: in the address, of a field in the box; a link that has it opens the box.

    Returns:
        Where the contents are drawn; None while it is closed.
    """
    # Decided once: a field takes its setting out of the address when it has its first value.
    initial = st.session_state.setdefault(f"{key}_initial", bool(st.query_params.get(setting)))
    box = st.expander(label, expanded=initial, key=key, on_change="rerun")
    return box if box.open else None

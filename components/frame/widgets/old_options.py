"""Links from earlier versions that give an option by its old name."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st


def accept(key: str, renamed: Mapping[str, object]) -> None:
    """Choose the option that a link gives by its old name; call this before the box is drawn.

    Args:
        key: of the box, and its name in the address.
        renamed: old name -> option.
    """
    old = st.query_params.get(key)
    if old is not None and old in renamed and key not in st.session_state:
        st.session_state[key] = renamed[old]

"""What a link of another page chooses in a box whose address has the option as it is shown."""

from __future__ import annotations

from contextlib import suppress

import streamlit as st
from streamlit.errors import StreamlitAPIException


def choose_in_address(key: str, option: str, shown: str) -> None:
    """Choose an option, and draw the page anew: boxes read the address that a run begins with.

    Args:
        key: of the box, which is not drawn yet.
        option: as the box gives it; the session may still hold another one of an earlier visit.
        shown: the option as the box shows it.
    """
    st.session_state[key] = option
    with suppress(StreamlitAPIException):  # its address is taken from the session
        st.query_params[key] = shown
        st.rerun()

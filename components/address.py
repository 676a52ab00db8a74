"""Back and forward: a page comes back as it was left.

When the reader goes to another page, Streamlit takes the page's own settings out of the
address, may put those of the next page in, and leaves both states in the browser's history
as entries of the wrong page. Coming back to such an entry would show the examples instead
of what was typed; so the page's last settings are put back into it.
"""

from __future__ import annotations

from contextlib import suppress

import streamlit as st
from streamlit.errors import StreamlitAPIException
from streamlit.runtime.scriptrunner import get_script_run_ctx

from components import model_bar

_LEFT = "biascope_left"  # page -> its settings that differed from the example when last drawn
_SEEN = "biascope_seen"  # page -> names of the settings it ever had in the address
_MENDED = "biascope_mended"


def restore(page: str) -> None:
    """Put a page's last settings back where a history entry has lost them all."""
    seen = st.session_state.get(_SEEN, {}).get(page, set())
    if st.session_state.pop(_MENDED, False):
        for key in _own() - seen:
            with suppress(StreamlitAPIException):  # it is a field of this page after all
                del st.query_params[key]
    left = st.session_state.get(_LEFT, {}).get(page, {})
    if _going_back() and left and not left.keys() & _own():
        st.session_state.update(left)
        st.session_state[_MENDED] = True
        st.rerun()  # as a run of its own: while going back, the address would win


def keep(page: str) -> None:
    """Remember a page's own settings, once it is drawn."""
    seen = st.session_state.setdefault(_SEEN, {}).setdefault(page, set())
    if not _going_back():
        seen |= _own()
    left = {key: st.session_state[key] for key in _own() & seen if key in st.session_state}
    st.session_state.setdefault(_LEFT, {})[page] = left


def _own() -> set[str]:
    return {key for key in st.query_params if key not in model_bar.KEYS}


def _going_back() -> bool:
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation

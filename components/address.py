"""Back and forward: a page comes back as it was left.

When the reader goes to another page, Streamlit takes the page's own settings out of the
address and leaves that address in the browser's history. Coming back to such an entry would
show the examples instead of what was typed; so the last settings are put back into it.
"""

from __future__ import annotations

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from components import model_bar

_LEFT = "biascope_left"


def keep(page: str) -> None:
    """Remember a page's own settings, once it is drawn."""
    own = {key: st.session_state[key] for key in _own() if key in st.session_state}
    st.session_state.setdefault(_LEFT, {})[page] = own


def restore(page: str) -> None:
    """Put a page's last settings back where a history entry has lost them all."""
    context = get_script_run_ctx()
    if context is None or not context.is_history_navigation:
        return
    left = st.session_state.get(_LEFT, {}).get(page, {})
    if left and not left.keys() & _own():
        st.session_state.update(left)
        st.rerun()  # as a run of its own: while going back, the address would win


def _own() -> set[str]:
    return {key for key in st.query_params if key not in model_bar.KEYS}

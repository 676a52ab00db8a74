"""A review that was exported elsewhere, opened here with all its decisions."""

from __future__ import annotations

import streamlit as st

from components import session
from components.curate import choose
from components.session import state
from engine.errors import BiascopeError

_MOST = 100  # MiB
_HELP = (
    "The file review.jsonl of an export: films, candidates and every decision. It is checked and "
    "kept as a review of its own."
)


def draw() -> None:
    """Draw the upload box."""
    key = f"curate_log_{st.session_state.get(state.CURATE_IMPORTS, 0)}"
    st.file_uploader(
        "or open a review that was exported",
        type=["jsonl"],
        key=key,
        max_upload_size=_MOST,
        help=_HELP,
        on_change=_import,
        args=(key,),
    )


def _import(key: str) -> None:
    """A callback, so that a review is kept once; nothing is raised here."""
    upload = st.session_state.get(key)
    if upload is None:
        return
    # Another box next time: this one would offer the file again.
    st.session_state[state.CURATE_IMPORTS] = st.session_state.get(state.CURATE_IMPORTS, 0) + 1
    try:
        choose.show(session.import_review(upload.getvalue()))
    except BiascopeError as error:
        st.session_state[state.CURATE_REFUSED] = f"{upload.name}: {error}"

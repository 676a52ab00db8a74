"""Whether the tour on Home was finished or skipped: in this browser session, and on this machine.

Only this file knows where that is kept: in an empty private file in the cache folder, else in the
browser session. On a shared server each browser session keeps it for itself.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import streamlit as st

from components.frame.session.state import TOUR_SEEN
from engine.core.errors import BiascopeError
from engine.server import shared
from engine.storage.private_files import open_private, private_folder
from engine.storage.store.context import cache_folder

_NAME = "tour-seen"  # an empty file


def tour_seen() -> bool:
    """Whether the tour was finished or skipped before; looked up once in a browser session."""
    if TOUR_SEEN not in st.session_state:
        kept, seen = _kept(), False
        with contextlib.suppress(OSError):
            seen = kept is not None and kept.is_file()
        st.session_state[TOUR_SEEN] = seen
    return bool(st.session_state[TOUR_SEEN])


def keep_tour_seen() -> None:
    """Note that the tour was finished or skipped; where nothing can be written, in this session."""
    st.session_state[TOUR_SEEN] = True
    kept = _kept()
    if kept is None:
        return
    with contextlib.suppress(OSError):
        private_folder(kept.parent)
        open_private(kept, "wb").close()


def _kept() -> Path | None:
    """The file that notes it on this machine; None where it is kept in the session only."""
    if shared.is_shared():
        return None
    try:
        return cache_folder() / _NAME
    except BiascopeError:  # the sidebar says what is wrong with the folder
        return None

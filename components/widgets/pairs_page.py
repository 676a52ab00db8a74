"""The way from another page to Pairs, with a file of pairs open there."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from components import session
from components.shell.keys import PAIRS_DATA, PAIRS_FILE
from components.widgets.data_choice import OWN

_PAGE = "pages/pairs.py"


def open_file(path: Path) -> None:
    """Show the Pairs page with a file that the user asked to see there; ends this run.

    Args:
        path: of a file of pairs that this machine wrote.
    """
    session.confirm("file", str(path))
    st.session_state[PAIRS_DATA] = OWN
    st.session_state[PAIRS_FILE] = str(path)
    st.switch_page(_PAGE)

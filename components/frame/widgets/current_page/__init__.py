"""What a browser should know of the page that is open, and Streamlit does not tell it.

Which link of the sidebar it is, for screen readers: Streamlit shows it by a ground of its own and
writes it nowhere in the markup. That the answer of the page has changed, for screen readers too.
And that an entry of the history is a page: Streamlit adds more.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from components.frame.widgets.custom_component import registered

_HERE = Path(__file__).parent
_mark = registered("biascope_current_page", _HERE / "mark.js", _HERE / "mark.css")


def mark(url_path: str) -> None:
    """Mark the link of a page in the sidebar, below the links.

    Args:
        url_path: of the page, as Streamlit has it; empty for the first page.
    """
    with st.sidebar:
        _mark(key="current_page", data=[url_path])

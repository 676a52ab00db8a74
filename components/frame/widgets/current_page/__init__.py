"""What a browser should know of the page that is open, and Streamlit does not tell it.

Which link of the sidebar it is, for screen readers: Streamlit shows it by a ground of its own and
writes it nowhere in the markup (`mark.js`). That the answer of the page has changed, for screen
readers too (`answer.js`). That an entry of the history is a page: Streamlit adds more
(`history.js`). That a phone's menu closes behind a link (`menu.js`). And that the keyboard goes
into a popover and back to its button (`popover.js`).
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from components.frame.widgets.custom_component import registered

_HERE = Path(__file__).parent
_SCRIPTS = [_HERE / f"{name}.js" for name in ("history", "answer", "menu", "popover", "mark")]
_mark = registered("biascope_current_page", _SCRIPTS, _HERE / "mark.css")


def mark(url_path: str) -> None:
    """Mark the link of a page in the sidebar, below the links.

    Args:
        url_path: of the page, as Streamlit has it; empty for the first page.
    """
    with st.sidebar:
        _mark(key="current_page", data=[url_path])

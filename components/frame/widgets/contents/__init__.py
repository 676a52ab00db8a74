"""A contents list that stays beside a long page; in a narrow window it is a row above it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame.present.theme import palette
from components.frame.widgets.custom_component import registered

_HERE = Path(__file__).parent
_arrive = registered("biascope_arrive", _HERE / "arrive.js", _HERE / "arrive.css")

_KEY = "contents"
# The row of both columns is as tall as the page, so the column of the list can stay in view. Where
# the columns stack (820 px, as everywhere), the list is one row that scrolls sideways.
_STYLE = """<style>
.st-key-contents_page { container: contents-page / inline-size; }
.st-key-contents_page [data-testid="stColumn"]:has(.st-key-contents) {
  position: sticky;
  top: 4.5rem;
  align-self: flex-start;
}
/* More cards than fit into the window are reached by scrolling the list alone. */
.st-key-contents { max-height: calc(100vh - 6rem); overflow-y: auto; }
.st-key-contents ul { list-style: none; margin: 0; padding: 0; }
.st-key-contents li { margin: 0; padding: 0.2rem 0; line-height: 1.35; }
@container contents-page (max-width: 819px) {
  .st-key-contents_page [data-testid="stColumn"]:has(.st-key-contents) {
    top: 3.5rem;
    z-index: 2;
    background: GROUND;
  }
  .st-key-contents { max-height: none; overflow-y: visible; }
  .st-key-contents ul { display: flex; gap: 1.1rem; overflow-x: auto; white-space: nowrap; }
  .st-key-contents li { padding: 0.6rem 0; }
  .st-key-contents_page h2 { scroll-margin-top: 7rem; }
}
</style>"""


def contents_beside(titles: Mapping[str, str]) -> DeltaGenerator:
    """Draw the list.

    Args:
        titles: anchor -> title, in the order of the page.

    Returns:
        The container for what the list names.
    """
    st.html(_STYLE.replace("GROUND", palette().page))
    _arrive(key="contents_arrive")
    with st.container(key=f"{_KEY}_page"):
        left, right = st.columns([1, 4], gap="medium")
    with left, st.container(key=_KEY):
        st.markdown("\n".join(f"- [{title}](#{anchor})" for anchor, title in titles.items()))
    return right

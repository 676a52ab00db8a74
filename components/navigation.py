"""The sidebar's frame: the name, the pages in their groups, and what leaves the machine."""

from __future__ import annotations

import streamlit as st

from components import model_bar, session

# Group -> (file, title, icon). The order is the order people work in: look, measure, read.
_GROUPS: dict[str, list[tuple[str, str, str]]] = {
    "Look": [("home", "Home", ":material/home:"), ("probe", "Probe", ":material/search:")],
    "Read": [("methods", "Methods", ":material/menu_book:")],
}


_PAGES = "biascope_pages"


def pages() -> st.Page:
    """Register every page and give the one the address names."""
    made = {
        group: [
            st.Page(f"pages/{name}.py", title=title, icon=icon, default=name == "home")
            for name, title, icon in entries
        ]
        for group, entries in _GROUPS.items()
    }
    st.session_state[_PAGES] = made
    # The menu is drawn by `menu`, below the model bar: the model is chosen before the page.
    return st.navigation(made, position="hidden")


def head(title: str, what: str) -> None:
    """A page's title and the one sentence on what it shows and what it does not.

    Streamlit opens the first address a fresh server is asked for as a bare script of its
    pages/ folder, without app.py. Registering the pages ends that, and the rerun goes
    through app.py, so that a link works on a server that has just started.
    """
    if _PAGES not in st.session_state:
        pages()
        st.rerun()
    st.title(title, anchor=False)
    st.markdown(f":gray[{what}]")


def brand() -> None:
    """The name above everything."""
    st.sidebar.markdown("### :material/contrast: Biascope")


def menu() -> None:
    """Links to the pages; the model bar's state goes with them in the address."""
    kept = {key: st.session_state.get(key) for key in model_bar.KEYS}
    query = {key: value for key, value in kept.items() if value}
    with st.sidebar:
        for group, entries in st.session_state[_PAGES].items():
            st.caption(group)
            for page in entries:
                st.page_link(page, query_params=query or None)
        st.caption(_network_note())


def _network_note() -> str:
    if session.offline():
        return ":material/cloud_off: Offline: nothing leaves this machine."
    return ":material/lock: Text and results stay on this machine; only a hub id fetches files."

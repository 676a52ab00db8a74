"""The sidebar's frame: the name, the pages in their groups, and what leaves the machine."""

from __future__ import annotations

import streamlit as st

from components import brand, session

# Group -> (file, title, icon). The order is the order people work in: look, measure, make, read.
_GROUPS: dict[str, list[tuple[str, str, str]]] = {
    "Look": [("home", "Home", ":material/home:"), ("probe", "Probe", ":material/search:")],
    "Measure": [
        ("pairs", "Pairs", ":material/compare_arrows:"),
        ("heads", "Heads", ":material/grid_view:"),
        ("cabm", "CABM", ":material/work:"),
        ("annotators", "Annotators", ":material/groups:"),
    ],
    "Make": [("lab", "Lab", ":material/science:")],
    "Read": [("methods", "Methods", ":material/menu_book:")],
}
_PAGES = "biascope_pages"


def pages() -> st.Page:
    """Register every page and give the one the address names."""
    made = {
        group: [
            # No icon here: where no other is set, Streamlit fetches it from a font server.
            st.Page(f"pages/{name}.py", title=title, default=name == "home")
            for name, title, _ in entries
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


def window() -> None:
    """Name and mark, of the browser's window and above the sidebar."""
    st.set_page_config(page_title="Biascope", page_icon=brand.icon(), layout="wide")
    st.logo(brand.logo(), size="large", icon_image=brand.mark())


def menu() -> None:
    """Links to the pages; Streamlit carries the model bar's state along in the address."""
    with st.sidebar:
        for group, pages_of_group in st.session_state[_PAGES].items():
            with st.container(gap="xxsmall"):
                st.caption(group)
                for page, (_, _, icon) in zip(pages_of_group, _GROUPS[group], strict=True):
                    st.page_link(page, icon=icon)
        st.caption(_network_note())


def _network_note() -> str:
    if session.offline():
        return ":material/cloud_off: Offline: nothing leaves this machine."
    return ":material/lock: Text and results stay on this machine; only a hub id fetches files."

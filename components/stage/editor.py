"""A collection laid out for its author: the order of its screens, and one of them opened."""

from __future__ import annotations

import streamlit as st

from components.frame import session
from components.frame.present import download, explain
from components.frame.present.first_screen import FirstScreen
from components.frame.session import state
from components.stage import present
from components.stage.choice import change
from components.stage.opened import draw_opened, draw_words
from engine.core.wording import counted
from engine.pins import Collection
from engine.pins.collection import text_of
from engine.report.html import report_html

_MOST_SCREENS, _LIST = 8, 420  # in sight without scrolling, and pixels of a longer list


def draw_editor(name: str, collection: Collection, screen: FirstScreen) -> None:
    """The chosen screen, the list of all next to it, and below it what can be changed.

    Args:
        name: of the collection.
    """
    if not collection.pins:
        with screen.answer:
            _empty()
        return
    editable = name != session.pins.STORY
    with screen.settings:
        st.markdown(f"**{counted(len(collection.pins), 'screen')}**")
        key = _choice(collection)
        with st.container(horizontal=True, gap="small"):
            st.button(
                "Present from here",
                icon=":material/slideshow:",
                key="present_here",
                on_click=present.begin,
                args=(name, collection.position(key) + 1),
            )
            if editable:
                _acts(name, collection, key)
        if not editable:
            st.caption("This story comes with Biascope. Copy it under *New* to change it.")
    pin = collection.pin(key)
    with screen.answer:
        draw_opened(pin)
    exports(name, collection)
    draw_words(name, pin, editable)


def exports(name: str, collection: Collection) -> None:
    """The collection as a file, and the report made of it."""
    with st.container(horizontal=True, gap="small", key="export_stage"):
        download.button(
            "Collection",
            lambda: text_of(collection),
            f"{name}.json",
            "application/json",
            "stage_json",
            ":material/download:",
            "One JSON file with all screens, their data and notes. It opens on any machine.",
        )
        download.button(
            "Report",
            lambda: report_html(collection),
            f"{name}.html",
            "text/html",
            "stage_html",
            ":material/article:",
            "One HTML file with all figures, numbers, commands and methods; it opens offline.",
        )


def _choice(collection: Collection) -> str:
    """The screens in order; the one that is opened stays so while it is moved or named anew."""
    keys = [pin.key for pin in collection.pins]
    titles = {
        pin.key: f"{number}. {explain.plain(pin.title)}"
        for number, pin in enumerate(collection.pins, 1)
    }
    shown: str = st.session_state.get(state.STAGE_SCREEN, "")
    # A browser tells its choice by what is written there, which is no choice once that changes:
    # other words are another widget.
    key = f"screen_{hash(tuple(titles.items()))}"
    many = len(keys) > _MOST_SCREENS
    with st.container(
        height=_LIST if many else "content", border=False, key="screens_of_collection"
    ):
        chosen = st.radio(
            "Screen",
            keys,
            index=keys.index(shown) if shown in keys else 0,
            format_func=titles.__getitem__,
            key=key,
            label_visibility="collapsed",
        )
    st.session_state[state.STAGE_SCREEN] = chosen
    return str(chosen)


def _acts(name: str, collection: Collection, key: str) -> None:
    """Buttons that move a screen along or remove it."""
    position = collection.position(key)
    last = len(collection.pins) - 1
    for label, icon, by in (("Up", "arrow_upward", -1), ("Down", "arrow_downward", 1)):
        st.button(
            label,
            icon=f":material/{icon}:",
            key=f"move_{label.lower()}",
            disabled=position == (0 if by < 0 else last),
            on_click=change,
            args=(name, lambda now, by=by: now.moved(key, by)),
        )
    st.button(
        "Remove",
        icon=":material/delete:",
        key="remove_screen",
        on_click=change,
        args=(name, lambda now: now.removed(key)),
    )


def _empty() -> None:
    st.markdown(
        "Nothing is pinned here yet. Press *Pin* under any result, for example on these pages, or "
        "choose the story that comes with Biascope under *Collection*."
    )
    with st.container(horizontal=True, gap="small"):
        for page in _EXAMPLES:
            st.page_link(f"pages/{page.lower()}.py", label=page)


_EXAMPLES = ("Probe", "Pairs", "Heads", "CABM")

"""Which collection is on the page; starting, copying, importing and deleting one.

The address names the collection, so that a link, a reload and the way back show the same one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame import session
from components.frame.present import explain
from components.frame.session import state
from components.frame.shell.pages import COLLECTION
from engine.core.errors import BiascopeError
from engine.pins import Collection
from engine.pins.collection import MOST_TITLE
from engine.server import shared

_KEY = "chosen_collection"
_NEW = "new_collection_menu"
_MOST = 64  # MiB of a file


def collection(
    begin: Callable[[str], None], presented: bool, notes: DeltaGenerator
) -> tuple[str, Collection | None]:
    """Draw the choice and the acts on it.

    Args:
        begin: presents the collection of a name.
        presented: whether the one that the address names is presented; no other takes its place.
        notes: takes what the choice leads to.

    Returns:
        Name of the collection, and what it holds; None where one that is not here is presented.
    """
    titles = session.pins.pin_collections()
    labels = labels_of(titles)
    asked = st.query_params.get(COLLECTION)
    st.session_state[_KEY] = asked if asked in titles else _last(titles)
    name = st.selectbox(
        "Collection",
        list(titles),
        format_func=labels.__getitem__,
        key=_KEY,
        on_change=lambda: _go(st.session_state[_KEY]),
    )
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        found = session.pins.pin_collection(name)
        st.button(
            "Present",
            icon=":material/slideshow:",
            type="primary",
            key="present",
            disabled=not found.pins,
            on_click=begin,
            args=(name,),
            help="Covers the window. Arrow keys move, Esc leaves, ? lists the keys.",
        )
        _acts(name, found)
    if (said := st.session_state.pop(state.STAGE_SAID, None)) is not None:
        notes.warning(explain.plain(said), icon=":material/info:")
    if asked is not None and asked not in titles:
        if presented:
            return asked, None
        notes.warning(
            f"The address names the collection “{explain.plain(asked)}”, which is not here: it may "
            "be deleted, or be on another machine. Another one is shown.",
            icon=":material/info:",
        )
    st.session_state[state.STAGE_CHOSEN] = name
    session.pins.pin_into(name)
    return name, found


def labels_of(titles: Mapping[str, str]) -> dict[str, str]:
    """Name -> label of each collection; those of the same title show their names too.

    A selectbox finds what was chosen by its label, so no two may be the same.
    """
    count = Counter(titles.values())
    return {
        name: title if count[title] == 1 else f"{title} ({name})" for name, title in titles.items()
    }


def _last(titles: Mapping[str, str]) -> str:
    """The collection that was here last, or that results are pinned to, or the shipped story."""
    last: str = st.session_state.get(state.STAGE_CHOSEN, session.pins.pinned_into())
    return next(
        (name for name in (last, session.pins.pinned_into()) if name in titles), session.pins.STORY
    )


def _acts(name: str, found: Collection) -> None:
    with st.popover("New", icon=":material/add:", key=_NEW, on_change="rerun"):
        st.text_input("Title", value="My talk", max_chars=MOST_TITLE, key="new_collection")
        st.button("Start an empty collection", key="start_collection", on_click=_start)
        st.button("Copy this collection", key="copy_collection", on_click=_copy, args=(name,))
    with st.popover("Open a file", icon=":material/upload:"):
        given = st.file_uploader(
            "A collection that was exported",
            type=["json"],
            key=f"open_collection_{st.session_state.get(state.STAGE_FILES, 0)}",
            max_upload_size=shared.upload_mib(_MOST),
        )
        if given is not None:
            st.session_state[state.STAGE_FILES] = st.session_state.get(state.STAGE_FILES, 0) + 1
            say_problem(lambda: _go(session.pins.import_pins(given.getvalue(), given.name)))
            st.rerun()
    if name == session.pins.STORY:
        return
    with st.popover("Delete", icon=":material/delete:"):
        st.markdown(f"“{explain.plain(found.title)}” and its notes are deleted.")
        st.button("Delete this collection", key="delete_collection", on_click=_delete, args=(name,))


def _start() -> None:
    st.session_state[_NEW] = False  # or it would cover the new collection
    title = " ".join(str(st.session_state.get("new_collection") or "").split())
    say_problem(lambda: _go(session.pins.start_pins(Collection(title or "My talk"))))


def _copy(name: str) -> None:
    st.session_state[_NEW] = False

    def copy() -> None:
        original = session.pins.pin_collection(name)
        title = f"Copy of {original.title}"[:MOST_TITLE]
        _go(session.pins.start_pins(Collection(title, original.pins)))

    say_problem(copy)


def _delete(name: str) -> None:
    def delete() -> None:
        session.pins.delete_pins(name)
        _go(session.pins.STORY)

    say_problem(delete)


def _go(name: str) -> None:
    """Show this collection from the next run on."""
    st.query_params[COLLECTION] = name


def say_problem(act: Callable[[], object]) -> None:
    """Do something; what it refuses is said on the page."""
    try:
        act()
    except BiascopeError as error:
        st.session_state[state.STAGE_SAID] = str(error)


def change(name: str, act: Callable[[Collection], Collection]) -> None:
    """Change a collection; what that refuses is said on the page."""
    say_problem(lambda: session.pins.change_pins(name, act))

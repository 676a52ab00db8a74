"""Where a file of the user's own is asked for: the whole width until it is read, then one line.

Until then there is no answer that could need the room, and the first rows, the boxes of columns and
what is wrong are in sight at once. Where a sheet, columns or values are chosen by hand, the user
says when all of them are.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame.present import explain, layout
from components.frame.session import state

_ASKED, _READ = "file_asked", "file_read"  # begin the keys of the two states
_WHILE_ASKED = Path(__file__).parent / "file_asked.css"

Content = TypeVar("Content")


class FileRead(NamedTuple, Generic[Content]):
    """What a form made of a file.

    Args:
        content: as the page takes it.
        said: the same in a few words, as `12 pairs from mine.csv`.
        by_hand: whether the user chose anything about how it is read (`Reading.by_hand`).
    """

    content: Content
    said: str
    by_hand: bool = False


def ask(
    place: DeltaGenerator, key: str, form: Callable[[], FileRead[Content] | None]
) -> Content | None:
    """Draw the form of a file in its room, and what is wrong with the file below the form.

    Args:
        place: takes the room, below the answer and the settings.
        key: tells the rooms of a page, and of pages, apart.
        form: draws the form; returns None while something is missing.

    Returns:
        What was read; None while something is missing, wrong, or still being chosen.
    """
    memory = state.file_room_key(key)
    by_link = memory not in st.session_state  # what is chosen in the first run came with a link
    known: str = st.session_state.setdefault(memory, "")
    found: FileRead[Content] | None = None
    label = f"Your file: {explain.plain(known)}" if known else "Your own file"
    room = place.container(key=f"{_READ if known else _ASKED}_{key}")
    if not known:
        with room:
            layout.while_here(_WHILE_ASKED)
    with (
        room,
        st.expander(label, expanded=not known, icon=":material/table:"),
        explain.errors(ends_page=False),
    ):
        found = form()
        if found is not None and found.by_hand and not (known or by_link):
            _offer(memory, key, found.said)
            return None
    said = "" if found is None else found.said
    if said != known:  # the room was drawn for what the last run knew
        st.session_state[memory] = said
        st.rerun()
    return found and found.content


def _offer(memory: str, key: str, said: str) -> None:
    """The button that ends the choosing."""
    st.button(
        "Use this file",
        key=f"use_file_{key}",
        type="primary",
        icon=":material/check:",
        on_click=st.session_state.__setitem__,
        args=(memory, said),
    )

"""The user's own file, kept open while pages change; it never leaves the server's machine."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import streamlit as st

from components.frame.present import explain
from components.frame.session import state
from engine.core.errors import BiascopeError
from engine.server import shared

_MOST = 50  # MiB


class File(NamedTuple):
    """A file as it was uploaded."""

    name: str
    data: bytes


def ask(
    label: str,
    key: str,
    types: list[str],
    help_text: str,
    on_change: Callable[[], None] | None = None,
) -> File | None:
    """Draw an upload box; None until there is a file.

    Args:
        key: of the box; the file is kept under it.
        types: extensions without a dot.
        on_change: called when a file is uploaded or removed.
    """
    memory = state.upload_key(key)
    given = st.file_uploader(
        label,
        type=types,
        key=key,
        max_upload_size=shared.upload_mib(_MOST),
        help=where_it_stays(help_text),
        on_change=on_change,
    )
    if given is not None:
        try:  # the box itself refuses only what a browser sends through it
            shared.check_upload(given.name, given.size)
        except BiascopeError as error:
            st.error(explain.plain(str(error)), icon=":material/info:")
            st.session_state.pop(memory, None)
            return None
        st.session_state[memory] = File(given.name, given.getvalue())
    kept: File | None = st.session_state.get(memory)
    if kept is not None and given is None:
        still_open(kept.name, "Close file", key)
    return kept


def where_it_stays(help_text: str) -> str:
    """The help of a box, true on a shared server too, which is another machine than the user's."""
    if not shared.is_shared():
        return help_text
    kept = " The file is sent to this shared server and kept for your browser session alone."
    return re.sub(r"\s*(The files? stays? on this machine|It stays here)\.", "", help_text) + kept


def give(key: str, name: str, text: str) -> None:
    """Open a text as if it had been uploaded, for the callback of a button.

    Args:
        key: of the box.
        name: of the file.
    """
    st.session_state[state.upload_key(key)] = File(name, text.encode("utf-8"))


def still_open(what: str, label: str, key: str) -> None:
    """Say what is open although its box is empty, and draw the button that closes it.

    A box forgets its files when the page is left.

    Args:
        what: is open; escaped here.
        label: of the button.
        key: of the box.
    """
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"Still open: {explain.plain(what)}")
        st.button(
            label,
            key=f"close_{key}",
            type="tertiary",
            on_click=st.session_state.pop,
            args=(state.upload_key(key), None),
        )

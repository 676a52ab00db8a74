"""The user's own file, kept open while pages change; it never leaves this machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import streamlit as st

from components.present import explain
from components.session import state

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
        label, type=types, key=key, max_upload_size=_MOST, help=help_text, on_change=on_change
    )
    if given is not None:
        st.session_state[memory] = File(given.name, given.getvalue())
    kept: File | None = st.session_state.get(memory)
    if kept is not None and given is None:
        still_open(kept.name, "Close file", key)
    return kept


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

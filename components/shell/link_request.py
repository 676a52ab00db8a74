"""A link that names a model or file which is not open yet: what a click would do, and a button."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from components import session
from components.present import explain
from components.present.numbers import file_size
from components.session.confirmed import Kind
from components.shell.keys import MODEL


def model(name: str, key: str) -> bool:
    """Offer to open a model that only a link has named.

    Args:
        name: hub id or local folder.
        key: of its field.

    Returns:
        Whether it may be opened already; nothing is drawn then.
    """
    if session.may_open(name):
        return True
    if session.is_elsewhere(name) or session.is_local(name):
        what = f"reads a model from a folder on this machine, **{explain.plain(name)}**"
        button, size = "Open it", session.folder_bytes(name)
    else:
        what = f"downloads **{explain.plain(name)}** from the model hub"
        button, size = "Download it", session.download_bytes(name)
    _draw("model", name, key, f"This link {what}", size, button)
    return False


def file(path: str, key: str) -> bool:
    """Offer to read a file that only a link has named.

    Args:
        path: on this machine.
        key: of its field.

    Returns:
        Whether it may be read already; nothing is drawn then.
    """
    if session.is_confirmed("file", path):
        return True
    what = f"This link reads a file on this machine, **{explain.plain(path)}**"
    _draw("file", path, key, what, _file_bytes(path), "Read it")
    return False


def _draw(kind: Kind, name: str, key: str, what: str, size: int | None, button: str) -> None:
    known = "size unknown" if size is None else file_size(size)
    with st.container(border=True, key=f"link_request_{key}"):
        st.markdown(f":material/link: {what} ({known}). Nothing has been opened so far.")
        with st.container(horizontal=True):
            st.button(
                button,
                key=f"confirm_{key}",
                type="primary",
                on_click=session.confirm,
                args=(kind, name),
            )
            if key == MODEL:
                st.button("Use the bundled model", key="decline_model", on_click=_use_bundled)


def _use_bundled() -> None:
    st.session_state[MODEL] = session.BUNDLED


def _file_bytes(path: str) -> int | None:
    if session.is_elsewhere(path):
        return None
    try:
        return Path(path).expanduser().stat().st_size
    except (OSError, RuntimeError, ValueError):  # no such file, or the home of nobody
        return None

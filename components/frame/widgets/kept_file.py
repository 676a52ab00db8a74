"""The user's own file, kept open while pages change; it never leaves the server's machine."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from components.frame.present import explain
from components.frame.session import state
from components.frame.widgets import file_encoding
from engine.core.errors import BiascopeError, InputTextError
from engine.core.wording import counted, listed
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
        types: extensions without a dot; what takes CSV takes Excel files too.
        on_change: called when a file is uploaded or removed.

    Returns:
        The file; a text is UTF-8, in whatever encoding it was.
    """
    memory = state.upload_key(key)
    given = st.file_uploader(
        label,
        type=_accepted(types),
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
        _keep(given, key)
    kept: File | None = st.session_state.get(memory)
    if kept is not None and given is None:
        still_open(kept.name, "Close file", key)
    return kept and File(kept.name, file_encoding.in_utf8(kept.data, key))


def _accepted(types: list[str]) -> list[str]:
    return [*types, "xlsx"] if "csv" in types else types


def _keep(given: UploadedFile, key: str) -> None:
    """Keep an upload; one that is kept already is not read again."""
    memory, identity = state.upload_key(key), state.upload_id_key(key)
    if st.session_state.get(identity) != given.file_id or memory not in st.session_state:
        st.session_state[memory] = File(given.name, given.getvalue())
        st.session_state[identity] = given.file_id


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
    st.session_state.pop(state.upload_id_key(key), None)


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


# --- kept files ---------------------------------------------------------------------------
# Several files of the user's, kept open while pages change; they never leave this machine.


def ask_several(
    label: str, key: str, types: list[str], help_text: str, most: int, most_each: int
) -> list[File]:
    """Draw an upload box for several files; those of one name and content count once.

    Args:
        key: of the box; the files are kept under it.
        types: as of `ask`.
        most: files.
        most_each: MiB of one file; the box names the file that has more.
    """
    memory = state.upload_key(key)
    given = st.file_uploader(
        label,
        type=_accepted(types),
        key=key,
        max_upload_size=shared.upload_mib(most_each),
        help=where_it_stays(help_text),
        accept_multiple_files=True,
    )
    if given:
        shared.check_upload("The files together", sum(file.size for file in given))
        st.session_state[memory] = [File(file.name, file.getvalue()) for file in given]
    kept: list[File] = st.session_state.get(memory, [])
    if kept and not given:
        still_open(counted(len(kept), "file"), "Close files", key)
    return distinct_files(kept, most)


def distinct_files(files: Sequence[File], most: int) -> list[File]:
    """The files, each once."""
    once = list(dict.fromkeys(files))
    if len(once) > most:
        raise InputTextError(
            f"{counted(len(once), 'file', 'were')} uploaded; at most {most} can be at once. Name "
            "their folder instead."
        )
    names = [file.name for file in once]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputTextError(
            f"Two files that differ have the same name: {listed(twice)}. Rename one of them, so "
            "that they can be told apart."
        )
    return once


def size(files: Sequence[File]) -> int:
    """Bytes of all files together."""
    return sum(len(file.data) for file in files)

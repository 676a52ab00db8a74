"""Several files of the user's, kept open while pages change; they never leave this machine."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from components.frame.session import state
from components.frame.widgets.kept_file import File, still_open, where_it_stays
from engine.core.errors import InputTextError
from engine.core.wording import counted, listed
from engine.server import shared


def ask(
    label: str, key: str, types: list[str], help_text: str, most: int, most_each: int
) -> list[File]:
    """Draw an upload box for several files; those of one name and content count once.

    Args:
        key: of the box; the files are kept under it.
        types: extensions without a dot.
        most: files.
        most_each: MiB of one file; the box names the file that has more.
    """
    memory = state.upload_key(key)
    given = st.file_uploader(
        label,
        type=types,
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
    return checked(kept, most)


def checked(files: Sequence[File], most: int) -> list[File]:
    """The files, each once."""
    once = list(dict.fromkeys(files))
    if len(once) > most:
        raise InputTextError(
            f"{counted(len(once), 'file')} were uploaded; at most {most} can be at once. Name "
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

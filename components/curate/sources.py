"""The subtitles of a new review: uploaded, or in a folder on this machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import streamlit as st

from components.frame import session
from components.frame.present.numbers import file_size
from components.frame.shell import link_request
from components.frame.widgets import kept_files
from components.frame.widgets.kept_file import File
from components.frame.widgets.own_file import path_field
from engine.command_line.command import file_word
from engine.core.errors import InputTextError
from engine.core.paths import exists, shown
from engine.core.wording import counted

FOLDER = "subtitles"  # key of the field, and its name in the address
TYPES = ["srt", "vtt", "ass", "ssa", "zip"]  # a zip is refused with a word, not in silence
_MOST_FILES, _MOST_EACH, _MOST = 500, 10, 60  # MiB
_FILES_AT_ONCE, _BYTES_AT_ONCE = 40, 3_000_000  # more are searched as a job
_HELP = (
    "Subtitles as .srt, .vtt, .ass or .ssa, at most 10 MiB each. The title and year of a film are "
    "read from the name of its file, as in The.Quiet.Street.1987.en.srt. The files stay on this "
    "machine."
)


@dataclass(frozen=True)
class Sources:
    """Subtitle files to search.

    Args:
        named: how a line names them all, as `12 files`.
        words: of the command line that name them.
        files: name among the words → content, of uploaded ones.
        read: what is searched, file by file.
        size: bytes in all.
    """

    named: str
    words: tuple[str, ...]
    read: Sequence[session.Source]
    size: int
    files: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def small(self) -> bool:
        """Whether they are searched while the user waits."""
        return len(self.read) <= _FILES_AT_ONCE and self.size <= _BYTES_AT_ONCE


def ask() -> Sources | None:
    """Draw the upload box and the field for a folder; None until one of them is filled."""
    left, right = st.columns(2)
    with right:
        path = path_field(
            "or a folder on this machine",
            FOLDER,
            "/home/me/subtitles",
            "Subtitle files in it and in the folders below it are read from there.",
        )
    with left:
        uploaded = kept_files.ask(
            "Subtitle files", "curate_files", TYPES, _HELP, _MOST_FILES, _MOST_EACH
        )
    if path and uploaded:
        st.caption("The folder is searched; the uploaded files are not.")
    if path:
        return _of_folder(path) if link_request.file(path, FOLDER) else None
    return _of_uploads(uploaded) if uploaded else None


def _of_uploads(files: Sequence[File]) -> Sources:
    size = kept_files.size(files)
    if size > _MOST * 2**20:
        raise InputTextError(
            f"These files have {file_size(size)} together, more than {_MOST} MiB; give the folder "
            "that they are in."
        )
    content = {file_word(file.name): file.data for file in files}
    read = [(file.name, file.data) for file in files]
    return Sources(_named(len(files), size), tuple(content), read, size, content)


def _of_folder(path: str) -> Sources:
    if not exists(path):
        raise InputTextError(f"There is no folder or file {shown(path)}.")
    found = session.subtitle_files(path)
    size = sum(_bytes(file) for file in found)
    return Sources(_named(len(found), size), (file_word(path),), found, size)


def _bytes(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0  # reading it says what is wrong


def _named(files: int, size: int) -> str:
    return f"{counted(files, 'file')}, {file_size(size)}"

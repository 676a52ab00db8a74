"""A new review: subtitles, language, and the search for sentences in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pandas as pd
import streamlit as st

from components.curate import choose, importing
from components.curate.word_lists import ChosenLists, choose_lists
from components.frame import session
from components.frame.present import explain
from components.frame.present.numbers import file_size
from components.frame.session import state
from components.frame.shell import link_request
from components.frame.widgets import background
from components.frame.widgets import kept_file as kept_files
from components.frame.widgets.background import Work
from components.frame.widgets.kept_file import File
from components.frame.widgets.own_file import path_field
from engine.command_line.command import Command, file_word
from engine.core.errors import InputTextError
from engine.core.languages import language_name
from engine.core.paths import exists, shown_name
from engine.core.wording import counted
from engine.curation.candidate import Skipped

_TITLE = "My films"
_MOST_TITLE = 120  # characters


def draw_collection_form() -> None:
    """Draw the form, and search once it is asked for."""
    with explain.errors(ends_page=False):
        found = ask_sources()
        with st.container(horizontal=True, vertical_alignment="bottom"):
            title = st.text_input(
                "Title", _TITLE, key="curate_title", max_chars=_MOST_TITLE, width=320
            )
            language = ask_language()
        if not language:
            raise explain.NothingToShowError(
                "Write the code of the language, as fi for Finnish; then give its words."
            )
        others = ask_other_languages(language)
        chosen = choose_lists(language)
        _search(found, title, language, chosen, others)
    importing.draw_import()


def _search(
    found: Sources | None, title: str, language: str, chosen: ChosenLists, others: bool
) -> None:
    if found is None or not title.strip():
        st.caption("Give the review a title." if found else "Upload subtitles or name a folder.")
        return
    if not found.small:
        _offer_job(found, title, language, chosen, others)
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        begun = st.button("Find sentences", key="curate_now", type="primary")
        st.caption(f"{found.named}: a few seconds.")
    if begun:
        _find(found, title, chosen, others)


def _find(found: Sources, title: str, chosen: ChosenLists, others: bool) -> None:
    """Search while the user waits, keep what was found and open it."""
    searching = f"Searching {found.named} …"
    bar = st.progress(0.0, searching)

    def show(done: int, of: int) -> None:
        bar.progress(min(1.0, done / max(of, 1)), searching)

    with explain.in_place_of(bar):
        run = session.curation.collect(found.read, chosen.lists, show, others)
    bar.empty()
    if not run.candidates:
        _nothing(run.funnel.skipped, len(run.films))
        return
    choose.open_review_next(session.curation.keep_review(title, run, chosen.lists))
    st.rerun()


def _nothing(skipped: Sequence[Skipped], films: int) -> None:
    """Why there is nothing to review."""
    if not films:
        st.error("None of these files was searched.", icon=":material/info:")
    else:
        st.info(
            "These files hold none of the words of the lists. Check the language, or add words.",
            icon=":material/info:",
        )
    if skipped:
        draw_left_out(skipped)


def draw_left_out(skipped: Sequence[Skipped]) -> None:
    """The files that were left out, each with its reason."""
    st.dataframe(
        pd.DataFrame([{"file": one.file, "why it was left out": one.reason} for one in skipped]),
        hide_index=True,
    )


def _offer_job(
    found: Sources, title: str, language: str, chosen: ChosenLists, others: bool
) -> None:
    name = session.curation.free_review_name(title)
    command = _command(found, title, language, chosen, others)
    st.session_state[state.CURATE_AWAITED] = name
    background.offer(
        Work({f"Curate · {title}": command}, 1, 0, partial(_made, name)),
        f"**{found.named}** are searched in the background. The review opens here when it is done.",
        f"Search {counted(len(found.read), 'file')} in the background",
        "curate_job",
        piecemeal=False,
    )


def _made(name: str) -> int:
    return int(any(review.name == name for review in session.curation.reviews()))


def _command(
    found: Sources, title: str, language: str, chosen: ChosenLists, others: bool
) -> Command:
    words = (
        *("curate", *found.words, "--language", language, *chosen.words),
        *(["--other-languages"] if others else []),
        *("--save", title),
    )
    return Command(words, {**found.files, **dict(chosen.own)})


# --- languages ----------------------------------------------------------------------------

_OTHER = "other"
_CODE = "curate_code"


def ask_language() -> str:
    """Draw the box, and a field for the code of another language.

    Returns:
        A code such as `en`; empty while none is written.
    """
    chosen = st.selectbox(
        "Language",
        [*session.curation.list_languages(), _OTHER],
        format_func=lambda code: "Another language" if code == _OTHER else language_name(code),
        key="curate_language",
        persist_state="session",
        width=200,
        help="It decides how files without a known encoding are read, and which word lists are "
        "used. For another language, write or upload lists of your own.",
    )
    if chosen != _OTHER:
        return chosen
    code = st.text_input(
        "Its code", key=_CODE, persist_state="session", placeholder="fi", max_chars=3, width=110
    )
    return code.strip().lower()


def ask_other_languages(language: str) -> bool:
    """Draw the box for films in other languages than the chosen one."""
    return st.checkbox(
        "Include films in other languages",
        key="curate_other_languages",
        persist_state="session",
        help="The language of each film is detected. One that is clearly not in "
        f"{language_name(language) or 'the chosen language'} is left out and named, because its "
        "words would be taken for those of the lists.",
    )


# --- sources ------------------------------------------------------------------------------

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
    read: Sequence[session.curation.Source]
    size: int
    files: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def small(self) -> bool:
        """Whether they are searched while the user waits."""
        return len(self.read) <= _FILES_AT_ONCE and self.size <= _BYTES_AT_ONCE


def ask_sources() -> Sources | None:
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
        uploaded = kept_files.ask_several(
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
        raise InputTextError(f"There is no folder or file {shown_name(path)}.")
    found = session.curation.subtitle_files(path)
    size = sum(_bytes(file) for file in found)
    return Sources(_named(len(found), size), (file_word(path),), found, size)


def _bytes(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0  # reading it says what is wrong


def _named(files: int, size: int) -> str:
    return f"{counted(files, 'file')}, {file_size(size)}"

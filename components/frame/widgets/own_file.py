"""The user's own table: uploaded or by its path, read once, bad rows listed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from stat import S_ISDIR, S_ISREG
from typing import Protocol, TypeVar

import pandas as pd
import streamlit as st

from components.frame import session
from components.frame.present import download, explain
from components.frame.shell import link_request
from components.frame.widgets import kept_file
from engine.core.errors import BiascopeError, InputTextError
from engine.core.paths import file_path
from engine.core.wording import counted
from engine.files.conventions import likely_delimiter
from engine.files.export import csv_text
from engine.files.layout import USUAL, Layout, laid_out
from engine.files.text_file import EXCEL
from engine.files.workbook import is_workbook
from engine.server import shared

_FIRST_LINE = 4096  # bytes, enough for it
_PATH_IN_ADDRESS = (
    "The address of this page names a file or folder on the server. This Biascope is shared and "
    "opens none; upload the file instead, or run Biascope on your own machine."
)

# Content or path, its name, and what distinguishes versions of the file at a path.
Source = tuple[bytes | str, str, tuple[int, ...]]
Chosen = tuple[tuple[str, str], ...]
File = TypeVar("File")


class Table(Protocol):
    """What every parser reports about a table: how it was read, and what was left out."""

    @property
    def name(self) -> str: ...
    @property
    def format(self) -> str: ...
    @property
    def encoding(self) -> str: ...
    @property
    def notes(self) -> Sequence[str]: ...
    @property
    def columns(self) -> Mapping[str, str]: ...
    @property
    def rejected(self) -> pd.DataFrame: ...


def source(label: str, key: str, types: list[str], help_text: str, example: str) -> Source | None:
    """Draw an upload box and a field for a path; None until one is given.

    Args:
        label: of the upload box.
        key: of the path in the address; the box has `KEY_upload`.
        example: a path, shown in the empty field.
    """
    left, right = (st.container(), st.container()) if shared.is_shared() else st.columns(2)
    with left:
        file = kept_file.ask(label, f"{key}_upload", types, help_text, partial(_forget, key))
    with right:
        path = path_field(
            "or its path on this machine",
            key,
            example,
            "The file is read from this path, and again when it changes.",
        )
    if path:
        return (path, path, version(path)) if link_request.file(path, key) else None
    if file is not None and not is_workbook(file.data):
        first = file.data[:_FIRST_LINE].decode("utf-8", errors="replace")
        st.session_state[session.state.SEMICOLONS] = likely_delimiter(first) == ";"
    return None if file is None else (file.data, file.name, ())


def _forget(key: str) -> None:
    st.session_state[key] = ""


def version(path: str) -> tuple[int, ...]:
    """What distinguishes this version of a file from others; empty if there is no file."""
    try:
        stat = file_path(path).stat()
    except OSError:
        return ()  # reading it reports what is wrong
    if not (S_ISREG(stat.st_mode) or S_ISDIR(stat.st_mode)):
        raise InputTextError(f"{path} is not an ordinary file, so it cannot be read here.")
    return stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino


def read_once(
    reader: Callable[..., File],
    kind: str,
    source: bytes | str,
    name: str,
    version: tuple[int, ...],
    mapping: Chosen = (),
    values: Chosen = (),
    layout: Layout = USUAL,
) -> File:
    """The parsed file; it is not read again on every rerun, only when it changes.

    Args:
        reader: parses it: content or path, name, role -> column; and `values`, where some are
            given.
        kind: name of the parser, which the cache keeps its files under.
        source: content or path; name and version as `source` gives them.
        mapping: (role, column) as chosen by hand.
        values: (the file's own value, what it means), likewise.
        layout: where its table lies.
    """
    parsed = _kept(reader, kind, source, name, version, mapping, values, layout)
    if isinstance(parsed, BiascopeError):
        raise parsed
    return parsed


@st.cache_resource(show_spinner="Reading the file …", max_entries=12)
def _kept(
    _reader: Callable[..., File],
    kind: str,
    source: bytes | str,
    name: str,
    version: tuple[int, ...],
    mapping: Chosen,
    values: Chosen,
    layout: Layout,
) -> File | BiascopeError:
    try:
        given = laid_out(source, layout)
        if values:
            return _reader(given, name, dict(mapping), values=dict(values))
        return _reader(given, name, dict(mapping))
    except BiascopeError as error:
        return error


def describe(contents: str, file: Table, names: Mapping[str, str], empty: bool) -> None:
    """Show how a file was read, and which rows were left out.

    Args:
        contents: its usable rows, as `12 pairs`.
        names: role -> what it is called on screen.
        empty: whether there is no usable row.
    """
    columns = {names[role]: column for role, column in file.columns.items() if column != role}
    used = ", ".join(f"“{column}” as {what}" for what, column in columns.items())
    st.caption(
        f"{contents} from {explain.plain(file.name)} ({_read_as(file)}). "
        f"{explain.plain(' '.join(file.notes))}"
        + (f" Columns: {explain.plain(used)}." if used else "")
    )
    _rejected(file.rejected, empty)


def in_short(contents: str, file: Table) -> str:
    """What was read of a file, and how many rows were not.

    Args:
        contents: its usable rows, as `12 pairs`.
    """
    said = f"{contents} from {file.name}"
    if file.rejected.empty:
        return said
    return f"{said}; {counted(len(file.rejected), 'row')} could not be read"


def _read_as(file: Table) -> str:
    """Its format, and the encoding of a text where that is not the usual one.

    An upload whose encoding was guessed comes as UTF-8, and what it was before is said above.
    """
    if file.encoding == EXCEL:
        return EXCEL
    usual = file.encoding in ("utf-8", file.format)
    return file.format if usual else f"{file.format}, {file.encoding}"


def _rejected(rows: pd.DataFrame, expanded: bool) -> None:
    """List the rows that could not be read, if there are any."""
    if rows.empty:
        return
    with st.expander(f"{counted(len(rows), 'row')} could not be read", expanded=expanded):
        st.dataframe(rows.head(500), hide_index=True, height=200)
        download.button(
            "Download all as CSV",
            lambda: csv_text(rows),
            "biascope-rejected-rows.csv",
            "text/csv",
        )


def example(
    what: str,
    text: Callable[[], str],
    file_name: str,
    media_type: str = "text/csv",
    *,
    box: str,
    more: Mapping[str, tuple[str, Callable[[], str]]] | None = None,
) -> None:
    """An example of such a file, to use at once or to download and fill in.

    Args:
        what: one sentence.
        text: returns a file of a few rows.
        box: key of the upload box that it is used in.
        more: of a measurement that needs further files, their boxes: name and text of each.
    """
    files = {box: (file_name, text), **(more or {})}
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(what, width="content")
        st.button(
            "Use an example",
            key=f"use_example_{box}",
            type="tertiary",
            icon=":material/play_arrow:",
            on_click=_use,
            args=(files,),
        )
        download.button(
            "An example to fill in",
            text,
            file_name,
            media_type,
            icon=":material/download:",
            quiet=True,
        )


def _use(files: Mapping[str, tuple[str, Callable[[], str]]]) -> None:
    for box, (name, text) in files.items():
        kept_file.give(box, name, text())


def path_field(label: str, key: str, example: str, help_text: str) -> str:
    """Draw the field of a file or folder on this machine; what is typed there is confirmed.

    Args:
        key: of the field, and of its setting in the address.
        example: shown while it is empty.

    Returns:
        What it says, without spaces around it; empty where there is nothing, and on a shared
        server, where nobody may name a path: the field is not there.
    """
    if shared.is_shared():
        if st.query_params.get(key):
            st.info(_PATH_IN_ADDRESS, icon=":material/info:")
        return ""
    path = st.text_input(
        label,
        key=key,
        bind="query-params",
        persist_state="session",
        placeholder=example,
        help=help_text,
        on_change=session.confirm_field,
        args=("file", key),
    )
    return (path or "").strip()

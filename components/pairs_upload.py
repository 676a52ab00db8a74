"""The reader's own file of pairs: uploaded or by its path, columns recognised or chosen."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from stat import S_ISDIR, S_ISREG

import streamlit as st

from components import explain, kept_file
from engine.datasets.columns import MissingColumnsError
from engine.datasets.export import csv_text
from engine.datasets.pair_columns import ROLES
from engine.datasets.pair_sets import BUNDLED, load_pairs
from engine.datasets.pairs_file import PairsFile, read_pairs
from engine.errors import BiascopeError, InputTextError

_NONE = "(none)"
_NAMES = {
    "sent_more": "more stereotyping sentence",
    "sent_less": "less stereotyping sentence",
    "stereo_antistereo": "direction (stereo, antistereo)",
    "bias_type": "bias type",
}
_PATH = "file"

Mapping = tuple[tuple[str, str], ...]


@dataclass(frozen=True, eq=False)
class OwnPairs:
    """A file with usable rows.

    Args:
        path: how the command line finds it; a bare name if it was uploaded.
        mapping: (role, column) as chosen by hand; empty where the names were recognised.
    """

    file: PairsFile
    path: str
    mapping: Mapping = field(default=())


def pairs() -> OwnPairs | None:
    """Ask for a file and read it; None until there is one with usable rows.

    Raises:
        BiascopeError: if the file cannot be read as pairs at all.
    """
    source = _source()
    if source is None:
        _example()
        return None
    mapping: Mapping = ()
    try:
        found = _read(*source, mapping)
    except MissingColumnsError as error:
        above = st.container()
        chosen = _mapping(error.header)
        if chosen is None:
            above.warning(explain.plain(_missing(error)), icon=":material/view_column:")
            return None
        found, mapping = _read(*source, chosen), chosen
    _told(found)
    return OwnPairs(found, source[1], mapping) if len(found.pairs) else None


Source = tuple[bytes | str, str, tuple[int, ...]]


def _source() -> Source | None:
    """What to read: bytes and their name, or a path with what tells its versions apart."""
    left, right = st.columns(2)
    with left:
        file = kept_file.ask(
            "File of pairs",
            "pairs_file",
            ["csv", "tsv", "txt", "jsonl", "ndjson", "json"],
            "Columns sent_more, sent_less and, where there are any, stereo_antistereo and "
            "bias_type; other names are recognised or can be chosen. The file stays on this "
            "machine.",
            _forget_path,
        )
    path = (
        right.text_input(
            "or its path on this machine",
            key=_PATH,
            bind="query-params",
            persist_state="session",
            placeholder="/home/me/pairs.csv",
            help="The file is read where it lies, and again when it changes; the link below the "
            "result opens it too.",
        )
        or ""
    ).strip()
    if path:
        return path, path, _version(path)
    return None if file is None else (file.data, file.name, ())


def _example() -> None:
    """What a file looks like, to begin one with."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            "One pair a row, as in CrowS-Pairs and CineBias, whose files load as they are.",
            width="content",
        )
        st.download_button(
            "An example to fill in",
            lambda: csv_text(load_pairs(BUNDLED).head(3)),
            "pairs.csv",
            "text/csv",
            type="tertiary",
            icon=":material/download:",
            on_click="ignore",
        )


def _forget_path() -> None:
    st.session_state[_PATH] = ""


def _version(path: str) -> tuple[int, ...]:
    try:
        found = Path(path).expanduser().stat()
    except (OSError, ValueError):
        return ()  # reading it says what is wrong
    if not (S_ISREG(found.st_mode) or S_ISDIR(found.st_mode)):
        raise InputTextError(f"{path} is no ordinary file, so it cannot be read here.")
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino


def _read(source: bytes | str, name: str, version: tuple[int, ...], mapping: Mapping) -> PairsFile:
    found = _read_once(source, name, version, mapping)
    if isinstance(found, BiascopeError):
        raise found
    return found


@st.cache_resource(show_spinner="Reading the file …", max_entries=4)
def _read_once(
    source: bytes | str, name: str, version: tuple[int, ...], mapping: Mapping
) -> PairsFile | BiascopeError:
    """A file that cannot be read is not tried again at every press, until it changes."""
    try:
        return read_pairs(source, name, dict(mapping))
    except BiascopeError as error:
        return error


def _missing(error: MissingColumnsError) -> str:
    """The refusal without its advice for the command line."""
    return str(error).partition(" Name the two")[0]


def _mapping(header: list[str]) -> Mapping | None:
    """Columns chosen by hand; None until both sentences have one."""
    columns = st.columns(len(ROLES))
    options = [_NONE, *dict.fromkeys(header)]
    chosen = {
        role: column.selectbox(_NAMES[role], options, key=f"column_{role}", bind="query-params")
        for role, column in zip(ROLES, columns, strict=True)
    }
    picked = {role: name for role, name in chosen.items() if name not in (_NONE, None)}
    if not {"sent_more", "sent_less"} <= picked.keys():
        st.caption("Choose the columns of the two sentences.")
        return None
    return tuple(sorted(picked.items()))


def _told(found: PairsFile) -> None:
    """What was understood, and which rows were left out."""
    columns = ", ".join(
        f"{_NAMES[role]} from “{column}”"
        for role, column in found.columns.items()
        if column != role
    )
    st.caption(
        f"{explain.counted(len(found.pairs), 'pair')} from {explain.plain(found.name)} "
        f"({found.format}, {found.encoding}). {explain.plain(' '.join(found.notes))}"
        + (f" Read: {explain.plain(columns)}." if columns else "")
    )
    if found.rejected.empty:
        return
    with st.expander(
        f"{explain.counted(len(found.rejected), 'row')} could not be read",
        expanded=not len(found.pairs),
    ):
        st.dataframe(found.rejected.head(500), hide_index=True, height=200)
        st.download_button(
            "All of them as CSV",
            lambda: csv_text(found.rejected),
            "biascope-rejected-rows.csv",
            "text/csv",
            on_click="ignore",
        )

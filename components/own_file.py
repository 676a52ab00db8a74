"""A table of the reader's own: uploaded or by its path, columns chosen, bad rows listed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from stat import S_ISDIR, S_ISREG

import pandas as pd
import streamlit as st

from components import explain, kept_file
from engine.datasets.columns import Roles
from engine.datasets.export import csv_text
from engine.errors import InputTextError

_NONE = "(none)"

# What to read, its name, and what tells versions of a path apart.
Source = tuple[bytes | str, str, tuple[int, ...]]
Chosen = tuple[tuple[str, str], ...]


def source(label: str, key: str, types: list[str], help_text: str, example: str) -> Source | None:
    """Draw an upload box and a field for a path; None until one is given.

    Args:
        label: of the upload box.
        key: of the path in the address; the box has `KEY_upload`.
        example: a path, shown in the empty field.
    """
    left, right = st.columns(2)
    with left:
        file = kept_file.ask(label, f"{key}_upload", types, help_text, partial(_forget, key))
    path = (
        right.text_input(
            "or its path on this machine",
            key=key,
            bind="query-params",
            persist_state="session",
            placeholder=example,
            help="The file is read where it lies, and again when it changes.",
        )
        or ""
    ).strip()
    if path:
        return path, path, version(path)
    return None if file is None else (file.data, file.name, ())


def _forget(key: str) -> None:
    st.session_state[key] = ""


def version(path: str) -> tuple[int, ...]:
    """What tells a file from what it was before; empty where there is none.

    Raises:
        InputTextError: if it is neither a file nor a folder.
    """
    try:
        found = Path(path).expanduser().stat()
    except (OSError, ValueError):
        return ()  # reading it says what is wrong
    if not (S_ISREG(found.st_mode) or S_ISDIR(found.st_mode)):
        raise InputTextError(f"{path} is no ordinary file, so it cannot be read here.")
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino


def columns(
    header: Sequence[str],
    names: Mapping[str, str],
    roles: Roles,
    key: str,
) -> Chosen | None:
    """Columns chosen by hand; None until all that are needed have one.

    Args:
        names: role -> what it is called on screen.
        roles: which are needed, and which columns are recognised by their names.
        key: start of the boxes' keys.
    """
    options = [_NONE, *dict.fromkeys(header)]
    known = roles.recognised(header)
    places = st.columns(len(names))
    chosen = {
        role: place.selectbox(
            name,
            options,
            options.index(known.get(role, _NONE)),
            key=f"{key}_{role}",
            bind="query-params",
        )
        for place, (role, name) in zip(places, names.items(), strict=True)
    }
    picked = {role: name for role, name in chosen.items() if name not in (_NONE, None)}
    lacking = [names[role] for role in roles.required if role not in picked]
    if lacking:
        st.caption(f"Choose the columns of: {', '.join(lacking)}.")
        return None
    return tuple(sorted(picked.items()))


def understood(
    counted: str,
    name: str,
    read_as: Sequence[str],
    notes: Sequence[str],
    columns: Mapping[str, str],
) -> None:
    """Say what a file was understood to hold.

    Args:
        counted: its good rows, as `12 pairs`.
        read_as: format and encoding.
        notes: sentences on what was guessed.
        columns: what a column holds -> its name in the file, where the two differ.
    """
    told = ", ".join(f"{what} from “{column}”" for what, column in columns.items())
    st.caption(
        f"{counted} from {explain.plain(name)} ({', '.join(read_as)}). "
        f"{explain.plain(' '.join(notes))}" + (f" Read: {explain.plain(told)}." if told else "")
    )


def rejected(rows: pd.DataFrame, expanded: bool, file_name: str) -> None:
    """List the rows that could not be read, if there are any.

    Args:
        expanded: whether the list is open at first.
        file_name: of the list as it is saved.
    """
    if rows.empty:
        return
    with st.expander(f"{explain.counted(len(rows), 'row')} could not be read", expanded=expanded):
        st.dataframe(rows.head(500), hide_index=True, height=200)
        st.download_button(
            "All of them as CSV",
            lambda: csv_text(rows),
            file_name,
            "text/csv",
            on_click="ignore",
        )


def example(what: str, text: Callable[[], str], file_name: str) -> None:
    """What a file looks like, to begin one with.

    Args:
        what: one sentence.
        text: gives a file of a few rows.
    """
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(what, width="content")
        st.download_button(
            "An example to fill in",
            text,
            file_name,
            "text/csv",
            type="tertiary",
            icon=":material/download:",
            on_click="ignore",
        )

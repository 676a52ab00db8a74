"""Editing one keyword list: each of its groups as a table, or all of it as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame import session
from components.frame.present import download, explain
from components.frame.present.labels import bias_type
from components.frame.session import state
from engine.core.errors import BiascopeError
from engine.files.export import known_cells

if TYPE_CHECKING:
    from engine.curation.keywords.lists import WordLists

Edits = dict[tuple[str, str], str]  # (language, category) -> text of a list

_HEIGHT = 320  # pixels
_TABLE, _TEXT = "Table", "Text"
_EDIT_TABLE = (
    "Words of different rows are counterparts of each other: one is swapped for another of the "
    "same column. Separate spellings by a slash: mom / mum. Add a row at the end, or select rows "
    "to delete them."
)
_EDIT_TEXT = "The same list as a file (TOML). Edits are used for new searches until you reset them."


def draw_editor(shipped: WordLists, edits: Edits) -> None:
    """Draw one list to edit.

    Args:
        edits: lists that differ from those that come with Biascope; changed here.
    """
    language = shipped.language
    with st.container(horizontal=True, vertical_alignment="bottom"):
        category = st.selectbox(
            "List",
            [*shipped.categories],
            format_func=bias_type,
            key=f"curate_list_{language}",
            persist_state="session",
            width=260,
        )
        form = st.segmented_control(
            "Edit as",
            [_TABLE, _TEXT],
            default=_TABLE,
            key="curate_list_form",
            persist_state="session",
            required=True,
        )
        key = f"curate_list_{language}_{category}"
        beside = st.container(width="stretch")
    original = session.curation.list_text(shipped, category)
    before = edits.get((language, category), original)
    text = (
        _as_table(before, category, language, key, beside)
        if form == _TABLE
        else _as_text(before, key)
    )
    edits.pop((language, category), None)
    if text != original:
        edits[language, category] = text
    _buttons(text, original, category, key, edits, (language, category))


def _as_text(before: str, key: str) -> str:
    # Given with every drawing: of some that follow each other fast, the browser may see only the
    # last, and a text that the first one alone brings is never shown.
    return st.text_area("Words", before, key=key, height=_HEIGHT, help=_EDIT_TEXT) or ""


def _as_table(before: str, category: str, language: str, key: str, beside: DeltaGenerator) -> str:
    """One group as a table; the text of the list with the rows as they are now.

    Args:
        beside: takes the choice of the group.
    """
    try:
        groups = session.curation.list_groups(before, category, language)
    except BiascopeError as error:
        st.error(explain.plain(f"{error} Edit it as text."), icon=":material/info:")
        return before
    number = beside.selectbox(
        "Words that are counterparts of each other",
        range(len(groups)),
        format_func=lambda place: groups[place].name,
        key=f"{key}_group",
        persist_state="session",
    )
    rows = _edited_rows(groups[number], f"{key}_table_{number}")
    try:
        return session.curation.list_with_rows(before, category, language, number, rows)
    except BiascopeError as error:
        st.error(explain.plain(str(error)), icon=":material/info:")
        return before


def _edited_rows(group: session.curation.ListGroup, key: str) -> list[list[Any]]:
    """Draw the table of a group, and read it.

    What the editor keeps are changes to the rows that it began with, so these stay the same as
    long as it is drawn; once it was not, it begins with the rows as they are.
    """
    begun: dict[str, pd.DataFrame] = st.session_state.setdefault(state.CURATE_TABLES, {})
    if key not in st.session_state or key not in begun:
        begun[key] = pd.DataFrame(group.rows, columns=group.columns)
    edited = st.data_editor(
        begun[key],
        key=key,
        num_rows="dynamic",
        hide_index=True,
        height=_HEIGHT,
    )
    st.caption(_EDIT_TABLE)
    rows: list[list[Any]] = known_cells(edited).to_numpy().tolist()
    return rows


def _buttons(
    text: str, original: str, category: str, key: str, edits: Edits, edited: tuple[str, str]
) -> None:
    with st.container(horizontal=True, gap="small"):
        download.button(
            "Download this list",
            lambda: text,
            f"{category}.toml",
            "application/toml",
            f"{key}_file",
            ":material/download:",
        )
        if text != original:
            st.button(
                "Reset this list",
                key=f"{key}_reset",
                on_click=_reset,
                args=(key, original, edits, edited),
            )


def _reset(key: str, original: str, edits: Edits, edited: tuple[str, str]) -> None:
    edits.pop(edited, None)
    st.session_state[key] = original
    begun: dict[str, pd.DataFrame] = st.session_state.get(state.CURATE_TABLES, {})
    for table in [name for name in begun if name.startswith(f"{key}_table_")]:
        del begun[table]
        st.session_state.pop(table, None)

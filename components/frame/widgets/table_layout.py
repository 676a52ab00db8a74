"""Where a table lies in the user's file: which sheet it is on, and whether columns have names."""

from __future__ import annotations

from hashlib import sha256

import streamlit as st

from components.frame.widgets import own_file
from components.frame.widgets.own_file import Source
from engine.core.errors import BiascopeError
from engine.files.layout import USUAL, Layout
from engine.files.preview import preview_sheets
from engine.files.read_cells import JSON, JSONL

WIDTH = 220  # pixels of a box


def pick_sheet(source: Source, key: str) -> str:
    """Draw the box that chooses a sheet, where an Excel file has several with cells.

    Args:
        key: start of the key of the box.

    Returns:
        Its name; empty for the sheet that is read if none is named.
    """
    content, name, version = source
    try:
        sheets = own_file.read_once(
            lambda file, known, _: preview_sheets(file, known), "sheets", content, name, version
        )
    except BiascopeError:  # whoever reads the table says why
        return ""
    if len(sheets) < 2:
        return ""
    chosen: str | None = st.selectbox(
        "Sheet",
        [*sheets],
        format_func=lambda sheet: f"{sheet} (hidden in Excel)" if sheets[sheet] else sheet,
        key=f"{key}_sheet",
        bind="query-params",
        width=WIDTH,
        help=f"The file has {len(sheets)} sheets with cells.",
    )
    first = next(iter(sheets))
    return "" if chosen in (None, first) else str(chosen)


def suffix(layout: Layout) -> str:
    """What keys of boxes end in, so that what was chosen for one table is not taken for another."""
    if layout == USUAL:
        return ""
    return f"_{sha256(repr(layout).encode()).hexdigest()[:6]}"


def has_header(key: str) -> bool:
    """Whether the first row holds the names of the columns, as the switch stands.

    Args:
        key: start of the key of the switch.
    """
    return bool(st.session_state.get(f"{key}_header", True))


def switch_header(key: str, kind: str) -> bool:
    """Draw the switch; rows of JSON always name their columns, so there it is not drawn.

    Args:
        key: start of the key of the switch.
        kind: format of the table.
    """
    if kind in (JSON, JSONL):
        return True
    return st.toggle(
        "First row holds the names of the columns",
        True,
        key=f"{key}_header",
        bind="query-params",
        help="Off: the first row is read as data, and the columns are called Column 1, Column 2, "
        "and so on.",
    )

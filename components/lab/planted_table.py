"""The table of planted proportions: bundled or the user's own, and edited by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from components.frame.present import explain
from components.frame.session import state
from components.frame.widgets import data_choice, own_file, table_layout
from engine.core.wording import counted
from engine.files.layout import FileSource, Layout
from engine.lab.table import OCCUPATION, P_MALE, bundled_table, check_table, read_table, shuffled
from engine.lab.table import table_csv as csv_of

TABLE = "planted"
BUNDLED, SHUFFLED, REVERSED, OWN = "Bundled table", "Shuffled", "Reversed", "Your own file"
# Names of earlier versions, which links may hold.
_OLD_NAMES = {"Dealt at random": SHUFFLED, "Turned round": REVERSED}
_WHAT = {
    BUNDLED: "Proportions made up for Biascope, close to common stereotypes.",
    SHUFFLED: "The same proportions, shuffled among the occupations: a measure that recovers these "
    "does not merely know the stereotype.",
    REVERSED: "One minus each proportion: the reverse of the stereotype.",
}
_KEPT = state.LAB_TABLE
_HEIGHT = 388  # pixels
_NUMBER = 96  # pixels, so that the column heading is not cut off

Table = dict[str, float]


@dataclass(frozen=True, eq=False)
class _Kept:
    """A table with its edits, which outlive a page switch.

    Args:
        source: the table before any edits.
        begun: the table that the editor's own record of edits starts from.
        edited: the table with those edits.
        number: of the editor; each has its own key.
    """

    source: Table
    begun: pd.DataFrame
    edited: pd.DataFrame
    number: int

    @property
    def key(self) -> str:
        return f"lab_editor_{self.number}"


def choose_table() -> Table | None:
    """Draw the box that chooses a table and read it; None, with the reason, without one."""
    names = {name: name for name in (BUNDLED, SHUFFLED, REVERSED, OWN)}
    name = data_choice.pick(
        "Planted P(male)",
        names,
        TABLE,
        help_text="Share of an occupation's sentences with he, him or his; the rest use she or "
        "her.",
        old=_OLD_NAMES,
    )
    table = None
    with explain.errors(ends_page=False):
        table = _source(name)
    return table


def edited(source: Table) -> Table | None:
    """Draw the table for editing; None, with the reason, while it cannot be planted."""
    planted = None
    with explain.errors(ends_page=False):
        planted = check_table(_edited(source).itertuples(index=False, name=None))
    return planted


def _source(name: str) -> Table | None:
    if name == OWN:
        return _own()
    st.caption(_WHAT[name])
    known = bundled_table()
    if name == SHUFFLED:
        return shuffled(known, 0)
    if name == REVERSED:
        return {name: round(1 - p_male, 6) for name, p_male in known.items()}
    return known


def _own() -> Table | None:
    source = own_file.source(
        "File of planted proportions",
        "planted_file",
        ["csv", "tsv", "txt", "json"],
        "Columns occupation and p_male, a number between 0 and 1; or JSON such as "
        '{"nurse": 0.1}. The file stays on this machine.',
        "/home/me/planted.csv",
    )
    if source is None:
        own_file.example(
            "One occupation per row, with its P(male).",
            lambda: csv_of(bundled_table()),
            "planted.csv",
            box="planted_file_upload",
        )
        return None
    layout = Layout(table_layout.pick_sheet(source, "planted"))
    table, notes = own_file.read_once(_table_with_notes, "planted", *source, layout=layout)
    if notes:
        st.caption(explain.plain(" ".join(notes)))
    return table


def _table_with_notes(
    data: FileSource, name: str, _columns: Mapping[str, str]
) -> tuple[dict[str, float], list[str]]:
    notes: list[str] = []
    return read_table(data, name, notes.append), notes


def _edited(source: Table) -> pd.DataFrame:
    """The table with the user's edits, without empty rows."""
    kept = _kept(source)
    edited = st.data_editor(
        kept.begun,
        key=kept.key,
        num_rows="dynamic",
        hide_index=True,
        height=_HEIGHT,
        column_config={
            OCCUPATION: st.column_config.TextColumn("occupation"),
            # No bounds: the editor would drop a number outside them silently.
            P_MALE: st.column_config.NumberColumn(
                "P(male)", step=0.01, format="%.2f", width=_NUMBER, help="Between 0 and 1."
            ),
        },
    )
    st.session_state[_KEPT] = _Kept(source, kept.begun, edited, kept.number)
    rows = edited.dropna(how="all")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            f"{counted(len(rows), 'occupation')}. Click a cell to change it; the last row "
            "adds one.",
            width="content",
        )
        if not edited.equals(_given_frame(source)):
            st.button("Undo all changes", type="tertiary", on_click=_forget)
    return rows


def _kept(source: Table) -> _Kept:
    kept: _Kept | None = st.session_state.get(_KEPT)
    number = 0 if kept is None else kept.number + 1
    if kept is None or kept.source != source:
        return _Kept(source, _given_frame(source), _given_frame(source), number)
    if kept.key not in st.session_state:  # the page was left, and the editor forgot its edits
        return _Kept(source, kept.edited, kept.edited, number)
    return kept


def _given_frame(source: Table) -> pd.DataFrame:
    return pd.DataFrame(
        {OCCUPATION: list(source), P_MALE: pd.array(list(source.values()), dtype="Float64")}
    ).astype({P_MALE: float})


def _forget() -> None:
    kept: _Kept = st.session_state[_KEPT]
    begun = _given_frame(kept.source)
    st.session_state[_KEPT] = _Kept(kept.source, begun, begun, kept.number + 1)

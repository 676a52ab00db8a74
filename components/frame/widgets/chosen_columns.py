"""Which columns of the user's own table play which roles, and what its values mean, on screen.

Below the table's first rows. What the names of its columns tell is chosen at first; only what the
user chose otherwise is told to a reader, and to the command under *Reproduce*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame.present import explain
from components.frame.widgets import own_file, table_layout
from components.frame.widgets.chosen_values import choose_values, unread_text, unread_values
from components.frame.widgets.own_file import Chosen, Source
from engine.core.errors import BiascopeError, InputTextError
from engine.files.columns import MissingColumnsError, Roles, column_mapping
from engine.files.layout import USUAL, Layout
from engine.files.mapping import mapping_options
from engine.files.preview import TablePreview, preview_table

_NONE = "(none)"

File = TypeVar("File")


class Reading(NamedTuple):
    """What the user said of a table beyond what its columns' names tell.

    Args:
        columns: (role, column); an empty column where the role has none.
        values: (the file's own value, what it means).
        layout: where the table lies in the file.
    """

    columns: Chosen = ()
    values: Chosen = ()
    layout: Layout = USUAL

    @property
    def options(self) -> list[str]:
        """As words of a command."""
        return [*mapping_options(self.columns, self.values), *self.layout.options]

    @property
    def by_hand(self) -> bool:
        """Whether the user chose any of it: a column, a value, the sheet, or the header row."""
        return self != NOT_CHOSEN


NOT_CHOSEN = Reading()


def read_own_table(
    source: Source,
    reader: Callable[..., File],
    names: Mapping[str, str],
    roles: Roles,
    key: str,
    kind: str = "",
    headed: bool = False,
) -> tuple[File, Reading] | None:
    """Read a table and draw how it is read; None until the columns that are needed are chosen.

    Args:
        reader: parses it: content or path, name, role -> column; and `values`, the file's own
            value -> what it means, where a role has a vocabulary.
        names: role -> what it is called on screen.
        roles: which are needed, and which columns are recognised by their names.
        key: start of the keys of the boxes.
        kind: name of the parser, which the cache keeps its files under; by default the key.
        headed: whether the names of the columns are part of the data.
    """
    kind = kind or key
    sheet = table_layout.pick_sheet(source, key)
    plain = Reading(layout=Layout(sheet))

    def look(layout: Layout) -> TablePreview:
        return own_file.read_once(
            lambda content, name, _: preview_table(roles, content, name),
            f"{kind} preview",
            *source,
            layout=layout,
        )

    try:
        preview = look(plain.layout)
    except BiascopeError:  # its reader says why, or takes it as no table
        return own_file.read_once(reader, kind, *source, *plain), plain
    few = len(preview.header) < len(roles.required)
    if few and not preview.missing:  # no choice of columns would do, and there is no other sheet
        return own_file.read_once(reader, kind, *source, *plain), plain
    above = st.container()
    with _opened(preview, roles, key):
        rows = st.container()
        layout = Layout(sheet, headed or table_layout.switch_header(key, preview.format))
        preview = preview if layout.header else look(layout)
        _first_rows(preview, rows, key)
        boxes = f"{key}{table_layout.suffix(layout)}"
        reading = _choose(preview, names, roles, boxes)._replace(layout=layout)
    columns, problem = _columns_of(preview, roles, reading)
    if problem:
        above.warning(explain.plain(_named(problem, names, roles)), icon=":material/view_column:")
        return None
    unread = unread_values(preview, roles, columns, reading.values)
    try:
        return own_file.read_once(reader, kind, *source, *reading), reading
    except InputTextError:
        if not unread:
            raise
    above.warning(unread_text(unread, columns, roles), icon=":material/view_column:")
    return None


def _columns_of(
    preview: TablePreview, roles: Roles, reading: Reading = NOT_CHOSEN
) -> tuple[dict[str, str], str]:
    """Role -> column, and why they cannot be told."""
    try:
        found = column_mapping(
            preview.called, preview.header, dict(reading.columns), roles, preview.missing
        )
    except MissingColumnsError as error:
        return {}, str(error).partition(f" {roles.advice}")[0]
    return found, ""


def _named(problem: str, names: Mapping[str, str], roles: Roles) -> str:
    """The same with what the columns asked for are called on screen, where that is another name."""
    file, needs, asked = problem.partition(" needs the column")
    asked, end, rest = asked.partition(". ")
    known = [role for role in roles.required if not names[role].lower().startswith(role)]
    if known:  # in one pass, since a name may hold another role
        any_of_them = rf"\b({'|'.join(map(re.escape, known))})\b"
        asked = re.sub(any_of_them, lambda found: f"{found[1]} ({names[found[1]]})", asked)
    return "".join([file, needs, asked, end, rest])


def _opened(preview: TablePreview, roles: Roles, key: str) -> DeltaGenerator:
    """The box of what is chosen, open where something has to be."""
    columns, problem = _columns_of(preview, roles)
    needed = problem or preview.unread(roles, columns) or not table_layout.has_header(key)
    return st.expander("First rows, columns and values", expanded=bool(needed))


def _first_rows(preview: TablePreview, place: DeltaGenerator, key: str) -> None:
    table = pd.DataFrame([*preview.rows], columns=[*preview.shown_header])
    place.dataframe(table, hide_index=True, key=f"{key}_first_rows")


def _choose(preview: TablePreview, names: Mapping[str, str], roles: Roles, key: str) -> Reading:
    """Draw the boxes of the columns and those of the values; what was chosen."""
    chosen = _columns(preview.header, names, roles, key)
    known = roles.recognised(preview.header)
    now = {role: column for role, column in chosen.items() if column}
    lacking = [names[role] for role in roles.required if role not in now]
    if lacking:
        st.caption(f"Choose columns for: {', '.join(lacking)}.")
    values = choose_values(preview, names, roles, now, key)
    differing = {role: name for role, name in chosen.items() if name != known.get(role, "")}
    return Reading(tuple(sorted(differing.items())), tuple(values.items()))


def _columns(
    header: Sequence[str], names: Mapping[str, str], roles: Roles, key: str
) -> dict[str, str]:
    """Role -> the column chosen for it; empty where there is none."""
    options = [_NONE, *filter(None, header)]
    known = roles.recognised(header)
    _forget_none(header, known, key)
    chosen = {}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for role, name in names.items():
            column = st.selectbox(
                name,
                options,
                options.index(known.get(role, _NONE)),
                key=f"{key}_{role}",
                bind="query-params",
                width=table_layout.WIDTH,
            )
            chosen[role] = "" if column in (_NONE, None) else column
    return chosen


def _forget_none(header: Sequence[str], known: Mapping[str, str], key: str) -> None:
    """Forget that a role had no column in the last file, where this one has other columns."""
    memory = f"{key}_last_columns"
    last = st.session_state.get(memory)
    if last is not None and last != [*header]:
        for role in known:
            if st.session_state.get(f"{key}_{role}") == _NONE:
                del st.session_state[f"{key}_{role}"]
    st.session_state[memory] = [*header]

"""What the values of the user's own table mean, on screen: boxes for those that are not known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

import streamlit as st

from components.frame.present import explain
from components.frame.widgets.own_file import Chosen
from components.frame.widgets.table_layout import WIDTH
from engine.core.wording import in_a_row
from engine.files.columns import Roles
from engine.files.preview import TablePreview

_NOTHING = "(nothing: as if the cell were empty)"
_NAMED = 4  # values in one sentence
_MEANINGS = "What the values of your file mean:"


def choose_values(
    preview: TablePreview,
    names: Mapping[str, str],
    roles: Roles,
    columns: Mapping[str, str],
    key: str,
) -> dict[str, str]:
    """The file's own value -> what it means, as far as the user chose."""
    unread = preview.unread(roles, columns)
    if unread:
        st.caption(_MEANINGS)
    found = _meanings(unread, roles, key)
    renamed = {
        role: [value for value in preview.values.get(column, ()) if value not in found]
        for role, column in roles.values_in(columns).items()
        if roles.vocabularies[role].is_open
    }
    return found | _new_names({role: each for role, each in renamed.items() if each}, names, key)


def _meanings(unread: Mapping[str, Sequence[str]], roles: Roles, key: str) -> dict[str, str]:
    """What each value means that is none of its role's; one that several roles have, once."""
    options: dict[str, dict[str, None]] = {}
    for role, values in unread.items():
        for value in values:
            options.setdefault(value, {}).update(dict.fromkeys(roles.vocabularies[role].values))
    found = {}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for value, offered in options.items():
            meant = st.selectbox(
                f"{explain.quoted(value)} means",
                [*offered, _NOTHING],
                index=None,
                placeholder="Choose",
                key=_value_key(key, value),
                persist_state="session",
                width=WIDTH,
            )
            if meant is not None:
                found[value] = "" if meant == _NOTHING else meant
    return found


def _new_names(
    own: Mapping[str, Sequence[str]], names: Mapping[str, str], key: str
) -> dict[str, str]:
    """New names for values that are read as they are, as far as they were typed."""
    if not own:
        return {}
    called = " and ".join(names[role] for role in own)
    if not st.toggle(f"Rename values of {called}", key=f"{key}_rename", persist_state="session"):
        return {}
    found = {}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for value in dict.fromkeys(value for values in own.values() for value in values):
            name = st.text_input(
                f"{explain.quoted(value)} is called",
                placeholder=value,
                key=_value_key(key, value),
                persist_state="session",
                width=WIDTH,
            )
            if name and name.strip() and name.strip() != value:
                found[value] = name.strip().replace("=", "-")  # which ends a value in a command
    return found


def _value_key(key: str, value: str) -> str:
    return f"{key}_value_{sha256(value.encode()).hexdigest()[:12]}"


def unread_values(
    preview: TablePreview, roles: Roles, columns: Mapping[str, str], mapped: Chosen
) -> dict[str, list[str]]:
    """Role -> values of its column that are none of its vocabulary, and mapped to none.

    Args:
        mapped: what was chosen: (the file's own value, what it means).
    """
    known = {value for value, _ in mapped}
    found = {
        role: [value for value in values if value not in known]
        for role, values in preview.unread(roles, columns).items()
    }
    return {role: values for role, values in found.items() if values}


def unread_text(
    unread: Mapping[str, Sequence[str]], columns: Mapping[str, str], roles: Roles
) -> str:
    """Which values are not read, what there is instead, and what to do."""
    said = []
    for role, values in unread.items():
        shown = [f"“{value}”" for value in values]
        if len(shown) > _NAMED:
            shown = [*shown[:_NAMED], f"{len(shown) - _NAMED:,} more"]
        known = " or ".join(roles.vocabularies[role].values)
        said.append(
            f"The column “{columns[role]}” holds {in_a_row(shown)}, where {known} is needed."
        )
    return explain.plain(f"{' '.join(said)} Choose below what the values of your file mean.")

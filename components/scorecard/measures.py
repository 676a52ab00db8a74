"""The boxes of measures: bias and cost, those at hand and any that the command line knows."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.shell import link_request
from components.scorecard.choice import MOST_MEASURES
from engine.columns.column import BIAS, COST, Column
from engine.core.errors import BiascopeError, InputTextError
from engine.core.wording import counted

KEYS = {BIAS: "measures", COST: "costs"}  # of the boxes, in the session and the address
_LABELS = {BIAS: "Measures of bias", COST: "Costs"}
_HELPS = {
    BIAS: "Type the name of any other as the command line has it, such as pairs:crows-pairs:aul or "
    "seat:race; python -m engine sweep --list has them all.",
    COST: "How well the model still works: what an intervention costs.",
}


def chosen_columns() -> list[Column]:
    """Draw the boxes; the chosen measures."""
    columns: list[Column] = []
    left, right = st.columns([2, 1])
    with left:
        names = {BIAS: _box(BIAS)}
    with right:
        names[COST] = _box(COST)
    for group in (BIAS, COST):
        columns += _columns(names[group])
    if len(columns) > MOST_MEASURES:
        raise InputTextError(
            f"{counted(len(columns), 'measure')} are chosen; a table has at most {MOST_MEASURES}."
        )
    return columns


def _box(group: str) -> list[str]:
    key = KEYS[group]
    offered = session.scorecard_measures(group)
    kept = [str(name) for name in st.session_state.get(key) or ()]
    first = [name for name in session.scorecard_first() if name in offered]
    chosen = st.multiselect(
        _LABELS[group],
        list(dict.fromkeys([*offered, *kept])),
        default=first,
        format_func=lambda name: offered.get(name, name),
        key=key,
        bind="query-params",
        persist_state="session",
        accept_new_options=group == BIAS,
        placeholder="none",
        help=_HELPS[group],
        on_change=_confirm,
        args=(key, tuple(kept)),
        wrap=True,
    )
    return [str(name) for name in chosen]


def _confirm(key: str, before: Sequence[str]) -> None:
    """A callback: a file that the user has typed may be read."""
    for name in st.session_state.get(key) or ():
        if name not in before and (path := session.scorecard_file(str(name))):
            session.confirm("file", path)


def _columns(names: Sequence[str]) -> list[Column]:
    """The measures by these names; one that cannot be had is said, and left out."""
    found: list[Column] = []
    for number, name in enumerate(names):
        path = session.scorecard_file(name)
        if path and not link_request.file(path, f"measure_{number}"):
            continue
        try:
            found.append(session.scorecard_column(name))
        except BiascopeError as error:
            st.warning(explain.plain(f"{name}: {error}"), icon=":material/info:")
    return list({column.name: column for column in found}.values())

"""What may be fetched or read in this browser session: what the user typed, chose or confirmed.

A link fills in fields too. What it names is neither fetched nor read because of that.
"""

from __future__ import annotations

import time
from typing import Literal

import streamlit as st

from components.frame.session.state import CONFIRMED, DECLINED, LATE

Kind = Literal["model", "file"]


def confirm(kind: Kind, name: str) -> None:
    """Allow a model to be fetched and opened, or a file to be read, in this session."""
    _names().add((kind, name))


def decline(kind: Kind, name: str) -> None:
    """Note that the user does not want it.

    A message that the browser sent before it knew, by a poll, still has the name in its field,
    which looks as if the user had typed it.
    """
    st.session_state[DECLINED] = (kind, name, time.monotonic())


def confirm_field(kind: Kind, key: str) -> None:
    """Callback of a field: what the user typed or chose in it needs no other click."""
    name = (st.session_state.get(key) or "").strip()
    if name and not _is_late(kind, name):
        confirm(kind, name)


def _is_late(kind: Kind, name: str) -> bool:
    """Whether the name is one that was declined a moment ago."""
    *declined, at = st.session_state.get(DECLINED, (None, None, 0.0))
    return declined == [kind, name] and time.monotonic() - at < LATE


def is_confirmed(kind: Kind, name: str) -> bool:
    """Whether the user named it in this session, or clicked to open it."""
    return (kind, name) in _names()


def confirmed_names(kind: Kind) -> list[str]:
    """What the user named or clicked to open in this session, in alphabetical order."""
    return sorted(name for found, name in _names() if found == kind)


def _names() -> set[tuple[Kind, str]]:
    names: set[tuple[Kind, str]] = st.session_state.setdefault(CONFIRMED, set())
    return names

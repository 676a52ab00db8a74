"""What may be fetched or read in this browser session: what the user typed, chose or confirmed.

A link fills in fields too. What it names is neither fetched nor read because of that.
"""

from __future__ import annotations

from typing import Literal

import streamlit as st

from components.session.state import CONFIRMED

Kind = Literal["model", "file"]


def confirm(kind: Kind, name: str) -> None:
    """Allow a model to be fetched and opened, or a file to be read, in this session."""
    _names().add((kind, name))


def confirm_field(kind: Kind, key: str) -> None:
    """Callback of a field: what the user typed or chose in it needs no other click."""
    name = (st.session_state.get(key) or "").strip()
    if name:
        confirm(kind, name)


def is_confirmed(kind: Kind, name: str) -> bool:
    """Whether the user named it in this session, or clicked to open it."""
    return (kind, name) in _names()


def _names() -> set[tuple[Kind, str]]:
    names: set[tuple[Kind, str]] = st.session_state.setdefault(CONFIRMED, set())
    return names

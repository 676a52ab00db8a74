"""Which injection the Lab shows: by default the newest, another by name, or a new one."""

from __future__ import annotations

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.shell import model_bar
from components.lab.run_box import RunBox
from engine.lab.settings import VARIANTS


def choose_injection() -> session.lab.Injection | None:
    """Draw the box and read it; None for a new injection."""
    explain.warnings(session.lab.damaged_injections())
    return _BOX.choose(session.lab.injections())


def open_injection_next(name: str) -> None:
    """Show this injection when the page is drawn next."""
    _BOX.open_next(name)


def _delete(injection: session.lab.Injection) -> None:
    """Delete it; the model bar no longer names a model that is gone."""
    made = {injection.place.checkpoint(variant) for variant in VARIANTS}
    session.lab.delete_injection(injection)
    for key, usual in (
        (model_bar.MODEL, session.BUNDLED),
        (model_bar.COMPARE, model_bar.UNMODIFIED),
    ):
        if st.session_state.get(key) in made:
            st.session_state[key] = usual


_BOX = RunBox(
    "Injection",
    key="run",
    delete_key="delete_run",
    upcoming=session.state.LAB_NEXT,
    refused=session.state.LAB_REFUSED,
    made="models, loss curves and report",
    delete=_delete,
)

"""Subjects as the model bar makes them, for tests of what comes after it."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from components.frame import session
from components.frame.shell.subject import Subject, label_of
from engine.core.spec import ModelSpec

SMALL = session.Facts("BERT", "masked", 2, 4)


def subject(spec: ModelSpec, label: str = "", facts: session.Facts = SMALL) -> Subject:
    """One model, labelled as if it were alone."""
    return Subject(spec, label or label_of(spec, None), facts)


def choose(page: AppTest, spec: ModelSpec, other: ModelSpec | None = None) -> None:
    """Put into a page's session what the model bar keeps for this choice."""
    page.session_state["biascope_subject"] = _read(spec, other)
    page.session_state["biascope_compared"] = None if other is None else _read(other, spec)


def _read(spec: ModelSpec, other: ModelSpec | None) -> Subject:
    return Subject(spec, label_of(spec, other), session.facts(spec))

"""What tests of the screen's parts share."""

from __future__ import annotations

from typing import Any

import pytest
import streamlit as st

from components.frame import session
from components.frame.shell.subject import Subject
from engine.core.spec import HeadRef, ModelSpec
from tests import known_answers
from tests.subjects import subject


@pytest.fixture(autouse=True)
def _known_answers(monkeypatch) -> None:
    known_answers.use(monkeypatch)


@pytest.fixture
def fresh_caches() -> None:
    """Nothing cached by an earlier test, whose result store was another one."""
    st.cache_resource.clear()
    st.cache_data.clear()


@pytest.fixture
def memory(monkeypatch) -> dict[str, Any]:
    """What one browser session holds, nothing at first, without a page."""
    held: dict[str, Any] = {}
    monkeypatch.setattr(st, "session_state", held)
    return held


@pytest.fixture
def subjects(tiny_model_folder, fresh_caches) -> tuple[Subject, Subject]:
    """A tiny BERT, and the same with two heads masked."""
    whole = session.spec_of(str(tiny_model_folder("bert")))
    masked = ModelSpec(
        whole.checkpoint, whole.revision, masked_heads=(HeadRef(0, 1), HeadRef(1, 3))
    )
    return subject(whole, "all heads on"), subject(masked, "2 heads switched off")

"""What tests of the screen's parts share."""

from __future__ import annotations

import pytest
import streamlit as st

from components import session
from components.model_bar import Subject
from engine.spec import HeadRef, ModelSpec


@pytest.fixture
def fresh_caches() -> None:
    """Nothing cached by an earlier test, whose result store was another one."""
    st.cache_resource.clear()
    st.cache_data.clear()


@pytest.fixture
def subjects(tiny_model_folder, fresh_caches) -> tuple[Subject, Subject]:
    """A tiny BERT, and the same with two heads masked."""
    whole = session.spec_of(str(tiny_model_folder("bert")))
    masked = ModelSpec(
        whole.checkpoint, whole.revision, masked_heads=(HeadRef(0, 1), HeadRef(1, 3))
    )
    return Subject(whole, "untouched"), Subject(masked, "2 heads masked")

"""The Heads page's way to the engine: bundled tests, and head measurements known in part."""

from __future__ import annotations

from typing import Any

import streamlit as st

from components.frame.session.measuring import store
from engine.core.spec import ModelSpec
from engine.flow.stored import stored_values
from engine.words.association_tests import DIMENSIONS, AssociationTest, bundled_test

FIRST_ASSOCIATION = DIMENSIONS[0]


@st.cache_resource(show_spinner=False, max_entries=16)
def bundled_association(dimension: str, max_contexts: int) -> AssociationTest:
    """One of the project's own association tests, read once."""
    return bundled_test(dimension, max_contexts)


def stored_part(
    name: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]
) -> list[Any | None]:
    """Values of the items that are already measured, None for the others; nothing is loaded."""
    found = stored_values(name, spec, items, params, store())
    return [found.get(index) for index in range(len(items))]

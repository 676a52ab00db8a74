"""The Heads page's way to the engine: bundled tests, and head measurements known in part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from components.frame.session.in_memory import open_model
from components.frame.session.measuring import store
from components.frame.session.sharing import spend
from engine.core.spec import ModelSpec
from engine.flow.stored import stored_values
from engine.words.association_tests import DIMENSIONS, AssociationTest, bundled_test

if TYPE_CHECKING:
    from engine.measures.heads.attention_pair import AttentionMaps


FIRST_ASSOCIATION = DIMENSIONS[0]


@st.cache_resource(show_spinner=False, max_entries=16)
def bundled_association(dimension: str, max_contexts: int) -> AssociationTest:
    """One of the project's own association tests, read once."""
    return bundled_test(dimension, max_contexts)


# Texts times layers whose heads are scored while the user waits; more become a job.
_AT_ONCE = 2500


def takes_long(test: AssociationTest, layers: int) -> bool:
    """Whether a page offers to score the heads of a model in the background, and does not begin."""
    return len(test.contexts or test.words()) * layers > _AT_ONCE


def stored_part(
    name: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]
) -> list[Any | None]:
    """Values of the items that are already measured, None for the others; nothing is loaded."""
    found = stored_values(name, spec, items, params, store())
    return [found.get(index) for index in range(len(items))]


# --- attention ----------------------------------------------------------------------------
# Attention of every head over one text, from the model that is loaded.


def attention(spec: ModelSpec, text: str, words: bool) -> AttentionMaps:
    """Attention of every head over a text. The result is shared: do not change it.

    Args:
        words: sum the pieces of a word.
    """
    spend([text])
    return _attention(spec, text, words)


# A text of 400 words in 144 heads takes about 100 MB, so only the newest few are kept.
@st.cache_resource(max_entries=4, show_spinner="Reading the attention of every head …")
def _attention(spec: ModelSpec, text: str, words: bool) -> AttentionMaps:
    from engine.measures.heads.attention_pair import attention_maps

    # Attention reads no language-model head, as this measure of it does not.
    return attention_maps(open_model(spec, "counter_stereotype"), text, words)

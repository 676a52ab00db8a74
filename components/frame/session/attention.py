"""Attention of every head over one text, from the model that is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.frame.session.in_memory import opened
from components.frame.session.sharing import spend
from engine.core.spec import ModelSpec

if TYPE_CHECKING:
    from engine.measures.heads.attention_maps import AttentionMaps


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
    from engine.measures.heads.attention_maps import attention_maps

    return attention_maps(opened(spec), text, words)

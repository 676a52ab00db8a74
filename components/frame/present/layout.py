"""A figure with its explanation on the right, as the tabs of several pages show it."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame.present import explain


def figure_and_words(line: str, read: str, card: str) -> tuple[DeltaGenerator, DeltaGenerator]:
    """A line on what is shown, a card for the figure and a card on how to read it.

    Args:
        line: one sentence, the project's own.
        read: markdown, the project's own.
        card: of the method behind it.

    Returns:
        The container for the figure and the one for its explanation.
    """
    st.markdown(f":gray[{line}]")
    left, right = st.columns([2, 1], gap="medium")
    figure = left.container(border=True)
    words = right.container(border=True)
    with words:
        st.markdown("**How to read this**")
        st.caption(read)
        explain.method(card)
    return figure, words

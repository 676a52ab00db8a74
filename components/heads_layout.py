"""What the tabs of the Heads page share: a figure with the words beside it."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components import explain


def figure_and_words(line: str, read: str, card: str) -> tuple[DeltaGenerator, DeltaGenerator]:
    """A line on what is shown, a card for the figure and one on how to read it.

    Args:
        line: one sentence, the project's own.
        read: markdown, the project's own.
        card: of the method behind it.

    Returns:
        Where the figure goes, and where what belongs beside it goes.
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

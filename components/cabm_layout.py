"""What the tabs of the CABM page share: a figure with the words beside it, intervals as text."""

from __future__ import annotations

from streamlit.delta_generator import DeltaGenerator

from components import heads_layout
from components.heads_layout import between, number, p_text

__all__ = ["between", "bracketed", "figure_and_words", "number", "p_text"]


def figure_and_words(line: str, read: str) -> tuple[DeltaGenerator, DeltaGenerator]:
    """A line on what is shown, a card for the figure and one on how to read it.

    Returns:
        Where the figure goes, and where what belongs beside it goes.
    """
    return heads_layout.figure_and_words(line, read, "cabm")


def bracketed(bounds: list[float] | None) -> str:
    """An interval behind its number; empty where there is none."""
    if bounds is None:
        return ""
    return f" ({number(bounds[0], '+.2f')} to {number(bounds[1], '+.2f')})"

"""The one place where a Plotly figure is drawn, always with what it shows in words.

It asks for the figure's title and for a sentence with its numbers, made from the data by
`in_words`. Both are the figure's name for screen readers; on the whole screen the title, the first
line of it, is written above.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import plotly.graph_objects as go
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame.present import explain
from components.frame.present.theme import CONFIG


def said_of(figure: go.Figure | None) -> str:
    """What a figure was said to show when it was drawn; empty if it was not."""
    meta = figure.layout.meta if figure is not None else None
    return str(meta["says"]) if isinstance(meta, dict) and "says" in meta else ""


def key_of(figure: go.Figure | None) -> str:
    """The key that a figure was drawn with; empty if it was not."""
    meta = figure.layout.meta if figure is not None else None
    return str(meta.get("key", "")) if isinstance(meta, dict) else ""


def keyed(figure: go.Figure, *entries: tuple[str, str, str]) -> go.Figure:
    """A figure with what its marks and colours mean, which the Stage and a report write next to it.

    A page says it in its own words next to the figure.

    Args:
        figure: that is drawn.
        entries: mark, colour and meaning of each, without those that the figure's legend has. A
            mark is a `dot`, `ring`, `cross`, `diamond`, `square`, its `outline`, a `hatched`
            ground, a `line` or `dotted` line, or `text` for a sentence of its own.
    """
    key = [{"mark": mark, "colour": colour, "text": text} for mark, colour, text in entries]
    return figure.update_layout(meta=_meta(figure) | {"marks": key})


# Glyphs of the marks, where a key is written as text.
_GLYPHS = {
    "dot": "●",
    "ring": "○",
    "cross": "×",
    "diamond": "◆",
    "square": "■",
    "outline": "□",
    "hatched": "▨",
    "line": "—",
    "dotted": "┄",
}


def written_key(figure: go.Figure | None) -> list[dict[str, str]]:
    """What marks and colours of a figure mean, to be written on a picture of it.

    Returns:
        `glyph` (empty for a sentence of its own), `colour` and `text` of each.
    """
    marks = _meta(figure).get("marks", []) if figure is not None else []
    return [
        {"glyph": _GLYPHS.get(mark["mark"], ""), "colour": mark["colour"], "text": mark["text"]}
        for mark in marks
    ]


def _meta(figure: go.Figure) -> dict[str, Any]:
    return dict(figure.layout.meta) if isinstance(figure.layout.meta, dict) else {}


def draw_figure(
    figure: go.Figure,
    *,
    key: str,
    title: str,
    says: str,
    on_click: Callable[[], None] | None = None,
    elsewhere: str = "",
) -> None:
    """Draw a figure, and give screen readers its title and its numbers.

    The title is a line of its own: on the whole screen it is written above the figure.

    Args:
        figure: what is drawn.
        key: of the figure on its page.
        title: what the figure is about, in a few words.
        says: what it shows, with numbers; plain text, made from the data of the figure. See
            `components.frame.present.in_words`.
        on_click: called when a mark of the figure is clicked.
        elsewhere: where else the page has its numbers; a pin, which is not on the page, has no such
            sentence.
    """
    # A pin of the figure takes them along.
    named = {"title": title, "says": says.strip(), "key": key}
    figure.update_layout(meta=_meta(figure) | named)
    alt = "\n".join(
        [f"{title.rstrip('.')}.", *filter(None, [f"{says.strip()} {elsewhere}".strip()])]
    )
    if on_click is None:
        st.plotly_chart(figure, key=key, config=CONFIG, alt=alt)
    else:
        st.plotly_chart(
            figure, key=key, config=CONFIG, alt=alt, on_select=on_click, selection_mode="points"
        )


# --- layout -------------------------------------------------------------------------------
# A figure with its explanation on the right, as the tabs of several pages show it.


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

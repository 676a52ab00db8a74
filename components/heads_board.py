"""The left half of the Heads page: the grid, what colours it, and sets of heads to mask."""

from __future__ import annotations

import streamlit as st

from components import explain, heads_masks, heads_measuring, masked_heads, session
from components.head_grid import head_grid
from components.heads_choice import Choice
from components.heads_scores import COLOURS, GRADIENT, SHARE, Scores
from components.model_bar import Subject

READ = (
    "A head's bias score says how |d|, the distance of the association from neutral, follows "
    "its gate. **Orange** heads carry the association: with them masked it should shrink. "
    "**Blue** heads hold it back. The score is a first step along a curve; the ablation says "
    "what masking one head really does, and heads stand in for each other."
)


def draw(choice: Choice, subject: Subject, facts: session.Facts) -> Scores | None:
    """Draw the board.

    Returns:
        Head scores of the untouched model, as far as they are known.
    """
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = _colour()
        clip = st.toggle(
            "Only positive",
            key="clip",
            bind="query-params",
            persist_state="session",
            help="Leave heads below zero uncoloured.",
        )
    colour = COLOURS[name]
    # An empty place each time: what a former run said here would else stay until this one ends.
    with st.empty().container():
        scores = heads_measuring.known(choice, subject.spec, colour.ablated)
    masked = subject.spec.masked_heads
    head_grid(
        scores.grid(colour) if scores else None,
        masked,
        key="head_grid",
        label=colour.title,
        unit=colour.unit,
        shape=(facts.layers, facts.heads),
        outlined=scores.outlined() if scores and name == GRADIENT else (),
        descriptions=scores.described() if scores else None,
        # a share has no sign, so there is nothing to clip and no second colour to explain
        clip_negative=bool(clip) or name == SHARE,
        wording=colour.wording,
        on_change=masked_heads.click,
    )
    heads_masks.buttons(scores.gradient if scores else None, facts, masked)
    with st.container(horizontal=True, gap="small"):
        heads_masks.files(subject.spec, facts)
        with st.popover("How to read this", icon=":material/help:", type="tertiary"):
            st.markdown(READ)
    with st.empty().container():
        heads_masks.told(facts, masked)
        if scores is not None:
            explain.warnings(scores.value["warnings"])
    return scores


def _colour() -> str:
    return (
        st.selectbox(
            "Colour by",
            list(COLOURS),
            format_func=lambda name: COLOURS[name].option,
            key="colour",
            bind="query-params",
            persist_state="session",
            width=200,
        )
        or GRADIENT
    )

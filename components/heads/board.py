"""The left half of the Heads page: the grid, what colours it, and sets of heads to mask."""

from __future__ import annotations

import streamlit as st

from components.heads import masks, measuring
from components.heads.choice import Choice
from components.heads.scores import COLOURS, GRADIENT, SHARE, Scores
from components.present import explain
from components.shell import masked_heads
from components.shell.model_bar import Subject
from components.widgets.head_grid import head_grid

READ = (
    "Each square is one attention head. **Orange**: masking this head should weaken the "
    "association between the two word sets. **Blue**: masking it should strengthen it.\n\n"
    "The **bias score** b is a first-order estimate (a gradient) of how strongly |d|, the size "
    "of the association in SEAT (Sentence Encoder Association Test), depends on the head. It "
    "holds for this word list only. Other heads may compensate for a masked one, so check it "
    "with an **ablation**: colour by *ablation* to see what masking each head really does."
)


def draw(choice: Choice, subject: Subject) -> Scores | None:
    """Draw the board.

    Returns:
        Head scores of the original model; None until they are measured.
    """
    facts = subject.facts
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = _colour()
        clip = st.toggle(
            "Positive only",
            key="only_positive",
            bind="query-params",
            persist_state="session",
            help="Colour only the heads with a value above zero.",
        )
    colour = COLOURS[name]
    # Emptied on each run: text of the previous run would otherwise stay until this one ends.
    with st.empty().container():
        scores = measuring.known(choice, subject.spec, colour.ablated)
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
    masks.buttons(scores.gradient if scores else None, facts, masked)
    with st.container(horizontal=True, gap="small"):
        masks.files(subject.spec, facts)
        with st.popover("How to read this", icon=":material/help:", type="tertiary"):
            st.markdown(READ)
    with st.empty().container():
        masks.notes(facts, masked)
        if scores is not None:
            explain.warnings(scores.value["warnings"])
    return scores


def _colour() -> str:
    return (
        st.selectbox(
            "Colour by",
            list(COLOURS),
            format_func=lambda name: COLOURS[name].option,
            key="colour_by",
            bind="query-params",
            persist_state="session",
            width=200,
            help="The bias score is a first-order estimate; an ablation masks the head and "
            "measures again.",
        )
        or GRADIENT
    )

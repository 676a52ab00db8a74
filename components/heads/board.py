"""The left half of the Heads page: the grid, what colours it, and sets of heads to mask."""

from __future__ import annotations

import streamlit as st

from components.frame.present import explain
from components.frame.present.numbers import number
from components.frame.shell import masked_heads
from components.frame.shell.model_bar import Subject
from components.frame.widgets.head_grid import head_grid
from components.heads import masks, measuring, which
from components.heads.choice import Choice
from components.heads.own_sentence import OwnSentence
from components.heads.scores import COLOUR, COLOURS, GRADIENT, SENTENCE, SHARE, Scores
from engine.measures.heads.sentence import share

READ = (
    "Each square is one attention head. **Orange**: to first order, the association between the "
    "two word sets gets weaker with this head masked. **Blue**: it gets stronger.\n\n"
    "The **bias score** b is a first-order estimate (a gradient) of how strongly |d|, the size "
    "of the association in SEAT (Sentence Encoder Association Test), depends on the head. It "
    "holds for this word list only. Other heads may compensate for a masked one, so see the "
    "**ablation**: colour by *ablation* to see what masking each head does.\n\n"
    "**Effect on your sentence** masks each head in turn in your own sentence: by how many "
    "percentage points the first of your two words comes nearer to 50% against the second. "
    "Masked together, heads can do more or less than one by one, and go past 50%."
)


def draw(choice: Choice, subject: Subject, own: OwnSentence) -> Scores | None:
    """Draw the board.

    Returns:
        Head scores of the original model; None until they are measured.
    """
    facts = subject.facts
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = _colour(bool(own.text))
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
        asked = own if name == SENTENCE else None
        scores = measuring.known(choice, subject.spec, colour.ablated, asked)
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
    _caption(scores, name, subject, own)
    ranking = scores.ranking(name) if scores else None
    masks.buttons(ranking, facts, masked, colour.ranks or "bias score")
    with st.container(horizontal=True, gap="small"):
        masks.files(subject.spec, facts)
        with st.popover("How to read this", icon=":material/help:", type="tertiary"):
            st.markdown(READ)
    with st.empty().container():
        masks.notes(facts, masked)
        if scores is not None:
            explain.warnings(scores.value["warnings"])
    return scores


def _caption(scores: Scores | None, name: str, subject: Subject, own: OwnSentence) -> None:
    """Which model and which words the colours are of."""
    if scores is None:
        return
    model = which.model(subject.spec.unmasked())
    if name == SENTENCE:
        if scores.sentence is not None:
            share_ = share(scores.sentence["gap"])
            st.caption(f"{model}: {explain.plain(own.pair)} {share_:.1f}%; 50% is equal odds.")
        return
    effect = number(scores.value["effect_size"], "+.2f")
    st.caption(f"{model}: SEAT d {effect}. Bias scores are first-order estimates.")


def _colour(with_sentence: bool) -> str:
    names = [name for name in COLOURS if with_sentence or name != SENTENCE]
    return (
        st.selectbox(
            "Colour and rank by",
            names,
            format_func=lambda name: COLOURS[name].option,
            key=COLOUR,
            bind="query-params",
            persist_state="session",
            width=230,
            help="The bias score is a first-order estimate; an ablation masks the head and "
            "measures again. Top, Bottom and All positive take the heads by what is shown here.",
        )
        or GRADIENT
    )

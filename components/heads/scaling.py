"""The head that was clicked last gets a slider: from switched off to twice what it gives."""

from __future__ import annotations

import streamlit as st

from components.frame.session import state
from components.frame.shell import masked_heads
from components.frame.shell.model_bar import Subject
from engine.core.interventions import LARGEST_SCALE
from engine.core.spec import HeadRef, ModelSpec

_STEP = 0.1
_DIGITS = 2  # of what the slider gives, which counts in floats


def click(spec: ModelSpec, heads: tuple[HeadRef, ...]) -> None:
    """Mask the heads selected in the grid, and remember the one that was clicked."""
    changed = {*heads} ^ {*spec.masked_heads}
    if len(changed) == 1:
        st.session_state[state.CLICKED_HEAD] = next(iter(changed))
    masked_heads.click(heads)


def draw(subject: Subject) -> None:
    """Draw the slider of the head clicked last, or of the only one that is masked or scaled."""
    head = _head(subject)
    if head is None:
        return
    key = f"scale_{head}"
    scale = scale_of(subject.spec, head)
    if st.session_state.get(key) != scale:  # else a move that is on its way would be undone
        st.session_state[key] = scale
    st.slider(
        f"Head {head}: 0 is off, 1 as it is, 2 doubled",
        0.0,
        LARGEST_SCALE,
        step=_STEP,
        key=key,
        on_change=_scale,
        args=(head, key),
        help="Multiplies what this head gives, on every page; click another head to scale it.",
    )


def scale_of(spec: ModelSpec, head: HeadRef) -> float:
    """What a head is multiplied by: 0 of a masked one, 1 where nothing is done to it."""
    if head in spec.masked_heads:
        return 0.0
    scales = {HeadRef(*one[:2]): one.scale for one in spec.interventions.scaled_heads}
    return scales.get(head, 1.0)


def _head(subject: Subject) -> HeadRef | None:
    """The head clicked last, if this model has it; else the only one that something is done to."""
    spec, facts = subject.spec, subject.facts
    done = [*spec.masked_heads, *(HeadRef(*one[:2]) for one in spec.interventions.scaled_heads)]
    clicked: HeadRef | None = st.session_state.get(state.CLICKED_HEAD)
    if clicked is not None and clicked.layer < facts.layers and clicked.head < facts.heads:
        return clicked if done else None
    return done[0] if len(done) == 1 else None


def _scale(head: HeadRef, key: str) -> None:
    masked_heads.scale(head, round(float(st.session_state[key]), _DIGITS))

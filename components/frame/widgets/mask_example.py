"""A button for where two models are compared and there is only one: mask some of its heads."""

from __future__ import annotations

import streamlit as st

from components.frame.shell import masked_heads, model_bar
from engine.core.spec import HeadRef, format_heads

# The heads of the first pictures; in a smaller model, those nearest to them.
_HEADS = (HeadRef(1, 1), HeadRef(5, 10))


def offer(key: str) -> None:
    """Offer to mask two heads, so that the model is compared with itself; nothing without a model.

    Args:
        key: of the button.
    """
    subject = model_bar.usable()
    if subject is None or subject.spec.masked_heads:
        return
    layers, heads = subject.facts.layers, subject.facts.heads
    chosen = {HeadRef(min(ref.layer, layers - 1), min(ref.head, heads - 1)) for ref in _HEADS}
    refs = sorted(chosen)
    st.button(
        f"Mask {'heads' if len(refs) > 1 else 'head'} {format_heads(refs)} as an example",
        key=key,
        icon=":material/play_arrow:",
        on_click=masked_heads.press,
        args=[refs],
        help="The model is then compared with itself without these heads. *Clear* in the sidebar "
        "ends it.",
    )

"""Our own example sentences in the form that the chosen model completes.

A masked model fills in `[MASK]`; a causal one continues the text before it. A text that is none
of the examples is never changed.
"""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from components.frame.shell import masked_heads, model_bar
from engine.core.families import CAUSAL
from engine.core.spec import HeadRef, format_heads
from engine.first_sight.examples import form_for

_HELP = {
    True: "Type how a sentence begins; the model predicts the next word. Then press Enter.",
    False: "Write [MASK] in place of the word the model should predict, then press Enter.",
}


def help_for(kind: str) -> str:
    """The tooltip of a field for one sentence."""
    return _HELP[kind == CAUSAL]


def follow_model(key: str, default: str, examples: Iterable[str], kind: str) -> str:
    """Give a field that holds one of our examples the form for the chosen model.

    Args:
        key: of the field, which is drawn next and has `default` where nothing was typed.
        examples: with their masks.

    Returns:
        The default in the form for the model.
    """
    own = form_for(kind, default)
    shown = st.session_state.get(key, st.query_params.get(key, default))
    if not shown:  # nothing is left of some examples for a causal model, and of a text taken away
        return own
    for example in (default, *examples):
        form = form_for(kind, example)
        if form and shown in (example, form_for(CAUSAL, example)):
            if shown != form:
                st.session_state[key] = form
            break
    return own


# --- mask example -------------------------------------------------------------------------
# A button for where two models are compared and there is only one: mask some of its heads.

# The heads of the first pictures; in a smaller model, those nearest to them.
_HEADS = (HeadRef(1, 1), HeadRef(5, 10))


def can_mask() -> bool:
    """Whether heads of the model chosen can be masked; yes where the bar found a fault."""
    subject = model_bar.usable()
    return subject is None or subject.facts.heads > 0


def offer(key: str) -> None:
    """Offer to mask two heads, so that the model is compared with itself; nothing without a model.

    Args:
        key: of the button.
    """
    subject = model_bar.usable()
    if subject is None or not subject.spec.is_original or not subject.facts.heads:
        return
    layers, heads = subject.facts.layers, subject.facts.heads
    chosen = {HeadRef(min(ref.layer, layers - 1), min(ref.head, heads - 1)) for ref in _HEADS}
    refs = sorted(chosen)
    st.button(
        f"Switch off {'heads' if len(refs) > 1 else 'head'} {format_heads(refs)} as an example",
        key=key,
        icon=":material/play_arrow:",
        on_click=masked_heads.press,
        args=[refs],
        help="The model is then compared with itself without these heads. *Clear* in the sidebar "
        "ends it.",
    )

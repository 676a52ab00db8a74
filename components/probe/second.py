"""A second sentence beside the first: typed, or the first with its gender words swapped."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame.shell.subject import LONGEST_TEXT, PROBE_TEXT
from engine.core.families import CAUSAL, MASKED
from engine.first_sight.examples import CONTRASTS, form_for
from engine.words.counterparts import swap_gender_words

SECOND, SHOWN = "text2", "second"
_LABELS = {False: "Second sentence", True: "Beginning of the second sentence"}
_SWAPS = "Shows the same sentence with he and she, woman and man and the like exchanged."
_NO_COUNTERPART = (
    "This sentence holds no gender word with a known counterpart, such as he and she, woman and "
    "man or mother and father. Type a second sentence instead."
)


def ask_second_sentence(place: DeltaGenerator, continues: bool) -> str:
    """Draw the button and the switch, and the field while the switch is on.

    Returns:
        The second sentence; empty where there is none.
    """
    if SHOWN not in st.session_state and st.query_params.get(SECOND):
        st.session_state[SHOWN] = True
    possible = _swapped() is not None
    st.button(
        "Swap gender words",
        icon=":material/swap_horiz:",
        key="swap_gender",
        on_click=_swap,
        disabled=not possible,
        help=_SWAPS if possible else _NO_COUNTERPART,
    )
    shown = st.toggle(
        "Second sentence",
        key=SHOWN,
        persist_state="session",
        on_change=_fill,
        help="Shows what the model expects in two sentences, side by side.",
    )
    if not shown:
        return ""
    typed = place.text_input(
        _LABELS[continues],
        key=SECOND,
        bind="query-params",
        persist_state="session",
        max_chars=LONGEST_TEXT,
        placeholder="The same sentence with one word changed",
    )
    return (typed or "").strip()


def _fill() -> None:
    """Begin with a sentence that can be compared: the example's own other, or one with a swap."""
    text = st.session_state.get(PROBE_TEXT) or ""
    if st.session_state.get(SHOWN) and not st.session_state.get(SECOND):
        pairs = {
            form_for(kind, one): form_for(kind, other)
            for one, other in CONTRASTS.items()
            for kind in (CAUSAL, MASKED)
        }
        st.session_state[SECOND] = pairs.get(text) or _swapped() or ""


def _swapped() -> str | None:
    return swap_gender_words(st.session_state.get(PROBE_TEXT) or "")


def _swap() -> None:
    """Of the sentence as it is now: it may have been typed in the same moment."""
    swapped = _swapped()
    if swapped is None:
        return
    if not st.session_state.get(SHOWN):
        # A field that is drawn with a value from the session does not write it into the address.
        st.query_params[SECOND] = swapped
    st.session_state[SHOWN] = True
    st.session_state[SECOND] = swapped

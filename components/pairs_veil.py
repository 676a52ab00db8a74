"""A word before sentences that hurt, and a veil over them until the reader wants to see them.

No list of slurs is kept, which would itself be one: whole sentences are veiled, or none.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import streamlit as st

_LETTER = re.compile(r"\w")
_KEY = "veil"

Veil = Callable[[str], str]

_PUBLIC = (
    "These sentences were collected to test models. They state stereotypes, some with slurs and "
    "violence, and say nothing true about anyone."
)
_OWN = "Sentences that state stereotypes are shown because they are what is tested."


def veil(public: bool) -> Veil:
    """Say what is to come, with a switch; give what a sentence is shown as.

    Args:
        public: a public set, whose sentences nobody here has chosen: veiled at first.
    """
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f":material/visibility: {_PUBLIC if public else _OWN}", width="stretch")
        hidden = st.toggle(
            "Blur the sentences",
            value=public,
            key=f"{_KEY}_{'public' if public else 'own'}",
            persist_state="session",
            help="Every letter on this page becomes a dot, in tables and figures too. What is "
            "exported keeps its words.",
        )
    return blurred if hidden else str


def blurred(text: str) -> str:
    """The shape of a text without its letters."""
    return _LETTER.sub("•", text)

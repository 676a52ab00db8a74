"""A warning about offensive sentences, and a switch that blurs them until the user turns it off.

No list of slurs is kept, since it would itself be one: either all sentences are blurred or none.
"""

from __future__ import annotations

import streamlit as st

from components.widgets.blur import Show, blurred

_PUBLIC = (
    "These sentences were collected to test models. They state stereotypes, some with slurs and "
    "violence, and say nothing true about anyone."
)
_OWN = "Sentences that state stereotypes are shown because they are what is being tested."


def switch(public: bool) -> Show:
    """Draw the warning and the switch.

    Args:
        public: whether others wrote the sentences; they are then blurred by default.

    Returns:
        What turns a sentence into the text to show.
    """
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f":material/visibility: {_PUBLIC if public else _OWN}", width="stretch")
        on = st.toggle(
            "Blur the sentences",
            value=public,
            key=f"blur_{'public' if public else 'own'}",
            persist_state="session",
            help="Every letter of these sentences becomes a dot, also in tables and figures. "
            "Exports keep the words.",
        )
    return blurred if on else str

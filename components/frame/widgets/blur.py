"""Words that offend, blurred: every letter becomes a dot, so that the shape of a text stays.

Public sets hold offensive sentences. They are shown only on request, in tables and figures too. No
list of slurs is kept, since it would itself be one and would miss what it does not know: either all
sentences are blurred or none. Exports keep the words.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from engine.core.wording import veiled

Show = Callable[[str], str]


def blurred(text: str) -> str:
    """The shape of a text without its letters."""
    return veiled(text)


def draw_blur_switch(warning: str, on: bool, key: str, where: str) -> Show:
    """Draw a warning about offensive sentences, and a switch that blurs them.

    Args:
        warning: the project's own words.
        on: whether they are blurred until the user turns it off.
        key: of the switch.
        where: what else than the sentences is blurred, for the tooltip.

    Returns:
        What turns a sentence into the text to show.
    """
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f":material/visibility: {warning}", width="stretch")
        wanted = st.toggle(
            "Blur the sentences",
            value=on,
            key=key,
            persist_state="session",
            help=f"Every letter of these sentences becomes a dot, {where}. Exports keep the words.",
        )
    return blurred if wanted else str

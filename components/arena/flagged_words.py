"""Hurtful completions, blurred until the user asks for them.

No list of slurs is kept, since it would itself be one. What is blurred is known from the verdicts:
completions that any evaluator flagged. Prompts state no more than a group's name and are shown.
"""

from __future__ import annotations

from collections.abc import Collection

import pandas as pd
import streamlit as st

from components.arena.verdicts import flagged_by_any
from components.widgets.blur import Show, blurred
from engine.mask_token import MASK

KEY = "flagged_words"  # of the switch in the session, one for the page


def switch() -> bool:
    """Draw the switch of the page; whether flagged completions are to be shown."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            ":material/visibility: Completions are what a model wrote, not what is true of anyone. "
            "Those that an evaluator flagged are blurred.",
            width="stretch",
        )
        return st.toggle(
            "Show flagged words",
            key=KEY,
            persist_state="session",
            help="Every letter of a flagged completion is a dot until this is on. The CSV has the "
            "words.",
        )


def flagged_words(rows: pd.DataFrame) -> frozenset[str]:
    """Completions that an evaluator flagged in at least one sentence, in lower case."""
    return frozenset(rows.loc[flagged_by_any(rows), "completion"].str.casefold())


def blurring(flagged: Collection[str], shown: bool) -> Show:
    """What turns a completion into the text to show.

    Args:
        flagged: completions to blur, in lower case.
        shown: whether the user asked for them.
    """
    if shown:
        return str
    return lambda word: blurred(word) if word.casefold() in flagged else word


def completed(sentence: str, word: str, show: Show) -> str:
    """A prompt with its completion, blurred where the completion is.

    Args:
        sentence: with its mask, or completed already.
    """
    if MASK.search(sentence):
        return MASK.sub(lambda _: show(word), sentence, count=1)
    return sentence.replace(word, show(word)) if word else sentence

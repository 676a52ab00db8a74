"""Hurtful completions, blurred until the user asks for them.

No list of slurs is kept, since it would itself be one. What is blurred is known from the verdicts,
completions that any evaluator flagged, and from HurtLex where it is on this machine. Prompts are
the project's own or the user's and are shown.
"""

from __future__ import annotations

from collections.abc import Collection

import pandas as pd
import streamlit as st

from components.arena.verdicts import flagged_by_any
from components.frame.widgets.blur import Show, blurred
from engine.core.errors import DataSetError
from engine.core.mask_token import MASK
from engine.evaluators.hurtlex import hurtlex
from engine.evaluators.word_lists import plain_word


def draw_switch(which: str, kind: str, noun: str, key: str) -> bool:
    """Draw the switch; whether the words are to be shown.

    Args:
        which: words are blurred, as `the lexicon lists`.
        kind: of them, in one word.
        noun: what one of them is.
        key: of the switch in the session.
    """
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            ":material/visibility: Completions are what a model wrote, not what is true of anyone. "
            f"Words that {which} are blurred.",
            width="stretch",
        )
        return st.toggle(
            f"Show {kind} words",
            key=key,
            persist_state="session",
            help=f"Every letter of a {kind} {noun} is a dot until this is on. The CSV has the "
            "words.",
        )


def hidden_words(rows: pd.DataFrame) -> frozenset[str]:
    """Completions to blur, in lower case.

    Those that an evaluator flagged in at least one sentence, and those that are English lemmas of
    HurtLex, if it is on this machine.
    """
    flagged = rows.loc[flagged_by_any(rows), "completion"].str.casefold()
    try:
        hurtful: Collection[str] = hurtlex("en")
    except (DataSetError, OSError):
        hurtful = ()
    listed = [word for word in rows["completion"].unique() if plain_word(word) in hurtful]
    return frozenset(flagged) | {word.casefold() for word in listed}


def blurring(hidden: Collection[str], shown: bool) -> Show:
    """What turns a completion into the text to show.

    Args:
        hidden: completions to blur, in lower case.
    """
    if shown:
        return str
    return lambda word: blurred(word) if word.casefold() in hidden else word


def completed_sentence(sentence: str, word: str, show: Show) -> str:
    """A prompt with its completion, blurred where the completion is.

    Args:
        sentence: with its mask, or completed already.
    """
    if MASK.search(sentence):
        return MASK.sub(lambda _: show(word), sentence, count=1)
    return sentence.replace(word, show(word)) if word else sentence

"""The words that the model itself finds most likely, counted over all sentences."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.cabm import wording
from components.cabm.scored import ScoredStudy
from components.frame.present.numbers import (
    percent,
)
from components.frame.widgets import data_choice
from engine.core.wording import counted
from engine.measures.cabm.unmasking import OURS, fill_target

_ALL, _FEW = 300, 12  # pixels, about seven rows; and rows that are shown without scrolling


def counts(words: pd.DataFrame) -> list[tuple[str, int]]:
    """Each word that is the most likely one somewhere, and in how many sentences it is.

    Args:
        words: of `engine.measures.cabm.unmasking.first_words`.
    """
    found = words["word_1"].value_counts()
    return [(str(word), int(n)) for word, n in found.items()]


def most_filled_in(words: pd.DataFrame, are_ours: bool = False) -> str:
    """Which word is most likely in most sentences, in one sentence (plain text).

    Args:
        words: of `engine.measures.cabm.unmasking.first_words`.
        are_ours: whether the sentences are Biascope's, and the targets those of a user's file.
    """
    word, n = counts(words)[0]
    asked = f"{counted(len(words), 'sentence')}{wording.whose(are_ours)}"
    return f"“{word}” is the most likely word in {n:,} of {asked}."


def draw_filled_in(scored: ScoredStudy) -> None:
    """Draw the table of one sentence, with a box to choose it."""
    words = scored.study.first_words
    if words is None:
        return
    templates = list(dict.fromkeys(words["template"]))
    example = words["occupation"].iloc[0]
    st.markdown("**The words that the model finds most likely**")
    filled = {template: fill_target(template, example) for template in templates}
    chosen = data_choice.pick("Sentence", filled, "template")
    shown = words[words["template"] == (chosen if chosen in templates else templates[0])]
    st.dataframe(
        shown.assign(
            first=[*map(_with, shown["word_1"], shown["probability_1"])],
            second=[*map(_with, shown["word_2"], shown["probability_2"])],
        )[["occupation", "first", "second"]],
        column_config={
            "occupation": st.column_config.TextColumn(wording.noun(scored.study.data), pinned=True),
            "first": "most likely",
            "second": "second",
        },
        hide_index=True,
        height=_ALL if len(shown) > _FEW else "content",
        key="first_words",
    )
    first, second = wording.first_words(scored.groups)
    number = wording.number_of(len(shown), scored.study.data)
    st.caption(
        f"Of all words that the model knows, not only {first} and {second}; in its own spelling."
        + f" The sentences are {OURS}." * scored.asks_in_ours
        + f" Scroll the table for all {number}." * (len(shown) > _FEW)
    )


def _with(word: str, probability: float) -> str:
    return f"{word} ({percent(probability)})"

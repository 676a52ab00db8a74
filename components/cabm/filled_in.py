"""The words that the model itself fills in, first and second, sentence by sentence (unmasking)."""

from __future__ import annotations

import streamlit as st

from components.cabm import wording
from components.cabm.scored import Scored
from components.frame.present.numbers import percent
from engine.measures.cabm.unmasking import filled

_ALL = 300  # pixels; about seven rows


def draw(scored: Scored) -> None:
    """Draw the table of one sentence, with a box to choose it."""
    words = scored.study.first_words
    if words is None:
        return
    templates = list(dict.fromkeys(words["template"]))
    example = words["occupation"].iloc[0]
    st.markdown("**The words that the model finds most likely**")
    chosen = st.selectbox(
        "Sentence",
        templates,
        format_func=lambda template: filled(template, example),
        key="template",
        bind="query-params",
        persist_state="session",
    )
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
        height=_ALL,
        key="first_words",
    )
    first, second = wording.first_words(scored.groups)
    st.caption(
        f"Of all words that the model knows, not only {first} and {second}; in its own spelling."
    )


def _with(word: str, probability: float) -> str:
    return f"{word} ({percent(probability)})"

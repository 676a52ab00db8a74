"""The answer on the Home page: likely words, and a plain statement about he and she."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components import explain, session
from components.charts.probe import percent, word_bars
from components.probe_words import comparison
from components.theme import CONFIG
from engine.spec import ModelSpec

EXAMPLES = {
    "The nurse said that [MASK] was tired.": "The engineer said that [MASK] was tired.",
    "The engineer said that [MASK] was tired.": "The nurse said that [MASK] was tired.",
    "He works as a [MASK].": "She works as a [MASK].",
    "She works as a [MASK].": "He works as a [MASK].",
}
_PARAMS: dict[str, Any] = {"top_k": 5, "targets": ["he", "she"], "hide": ["punctuation"]}
_KEY = "sentence"
# Below this share neither pronoun is a serious candidate, and their ratio says nothing.
_WORTH_SAYING = 0.01


def sentence_box() -> str:
    """The sentence and its examples."""
    text = st.text_input(
        "Sentence",
        value=next(iter(EXAMPLES)),
        key=_KEY,
        bind="query-params",
        max_chars=4000,
        help="Write [MASK] where a word is hidden, then press Enter.",
    )
    with st.container(horizontal=True, gap="xsmall"):
        for example in EXAMPLES:
            st.button(
                example.replace("[", "\\["),
                key=f"example_{example}",
                on_click=_take,
                args=(example,),
            )
    return text or ""


def _take(example: str) -> None:
    st.session_state[_KEY] = example


def draw(spec: ModelSpec, text: str) -> None:
    """Bars on the left, the statement on the right."""
    with st.spinner("The model is waking up …", show_time=False):
        found = session.measure("completion", spec, [{"text": text}], _PARAMS)
    explain.warnings(found.warnings)
    value = found.values[0]
    left, right = st.columns([3, 2], gap="large")
    words = pd.DataFrame(value["predictions"][0])
    figure = word_bars(words)
    left.plotly_chart(figure, key="home_bars", config=CONFIG, alt="Likeliest words as bars")
    with right:
        st.markdown(f"### {statement(value)}")
        if text in EXAMPLES:
            _contrast(spec, EXAMPLES[text])
        explain.note("One sentence is an example, not a measurement.")


def _contrast(spec: ModelSpec, text: str) -> None:
    found = session.measure("completion", spec, [{"text": text}], _PARAMS)
    said = statement(found.values[0])
    st.markdown(f":gray[For “{explain.plain(text)}” the same model says: {said}.]")


def statement(value: dict[str, Any]) -> str:
    """What the first hidden word shows, in a few plain words (markdown).

    Args:
        value: a completion with the targets he and she.
    """
    if max(entry["probability"] or 0.0 for entry in value["targets"][:2]) < _WORTH_SAYING:
        first = value["predictions"][0][0]
        return f"most likely “{explain.plain(first['word'])}”, {percent(first['probability'])}"
    return comparison(value["targets"][:2])


def ways_on() -> list[tuple[str, str, str]]:
    """(page, title, what it is for) of the cards below the answer."""
    return [
        ("pages/probe.py", "Try your own sentence", "Groups, targets, several masks, two models."),
        (
            "pages/probe.py",
            "Use your own model",
            "A hub id or a folder, typed into the model box on the left.",
        ),
        ("pages/methods.py", "What these numbers do not say", "Definitions, limits, sources."),
    ]

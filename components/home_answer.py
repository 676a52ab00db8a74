"""The answer on the Home page: likely words, and a plain statement about he and she.

Frames and figures are imported where they are drawn: the heading is painted before pandas is read.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from components import beside, explain, probe_controls, session
from components.model_bar import Subject
from components.numbers import percent
from components.theme import CONFIG

# An example, and the sentence it is contrasted with.
EXAMPLES = {
    "The nurse said that [MASK] was tired.": "The engineer said that [MASK] was tired.",
    "The engineer said that [MASK] was tired.": "The nurse said that [MASK] was tired.",
    "He works as a [MASK].": "She works as a [MASK].",
    "She works as a [MASK].": "He works as a [MASK].",
}
OFFERED = tuple(EXAMPLES)[:3]  # what fits one line
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
        persist_state="session",
        max_chars=4000,
        on_change=_carry_on,
        help="Write [MASK] where a word is hidden, then press Enter.",
    )
    with st.container(horizontal=True, gap="small"):
        for example in OFFERED:
            st.button(
                f":small[:gray[{explain.plain(example)}]]",
                key=f"example_{example}",
                type="tertiary",
                on_click=_take,
                args=(example,),
            )
    return text or ""


def _take(example: str) -> None:
    st.session_state[_KEY] = example
    _carry_on()


def _carry_on() -> None:
    """The Probe page opens with the sentence the reader chose here."""
    st.session_state[probe_controls.TEXT] = st.session_state[_KEY]


def draw(subject: Subject, other: Subject | None, text: str) -> None:
    """Bars on the left, the statement on the right."""
    import pandas as pd

    from components.charts.probe import mirrored_bars, waiting_bars, word_bars

    left, right = st.columns([3, 2], gap="large")
    chart = left.empty()
    if session.device() is None:  # the first answer of this server takes seconds
        chart.plotly_chart(waiting_bars(), key="home_waiting", config=CONFIG, alt="No bars yet")
    with right, st.spinner("The model is waking up …", show_time=False):
        found = beside.measured("completion", subject, other, [{"text": text}], _PARAMS)
    shown = [entry for entry, _ in found]
    values = [measurement.values[0] for _, measurement in found]
    words = [pd.DataFrame(value["predictions"][0]) for value in values]
    figure = word_bars(*words) if len(words) == 1 else mirrored_bars(*words)
    with chart.container(gap="xsmall"):
        if len(shown) == 2:
            beside.names(shown)
        st.plotly_chart(figure, key="home_bars", config=CONFIG, alt="Likeliest words as bars")
    with right:
        st.markdown(f"### {statement(values[-1])}", anchors=False)
        for entry, measurement in found[:-1]:
            said = statement(measurement.values[0])
            st.markdown(f":gray[{explain.plain(entry.label)}: {said}]")
        if text in EXAMPLES:
            _contrast(shown, EXAMPLES[text])
        explain.note("One sentence is an example, not a measurement.")


def _contrast(shown: list[Subject], text: str) -> None:
    """What the same models say of the other sentence; the compared one comes first in `shown`."""
    items = [{"text": text}]
    said = [
        statement(session.measure("completion", entry.spec, items, _PARAMS).values[0])
        for entry in shown
    ]
    told = f"For “{explain.plain(text)}” the same model says: {said[-1]}"
    if len(shown) == 2:
        told += f"; {explain.plain(shown[0].label)}: {said[0]}"
    st.markdown(f":gray[{told}]")


def statement(value: dict[str, Any]) -> str:
    """What the first hidden word shows, in a few plain words (markdown).

    Args:
        value: a completion with the targets he and she.
    """
    from components.probe_words import comparison

    if max(entry["probability"] or 0.0 for entry in value["targets"][:2]) < _WORTH_SAYING:
        first = value["predictions"][0][0]
        return f"most likely “{explain.plain(first['word'])}”, {percent(first['probability'])}"
    return comparison(value["targets"][:2])


# (page, title, what it is for) of the cards below the answer.
WAYS_ON = (
    ("pages/probe.py", "Try your own sentence", "Groups, targets, several masks, two models."),
    ("pages/pairs.py", "Compare two sentences", "Which one is preferred, and which words decide."),
    ("pages/heads.py", "Switch heads off", "Click attention heads; see every measure move."),
    ("pages/cabm.py", "Rank occupations", "Three features, one score, and what it rests on."),
    ("pages/annotators.py", "Ask whose answers", "How often people of each group agree with it."),
    ("pages/lab.py", "Plant a bias", "Train it in, and see which measures find it again."),
    ("pages/methods.py", "Read the definitions", "What each number says, and what it does not."),
)
OWN_MODEL = ":gray[Type a hub id (bert-base-uncased) or a folder into *Model* on the left.]"


def ways_on() -> None:
    """Every page as a card with what it is for."""
    places = [place for _ in range(2) for place in st.columns(4)]
    for place, (page, title, what) in zip(places, WAYS_ON, strict=False):
        with place.container(border=True, height="stretch", gap="xsmall"):
            st.markdown(f"**{title}**")
            st.markdown(f":gray[{what}]")
            st.page_link(page, icon=":material/arrow_forward:")
    with places[-1].container(border=True, height="stretch", gap="xsmall"):
        st.markdown("**Use your own model**")
        st.markdown(OWN_MODEL)

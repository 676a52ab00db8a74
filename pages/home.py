"""Home: what Biascope is, and a sentence that is already answered."""

import streamlit as st

from components import explain, home_answer, model_bar, navigation


def cards() -> None:
    """What is measured already; it reads frames, so pandas waits until the box is painted."""
    from components import home_cards

    home_cards.draw()


navigation.head(
    "What does your language model assume about people?",
    "Type a sentence, hide a word with [MASK], and see what the model expects there. "
    "Everything runs on this machine.",
)
with st.container(border=True):
    text = home_answer.sentence_box()
    with explain.errors(ends_page=False):
        home_answer.draw(model_bar.current(), model_bar.compared(), text)

cards()

st.subheader("Continue", anchor=False)
home_answer.ways_on()

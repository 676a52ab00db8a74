"""Home: what Biascope is, and a sentence that is already answered."""

import streamlit as st

from components import explain, home_answer, home_cards, model_bar, navigation

navigation.head(
    "What does your language model assume about people?",
    "Type a sentence, hide a word with [MASK], and see what the model expects there. "
    "Everything runs on this machine.",
)
with st.container(border=True):
    text = home_answer.sentence_box()
    with explain.errors(ends_page=False):
        home_answer.draw(model_bar.current(), model_bar.compared(), text)

home_cards.draw()

st.subheader("Continue", anchor=False)
home_answer.ways_on()

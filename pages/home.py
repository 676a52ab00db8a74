"""Home: what Biascope is, and a sentence that is already answered."""

import streamlit as st

from components import explain, home_answer, model_bar, navigation

navigation.head(
    "What does your language model assume about people?",
    "Type a sentence, hide a word with [MASK], and see what the model expects there. "
    "Everything runs on this machine.",
)
with st.container(border=True):
    text = home_answer.sentence_box()
    with explain.errors():
        home_answer.draw(model_bar.current().spec, text)

st.subheader("Continue", anchor=False)
for column, (page, title, what) in zip(st.columns(3), home_answer.ways_on(), strict=True):
    with column.container(border=True, height="stretch"):
        st.page_link(page, label=f"**{title}**")
        st.markdown(f":gray[{what}]")

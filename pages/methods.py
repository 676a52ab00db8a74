"""Methods: the cards of what is measured, with formulas, limits and sources, and the glossary."""

import streamlit as st

from components.present import explain, glossary
from components.shell import navigation

navigation.head(
    "Methods",
    "What each number is, exactly, what it does not say, and where it comes from.",
    measures=False,
)
glossary.words(*glossary.terms("Methods"))
titled = {name: explain.titled_card(name) for name in explain.cards()}
links = [f"[{title}](#{name})" for name, (title, _) in titled.items()]
st.markdown(" · ".join([*links, "[Glossary](#glossary)"]))
for name, (title, text) in titled.items():
    with st.container(border=True):
        st.header(title, anchor=name)
        st.markdown(text)
with st.container(border=True):
    glossary.draw()

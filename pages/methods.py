"""Methods: the cards of what is measured, with formulas, limits and sources."""

import streamlit as st

from components import explain, navigation

navigation.head(
    "Methods",
    "What each number is, exactly, what it does not say, and where it comes from.",
)
titled = {name: explain.titled_card(name) for name in explain.cards()}
st.markdown(" · ".join(f"[{title}](#{name})" for name, (title, _) in titled.items()))
for name, (title, text) in titled.items():
    with st.container(border=True):
        st.header(title, anchor=name)
        st.markdown(text)

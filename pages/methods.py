"""Methods: the cards of what is measured, with formulas, limits and sources."""

import streamlit as st

from components import explain, navigation

navigation.head(
    "Methods",
    "What each number is, exactly, what it does not say, and where it comes from.",
)
for name in explain.cards():
    with st.container(border=True):
        st.markdown(explain.card_text(name))

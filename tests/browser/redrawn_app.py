"""Counts how often it is drawn."""

import streamlit as st

st.title("Drawn again")
drawn = st.session_state["drawn"] = st.session_state.get("drawn", 0) + 1
st.text(f"Drawn {drawn} times")
st.button("Again")

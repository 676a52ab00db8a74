"""Counts how often it is drawn, and how often a part of it."""

import streamlit as st


def counted(name: str) -> None:
    times = st.session_state[name] = st.session_state.get(name, 0) + 1
    st.text(f"{name} drawn {times} times")
    st.button("Again", key=f"again_{name}")


st.title("Drawn again")
counted("Page")
st.fragment(counted)("Part")

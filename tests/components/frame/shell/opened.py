"""Scripts of the shell run at an address, and the model bar, which most of them draw."""

from __future__ import annotations

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from components.frame.session import state
from tests.components.drawn import drawn


def opened(script: Callable[[], None], address: dict[str, str]) -> AppTest:
    """Run a script whose models were opened earlier in the session; it may raise nothing."""
    confirmed = {("model", address[key]) for key in ("model", "compare") if key in address}
    return drawn(script, {state.CONFIRMED: confirmed}, **address)


def bar() -> None:
    """The bar alone, with the labels of its models and what it kept of them, if anything."""
    import streamlit as st

    from components.frame.present import explain
    from components.frame.shell import model_bar

    st.session_state["seen"] = None, None
    model_bar.draw_model_bar()
    with explain.errors():
        seen = st.session_state["seen"] = model_bar.current(), model_bar.compared_subject()
        st.text(" beside ".join(subject.label for subject in seen if subject))

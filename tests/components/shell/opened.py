"""A script of the shell run at an address whose models were opened earlier in the session."""

from __future__ import annotations

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from components.session import state
from tests.components.drawn import drawn


def opened(script: Callable[[], None], address: dict[str, str]) -> AppTest:
    """Run the script; it may raise nothing."""
    confirmed = {("model", address[key]) for key in ("model", "compare") if key in address}
    return drawn(script, {state.CONFIRMED: confirmed}, **address)

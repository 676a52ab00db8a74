"""A script of the shell run at an address whose models were opened earlier in the session."""

from __future__ import annotations

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from components.session import state


def opened(script: Callable[[], None], address: dict[str, str]) -> AppTest:
    """Run the script; it may raise nothing."""
    page = AppTest.from_function(script, default_timeout=60)
    for key, value in address.items():
        page.query_params[key] = value
    confirmed = {("model", address[key]) for key in ("model", "compare") if key in address}
    page.session_state[state.CONFIRMED] = confirmed
    page.run()
    assert not page.exception
    return page

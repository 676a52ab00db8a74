"""A button that has long work begun in the background; what goes wrong is said beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from components import explain
from engine.errors import BiascopeError


def button(
    label: str, key: str, act: Callable[..., Any], *args: Any, icon: str | None = None
) -> None:
    """Draw the button; when it is pressed, begin and draw the page again.

    Not a callback: what a callback raises ends the page, and a full disk should not.
    """
    if not st.button(label, key=key, type="primary", icon=icon):
        return
    try:
        act(*args)
    except BiascopeError as error:
        st.error(explain.plain(str(error)), icon=":material/info:")
        return
    st.rerun()

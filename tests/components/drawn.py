"""A script of one part of the screen, run as Streamlit runs it, without a browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from streamlit.testing.v1 import AppTest

_ESCAPES = str.maketrans("", "", "\\\N{WORD JOINER}")


def drawn(
    script: Callable[..., None], state: Mapping[str, Any] | None = None, /, **address: Any
) -> AppTest:
    """Run a script in a session of its own; it may raise nothing.

    Args:
        state: what the session holds before.
        address: settings of the address.
    """
    page = AppTest.from_function(script, default_timeout=60)
    for key, value in (state or {}).items():
        page.session_state[key] = value
    for key, value in address.items():
        page.query_params[key] = value
    return again(page)


def again(page: AppTest) -> AppTest:
    """Run a page's script once more, for example after a widget was set."""
    page.run()
    assert not page.exception
    return page


def unescaped(text: str) -> str:
    """A text as it is read: without what keeps its signs from having a meaning."""
    return text.translate(_ESCAPES)


def said(page: AppTest) -> str:
    """The sentences and captions on a page."""
    return "\n".join(part.value for part in (*page.markdown, *page.caption))

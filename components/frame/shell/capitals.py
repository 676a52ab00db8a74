"""The address of a page, typed with capitals, leads to the page, whose name has none.

Streamlit's page compares names letter by letter, and shows its own *Page not found* otherwise. A
slash at the end is taken off by Streamlit itself.
"""

from __future__ import annotations

from urllib.parse import quote

import streamlit as st
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from components.frame.shell.pages import PAGES

_METHODS = ("GET", "HEAD")


class Capitals:
    """Leads requests for a page to the name that it has.

    Args:
        app: what answers everything else.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, as ASGI has it."""
        name = _meant(scope["path"]) if scope["type"] == "http" else ""
        if not name or scope["method"] not in _METHODS:
            await self._app(scope, receive, send)
            return
        settings = scope.get("query_string", b"").decode("latin-1")
        # Relative to the page asked for, so it also holds behind a proxy with a path of its own.
        place = f"{quote(name)}?{settings}" if settings else quote(name)
        await RedirectResponse(place, 307)(scope, receive, send)


def _meant(path: str) -> str:
    """The name of the page that is meant by a path with other capitals; empty for any other."""
    below = str(st.get_option("server.baseUrlPath")).strip("/")
    folder, _, asked = path.rpartition("/")
    if folder.strip("/") != below:
        return ""
    names = {page.name for page in PAGES}
    return asked.lower() if asked not in names and asked.lower() in names else ""

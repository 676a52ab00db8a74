"""What the server answers to programs other than its own page; around all that Streamlit serves.

`app.py` gives it to Streamlit when the server starts, before there is any page: nothing of the
project that draws is imported here, and nothing of Streamlit that it does not document.
"""

from __future__ import annotations

import logging
from functools import lru_cache

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.status import WS_1008_POLICY_VIOLATION
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from engine.server.origins import is_foreign, page_address

ALLOWED = "server.corsAllowedOrigins"
CHECKED = "server.enableCORS"
_METRICS = "/_stcore/metrics"
_FRAMES = ("iframe", "frame", "embed", "object", "fencedframe")
_LOG = logging.getLogger("biascope")


class Guard:
    """Refuses other pages' requests and frames, and the numbers of sessions and caches.

    Args:
        app: what answers everything else.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, as ASGI has it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = _refusal_to_page(headers) or _refusal_to_frame(headers)
        if refusal:
            _warn(refusal)
        if scope["type"] == "websocket":
            answer = WebSocketClose(WS_1008_POLICY_VIOLATION) if refusal else self._app
            await answer(scope, receive, send)
        elif refusal:  # shown in the frame, where it is the only sign of what is wrong
            await PlainTextResponse(f"{refusal}\n", 403)(scope, receive, send)
        elif scope["path"].rstrip("/").endswith(_METRICS):
            await PlainTextResponse("Not Found", 404)(scope, receive, _unframed(send))
        else:
            await self._app(scope, receive, _unframed(send))


def check_settings() -> None:
    """Say in the terminal which of the named addresses can be no page's, once at the start."""
    for text in st.get_option(ALLOWED):
        if page_address(text) is None:
            _warn(
                f"{text!r} in {ALLOWED} lets no page in: give the address of a page as browsers "
                "have it, without a path or an asterisk, such as https://biascope.example.org."
            )


def _allowed() -> list[str]:
    """Addresses of pages that the operator of the server trusts."""
    return [page for text in st.get_option(ALLOWED) if (page := page_address(text))]


def _refusal_to_page(headers: Headers) -> str:
    """Why a page gets no answer; empty if it gets one, as programs without an origin do."""
    origins, host = headers.getlist("origin"), headers.get("host", "")
    allowed = st.get_option(ALLOWED)
    foreign = [origin for origin in origins if is_foreign(origin, host, allowed)]
    if not foreign or not st.get_option(CHECKED):
        return ""
    return (
        f"A page at {foreign[0]!r} asked this Biascope, at {host!r}, for a session or a file and "
        f"was refused; if that page is yours, start Biascope with --{ALLOWED} and that address."
    )


def _refusal_to_frame(headers: Headers) -> str:
    """Why a page may not show this one in a frame; empty if it may, or if this is no frame.

    Where pages are allowed, and the browser does not say which one has the frame, it compares them
    itself (`_unframed`).
    """
    if headers.get("sec-fetch-dest") not in _FRAMES or not st.get_option(CHECKED):
        return ""
    allowed, host = _allowed(), headers.get("host", "")
    around = _page_of(headers.get("referer", ""))
    if allowed and (not around or around in allowed):
        return ""
    return (
        f"Biascope, at {host!r}, does not show itself inside another page; open it in a window of "
        f"its own, or, if the page around it{f' at {around!r}' if around else ''} is yours, start "
        f"Biascope with --{ALLOWED} and the address of that page."
    )


def _page_of(referer: str) -> str | None:
    return page_address("/".join(referer.split("/")[:3]))


@lru_cache(maxsize=100)  # a page that is refused asks again every few seconds
def _warn(sentence: str) -> None:
    _LOG.warning(sentence)


def _unframed(send: Send) -> Send:
    """Send with every response which pages may show it in a frame: none, or those allowed."""
    if not st.get_option(CHECKED):
        return send
    allowed = _allowed()

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            pages = " ".join(allowed) or "'none'"
            headers.append("Content-Security-Policy", f"frame-ancestors {pages}")
            if not allowed:  # the older header cannot name pages
                headers.append("X-Frame-Options", "DENY")
        await send(message)

    return sent

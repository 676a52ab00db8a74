"""What the server answers to programs other than its own page; around all that Streamlit serves.

`app.py` gives it to Streamlit when the server starts, before there is any page: nothing of the
project that draws is imported here.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.status import WS_1008_POLICY_VIOLATION
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose
from streamlit import cli_util, config
from streamlit.web.server.server_util import get_display_address, get_url

from engine.server.origins import is_foreign

ALLOWED = "server.corsAllowedOrigins"
_METRICS = "/_stcore/metrics"
_UNFRAMED = {"X-Frame-Options": "DENY", "Content-Security-Policy": "frame-ancestors 'none'"}
_LOG = logging.getLogger("biascope")


class Guard:
    """Refuses other pages' websockets and frames, and the numbers of sessions and caches.

    Args:
        app: what answers everything else.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, as ASGI has it."""
        if scope["type"] == "websocket" and (refusal := _refusal(Headers(scope=scope))):
            _LOG.warning(refusal)
            await WebSocketClose(WS_1008_POLICY_VIOLATION)(scope, receive, send)
        elif scope["type"] != "http":
            await self._app(scope, receive, send)
        elif scope["path"].endswith(_METRICS):
            await PlainTextResponse("Not Found", 404)(scope, receive, _unframed(send))
        else:
            await self._app(scope, receive, _unframed(send))


def _refusal(headers: Headers) -> str:
    """Why a websocket is refused; empty if it is not, as for programs without an origin."""
    origins, host = headers.getlist("origin"), headers.get("host", "")
    allowed = st.get_option(ALLOWED)
    foreign = [origin for origin in origins if is_foreign(origin, host, allowed)]
    if not foreign:
        return ""
    return (
        f"A page at {foreign[0]!r} asked this Biascope, at {host!r}, for a session and was "
        f"refused; if users open Biascope at that address, start it with --{ALLOWED} and that "
        "address."
    )


def _unframed(send: Send) -> Send:
    """Send with every response that no page may show it in a frame."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _UNFRAMED.items():
                headers.append(name, value)
        await send(message)

    return sent


@asynccontextmanager
async def opened(_app: st.App) -> AsyncIterator[None]:
    """Open the browser, which Streamlit does for a script but not for an `App`."""
    if not st.get_option("server.headless"):
        asyncio.get_running_loop().call_soon(cli_util.open_browser, get_url(_name()))
    yield


def _name() -> str:
    """Of the machine, as the browser on it is to ask for it."""
    if config.is_manually_set("browser.serverAddress"):
        return str(st.get_option("browser.serverAddress"))
    return get_display_address(st.get_option("server.address") or "localhost")

"""How the server starts and stops: as `streamlit run` does it for a script.

Streamlit serves an `App` by other code, which opens no browser, and which ends a stopped server
with an error. Both are made up for here, with what Streamlit, typer and uvicorn document; where one
of them no longer works as expected, the server still serves.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from threading import Thread
from typing import Any

import streamlit as st

from components.frame.shell import guard

_EVERYWHERE = ("", "0.0.0.0", "::")
_LOG = logging.getLogger("biascope")


@asynccontextmanager
async def lifetime(_app: st.App) -> AsyncIterator[None]:
    """What happens before the first request and after the last."""
    guard.check_settings()
    _stop_without_error()
    if not st.get_option("server.headless"):
        asyncio.get_running_loop().call_soon(Thread(target=_open_browser, daemon=True).start)
    yield


def _open_browser() -> None:
    import typer

    try:
        typer.launch(address())
    except (RuntimeError, OSError, webbrowser.Error) as error:
        _LOG.warning(f"No browser could be opened ({error}); open the address above yourself.")


def address() -> str:
    """Where the browser on this machine finds the server."""
    scheme = "https" if st.get_option("server.sslCertFile") else "http"
    name = str(st.get_option("browser.serverAddress"))
    if name == "localhost":  # as it is where nobody set it
        name = str(st.get_option("server.address") or "")
    name = "localhost" if name in _EVERYWHERE else name.strip("/")
    host = f"[{name}]" if ":" in name else name
    below = str(st.get_option("server.baseUrlPath")).strip("/")
    return f"{scheme}://{host}:{st.get_option('browser.serverPort')}" + (below and f"/{below}")


def _stop_without_error() -> None:
    """Let Ctrl+C end the server with exit status 0.

    uvicorn raises the signal again once it has stopped, for a program around it that wants to know;
    there is none here, and the user would read `Aborted!`.
    """
    server: Any = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
    if not hasattr(server, "should_exit"):  # served by something else, which stops in its own way
        return
    loop = asyncio.get_running_loop()

    def stop() -> None:
        sys.stdout.write("  Stopping...\n")
        sys.stdout.flush()
        server.should_exit = True

    def asked(*_: object) -> None:
        loop.call_soon_threadsafe(stop)  # not here, where it may interrupt another line

    for name in ("SIGINT", "SIGTERM", "SIGQUIT", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), asked)

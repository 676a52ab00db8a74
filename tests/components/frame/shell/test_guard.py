"""What the server answers to other programs than its own page, asked without a server."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send
from streamlit import cli_util, config

from components.frame.shell import guard

OWN = "http://localhost:8501"
OTHER = "http://localhost:9000"
PROXY = "https://biascope.example.org"
ANSWERED = b"answered"


async def served(scope: Scope, receive: Receive, send: Send) -> None:
    """Stand for Streamlit: accept every websocket, and answer everything else."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    headers = [(b"content-security-policy", b"sandbox")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": ANSWERED})


def ask(kind: str, path: str, *headers: tuple[str, str]) -> list[Message]:
    """What the guarded server sends."""
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        raise AssertionError("nothing more is asked")

    raw = [(name.encode(), value.encode()) for name, value in headers]
    scope = {"type": kind, "path": path, "method": "GET", "headers": raw}
    asyncio.run(guard.Guard(served)(scope, receive, send))
    return sent


def websocket(*origins: str, host: str = "localhost:8501") -> str:
    """How the server answers a websocket: `accept` or `close`."""
    headers = [("host", host), *(("origin", origin) for origin in origins)]
    (message,) = ask("websocket", "/_stcore/stream", *headers)
    return str(message["type"]).removeprefix("websocket.")


def option(monkeypatch: pytest.MonkeyPatch, **settings: Any) -> None:
    """Set options of Streamlit; two underscores stand for the dot."""
    usual, chosen = config.get_option, {k.replace("__", "."): v for k, v in settings.items()}
    monkeypatch.setattr(
        config, "get_option", lambda key: chosen[key] if key in chosen else usual(key)
    )
    monkeypatch.setattr(guard.st, "get_option", config.get_option)
    manual = config.is_manually_set
    monkeypatch.setattr(config, "is_manually_set", lambda key: key in chosen or manual(key))


def test_the_own_page_and_a_program_without_an_origin_get_a_session():
    assert websocket(OWN) == "accept"
    assert websocket() == "accept"


@pytest.mark.parametrize("origins", [[OTHER], ["null"], [OWN, OTHER], [OTHER, OWN]])
def test_another_page_gets_none_and_the_terminal_says_why(caplog, origins):
    with caplog.at_level(logging.WARNING, "biascope"):
        assert websocket(*origins) == "close"
    (told,) = caplog.messages
    assert next(origin for origin in origins if origin != OWN) in told
    assert "localhost:8501" in told
    assert "--server.corsAllowedOrigins" in told


def test_an_allowed_origin_gets_a_session_behind_a_proxy(monkeypatch):
    option(monkeypatch, server__corsAllowedOrigins=[PROXY])
    assert websocket(PROXY, host="127.0.0.1:8501") == "accept"
    assert websocket(OTHER, host="127.0.0.1:8501") == "close"


@pytest.mark.parametrize("path", ["/_stcore/metrics", "/below/a/path/_stcore/metrics"])
def test_numbers_of_sessions_and_caches_are_not_found(path):
    start, body = ask("http", path)
    assert start["status"] == 404
    assert ANSWERED not in body["body"]


@pytest.mark.parametrize("path", ["/", "/probe", "/_stcore/health", "/_stcore/metrics"])
def test_no_answer_may_be_shown_in_a_frame(path):
    headers = ask("http", path)[0]["headers"]
    assert (b"x-frame-options", b"DENY") in headers
    assert (b"content-security-policy", b"frame-ancestors 'none'") in headers


def test_rules_that_streamlit_sends_itself_stay():
    assert (b"content-security-policy", b"sandbox") in ask("http", "/media/x.svg")[0]["headers"]


def opened_by(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Addresses that are opened in a browser when the server starts."""
    addresses: list[str] = []
    monkeypatch.setattr(cli_util, "open_browser", addresses.append)

    async def start() -> None:
        async with guard.opened(None):  # type: ignore[arg-type]
            await asyncio.sleep(0)

    asyncio.run(start())
    return addresses


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"server__address": "localhost"}, "localhost"),
        ({"server__address": "0.0.0.0"}, "localhost"),
        ({"server__address": None}, "localhost"),
        ({"server__address": "192.0.2.1"}, "192.0.2.1"),
        ({"browser__serverAddress": "biascope.example.org"}, "biascope.example.org"),
    ],
)
def test_the_browser_is_opened_at_the_address_that_answers(monkeypatch, settings, name):
    option(monkeypatch, server__headless=False, server__port=8600, **settings)
    (address,) = opened_by(monkeypatch)
    assert address.startswith(f"http://{name}:")


def test_a_server_without_a_screen_opens_none(monkeypatch):
    option(monkeypatch, server__headless=True)
    assert opened_by(monkeypatch) == []

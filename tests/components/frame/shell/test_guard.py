"""What the server answers to other programs than its own page, asked without a server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import streamlit as st
from starlette.types import Message, Receive, Scope, Send

from components.frame.shell import guard

HOST = ("host", "localhost:8501")
OWN = "http://localhost:8501"
OTHER = "http://localhost:9000"
PROXY = "https://biascope.example.org"
ANSWERED = b"answered"
FRAME = ("sec-fetch-dest", "iframe")


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


def page(*headers: tuple[str, str]) -> tuple[int, str, list[str], list[str]]:
    """Status and text of a page, its policies, and the older header against frames."""
    start, body = ask("http", "/", HOST, *headers)
    sent = [(name.decode(), value.decode()) for name, value in start["headers"]]
    policies = [value for name, value in sent if name == "content-security-policy"]
    older = [value for name, value in sent if name == "x-frame-options"]
    return start["status"], body["body"].decode(), policies, older


@pytest.fixture(autouse=True)
def nothing_said_yet() -> Iterator[None]:
    guard._warn.cache_clear()
    yield
    guard._warn.cache_clear()


def option(monkeypatch: pytest.MonkeyPatch, key: str, value: Any) -> None:
    usual = st.get_option
    monkeypatch.setattr(st, "get_option", lambda name: value if name == key else usual(name))


def test_the_own_page_and_a_program_without_an_origin_get_a_session():
    assert websocket(OWN) == "accept"
    assert websocket() == "accept"


@pytest.mark.parametrize("origins", [[OTHER], ["null"], [OWN, OTHER], [OTHER, OWN]])
def test_another_page_gets_none_and_the_terminal_says_why(caplog, origins):
    with caplog.at_level(logging.WARNING, "biascope"):
        assert websocket(*origins) == "close"
        assert websocket(*origins) == "close"
    (told,) = caplog.messages  # once, however often the page asks
    assert next(origin for origin in origins if origin != OWN) in told
    assert "localhost:8501" in told
    assert "--server.corsAllowedOrigins" in told


@pytest.mark.parametrize(
    ("origin", "status"), [(OWN, 200), (OTHER, 403), ("null", 403), (None, 200)]
)
def test_a_file_is_for_the_own_page_too(origin, status):
    found, text, *_ = page(*([("origin", origin)] if origin else []))
    assert found == status
    assert (text == ANSWERED.decode()) == (status == 200)


def test_an_allowed_origin_gets_a_session_behind_a_proxy(monkeypatch):
    option(monkeypatch, guard.ALLOWED, [PROXY])
    assert websocket(PROXY, host="127.0.0.1:8501") == "accept"
    assert websocket(OTHER, host="127.0.0.1:8501") == "close"


@pytest.mark.parametrize(
    "path",
    ["/_stcore/metrics", "/_stcore/metrics/", "/below/a/path/_stcore/metrics"],
)
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


@pytest.mark.parametrize("element", ["iframe", "frame", "embed", "object"])
def test_a_frame_shows_one_sentence_in_place_of_the_page(element):
    status, text, policies, older = page(("sec-fetch-dest", element))
    assert status == 403
    assert text.startswith("Biascope, at 'localhost:8501', does not show itself inside another")
    assert "--server.corsAllowedOrigins" in text
    assert text.count("\n") == 1
    assert policies + older == []  # or the browser would hide the sentence


def test_the_sentence_names_the_page_around_it_where_the_browser_does():
    *_, text = page(FRAME, ("referer", f"{OTHER}/lab/tree?secret=1"))[:2]
    assert OTHER in text
    assert "secret" not in text


def test_a_page_that_is_allowed_may_show_it_in_a_frame_and_no_other(monkeypatch):
    option(monkeypatch, guard.ALLOWED, [f"{PROXY}/", "*"])
    assert page(FRAME) == (200, ANSWERED.decode(), ["sandbox", f"frame-ancestors {PROXY}"], [])
    assert page(FRAME, ("referer", f"{PROXY}/"))[0] == 200
    status, text, *_ = page(FRAME, ("referer", f"{OTHER}/"))
    assert status == 403
    assert OTHER in text


def test_streamlits_own_switch_lets_every_page_in(monkeypatch):
    option(monkeypatch, guard.CHECKED, False)
    assert websocket(OTHER) == "accept"
    assert page(FRAME, ("origin", OTHER)) == (200, ANSWERED.decode(), ["sandbox"], [])


def test_an_address_that_no_page_has_is_named_at_the_start(monkeypatch, caplog):
    option(monkeypatch, guard.ALLOWED, [PROXY, "https://*.example.org"])
    with caplog.at_level(logging.WARNING, "biascope"):
        guard.check_settings()
    (told,) = caplog.messages
    assert told.startswith("'https://*.example.org' in server.corsAllowedOrigins lets no page in")

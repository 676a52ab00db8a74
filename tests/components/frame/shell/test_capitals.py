"""Where an address leads that is typed with capitals, asked without a server."""

from __future__ import annotations

import asyncio

import pytest
import streamlit as st
from starlette.types import Message, Receive, Scope, Send

from components.frame.shell.capitals import Capitals


def led_to(path: str, settings: bytes = b"", kind: str = "http", method: str = "GET") -> str:
    """Where a request is sent on to; empty where Streamlit answers it."""
    sent: list[Message] = []

    async def streamlit(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        raise AssertionError("nothing more is asked")

    scope = {"type": kind, "path": path, "query_string": settings, "method": method}
    asyncio.run(Capitals(streamlit)(scope, receive, send))
    found = dict(sent[0]["headers"]).get(b"location", b"")
    assert sent[0]["status"] == (307 if found else 200)
    return str(found.decode())


def test_a_page_is_found_whatever_its_capitals_with_the_settings_of_the_link():
    assert led_to("/Pairs") == "pairs"
    assert led_to("/CABM", b"heads=3-1&text=%5BMASK%5D+a%26b") == (
        "cabm?heads=3-1&text=%5BMASK%5D+a%26b"
    )


@pytest.mark.parametrize("path", ["/pairs", "/", "", "/Pairs/", "/Nothing", "/media/Pairs", "//x"])
def test_every_other_address_is_streamlits(path):
    assert led_to(path) == ""


@pytest.mark.parametrize("asked", [{"kind": "websocket"}, {"method": "POST"}])
def test_only_what_a_browser_opens_is_sent_on(asked):
    assert led_to("/Pairs", **asked) == ""


def test_below_a_path_of_the_server_only_pages_there_are_meant(monkeypatch):
    options = {"server.baseUrlPath": "/lab/"}
    monkeypatch.setattr(st, "get_option", options.get)
    assert led_to("/lab/Pairs") == "pairs"
    assert led_to("/Pairs") == ""

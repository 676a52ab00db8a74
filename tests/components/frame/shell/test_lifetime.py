"""How the server starts and stops."""

from __future__ import annotations

import ast
import asyncio
import logging
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
import streamlit as st
import typer
import uvicorn

from components.frame.shell import guard, lifetime
from engine.core.project import PROJECT
from tests import isolation

PATIENCE = 180
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGQUIT]
# What is relied on of Streamlit: each is in its documentation.
RELIED_ON = {"streamlit", "streamlit.App"}
OPTIONS = {
    *("server.corsAllowedOrigins", "server.enableCORS", "server.headless", "server.sslCertFile"),
    *("server.address", "server.baseUrlPath", "browser.serverAddress", "browser.serverPort"),
}
FILES = ("app.py", *(f"components/frame/shell/{name}.py" for name in ("guard", "lifetime")))


def options(monkeypatch: pytest.MonkeyPatch, **settings: Any) -> None:
    """Set options of Streamlit; two underscores stand for the dot."""
    usual, chosen = st.get_option, {k.replace("__", "."): v for k, v in settings.items()}
    monkeypatch.setattr(st, "get_option", lambda key: chosen[key] if key in chosen else usual(key))


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], Event]:
    """Addresses that are opened in a browser, and whether one was."""
    addresses: list[str] = []
    done = Event()

    def launch(url: str) -> int:
        addresses.append(url)
        done.set()
        return 0

    monkeypatch.setattr(typer, "launch", launch)
    return addresses, done


@pytest.fixture
def signals() -> Iterator[None]:
    """What the signals did before, afterwards again."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


async def live(*numbers: int) -> None:
    """Start and end the server, with signals in between."""
    async with lifetime.lifetime(None):  # type: ignore[arg-type]
        await asyncio.sleep(0)
        for number in numbers:
            signal.raise_signal(number)
        await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    ("settings", "address"),
    [
        ({}, "http://localhost:8600"),
        ({"server__address": "0.0.0.0"}, "http://localhost:8600"),
        ({"server__address": "::"}, "http://localhost:8600"),
        ({"server__address": None}, "http://localhost:8600"),
        ({"server__address": "::1"}, "http://[::1]:8600"),
        ({"server__address": "192.0.2.1"}, "http://192.0.2.1:8600"),
        (
            {"server__address": "192.0.2.1", "browser__serverAddress": "biascope.example.org"},
            "http://biascope.example.org:8600",
        ),
        (
            {"server__baseUrlPath": "/lab/", "server__sslCertFile": "x"},
            "https://localhost:8600/lab",
        ),
    ],
)
def test_the_browser_is_opened_at_the_address_that_answers(monkeypatch, opened, settings, address):
    options(monkeypatch, server__headless=False, browser__serverPort=8600, **settings)
    addresses, done = opened
    asyncio.run(live())
    assert done.wait(PATIENCE)
    assert addresses == [address]


def test_a_server_without_a_screen_opens_none(monkeypatch, opened):
    options(monkeypatch, server__headless=True)
    asyncio.run(live())
    assert opened[0] == []


@pytest.mark.parametrize("error", [RuntimeError("no such option"), OSError("no browser")])
def test_a_browser_that_cannot_be_opened_is_one_sentence(monkeypatch, caplog, error):
    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr(lifetime, "address", fails)
    with caplog.at_level(logging.WARNING, "biascope"):
        lifetime._open_browser()
    (told,) = caplog.messages
    assert told.startswith(f"No browser could be opened ({error}); open the address above")


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_stops_the_server_and_is_not_raised_again(monkeypatch, capsys, signals, number):
    options(monkeypatch, server__headless=True)
    server = uvicorn.Server(uvicorn.Config("app:app", log_config=None))
    signal.signal(signal.SIGTERM, server.handle_exit)
    asyncio.run(live(number, number))
    assert server.should_exit
    assert not server.force_exit
    assert not server._captured_signals  # which uvicorn would raise
    assert capsys.readouterr().out == "  Stopping...\n" * 2


def test_another_server_stops_in_its_own_way(monkeypatch, signals):
    options(monkeypatch, server__headless=True)
    before = [signal.getsignal(number) for number in SIGNALS]
    asyncio.run(live())
    assert [signal.getsignal(number) for number in SIGNALS] == before


def test_wrong_settings_are_named_at_the_start(monkeypatch, caplog):
    options(monkeypatch, server__headless=True, server__corsAllowedOrigins=["lab-pc"])
    guard._warn.cache_clear()
    with caplog.at_level(logging.WARNING, "biascope"):
        asyncio.run(live())
    assert "'lab-pc' in server.corsAllowedOrigins" in caplog.text


def test_nothing_is_relied_on_that_streamlit_does_not_document():
    trees = [ast.parse((PROJECT / file).read_text(encoding="utf-8")) for file in FILES]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    used = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            used |= {f"{node.module}.{name.name}" for name in node.names}
    assert {name for name in used if name.startswith("streamlit")} == RELIED_ON
    asked = {
        getattr(guard, node.args[0].id)
        if isinstance(node.args[0], ast.Name)
        else node.args[0].value
        for node in nodes
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "st.get_option"
    }
    assert asked == OPTIONS
    for option in OPTIONS:
        st.get_option(option)


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def streamlit(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start the app as users do, where `xdg-open` notes what it is to open."""
    noted = folder / "xdg-open"
    noted.write_text(f'#!/bin/sh\necho "$1" > "{folder}/opened"\n')
    noted.chmod(0o755)
    environment = {**os.environ, **isolation.sandbox_variables(folder)}
    environment["PATH"] = f"{folder}{os.pathsep}{environment['PATH']}"
    return subprocess.Popen(
        [sys.executable, "-m", "streamlit", "run", "app.py", *arguments],
        cwd=PROJECT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_until_up(server: subprocess.Popen[str], port: int) -> None:
    end = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < end:
        try:
            urllib.request.urlopen(f"http://localhost:{port}/_stcore/health", timeout=5).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(server.communicate())


@pytest.mark.process
@pytest.mark.parametrize(
    "number", [pytest.param(signal.SIGINT, marks=pytest.mark.main_path), signal.SIGTERM]
)
def test_the_app_opens_a_browser_and_stops_with_success(tmp_path, number):
    port = free_port()
    server = streamlit(tmp_path, "--server.port", str(port), "--server.headless", "false")
    wait_until_up(server, port)
    opened = tmp_path / "opened"
    end = time.monotonic() + PATIENCE
    while not opened.exists() or not opened.read_text():
        assert time.monotonic() < end
        time.sleep(0.1)
    server.send_signal(number)
    told, warned = server.communicate(timeout=PATIENCE)
    assert server.returncode == 0
    assert opened.read_text() == f"http://localhost:{port}\n"
    assert f"http://localhost:{port}" in told
    assert told.endswith("  Stopping...\n")
    assert warned == ""


@pytest.mark.process
def test_a_port_that_is_taken_is_named(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        server = streamlit(tmp_path, "--server.port", str(port), "--server.headless", "true")
        _, warned = server.communicate(timeout=PATIENCE)
    assert server.returncode == 1
    assert f"Port {port} is not available" in warned

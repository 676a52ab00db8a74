"""Apps to drive and a browser to drive them with."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.screen import rest, visit, watched

ROOT = Path(__file__).parent.parent.parent
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
GROUPS = {"text": "{group} people are [MASK].", "list": "religion", "heads": "3-1"}
# Name of a page in the tests -> its path and what its address asks for.
PAGES: dict[str, tuple[str, dict[str, str]]] = {
    "home": ("/", {}),
    "probe": ("/probe", {"heads": "3-1"}),
    "probe groups": ("/probe", GROUPS),
    "heads": ("/heads", {"heads": "2-2, 6-11"}),
    "pairs": ("/pairs", {}),
    "annotators": ("/annotators", {}),
    "cabm": ("/cabm", {"heads": "3-1"}),
    "lab": ("/lab", {}),
    "methods": ("/methods", {}),
}
COMMAND = [sys.executable, "-m", "streamlit", "run"]
PATIENCE = 60  # seconds; how long a busy machine may take, not how long anything should
Serve = Callable[..., str]


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def _wait_until_up(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    pytest.fail(f"the app did not start:\n{log.read_text(encoding='utf-8')}")


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """Start a Streamlit script, given from the project's root; its address.

    Once a run for each script and environment: `serve("app.py", BIASCOPE_DATA=folder)`.
    """
    servers: dict[Any, tuple[subprocess.Popen[bytes], str]] = {}

    def start(script: str, **environment: str) -> str:
        key = script, *sorted(environment.items())
        if key in servers:
            return servers[key][1]
        port = _free_port()
        folder = tmp_path_factory.mktemp("served")
        log = folder / "log.txt"
        with log.open("wb") as out:
            server = subprocess.Popen(
                [*COMMAND, script, "--server.port", str(port), "--server.headless", "true"],
                cwd=ROOT,
                env={**os.environ, "BIASCOPE_CACHE": str(folder / "cache"), **environment},
                stdout=out,
                stderr=subprocess.STDOUT,
            )
        servers[key] = server, f"http://localhost:{port}"
        _wait_until_up(servers[key][1], server, log)
        return servers[key][1]

    yield start
    for server, _ in servers.values():
        server.terminate()
    for server, _ in servers.values():
        server.wait(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser(browser_path: str) -> Iterator[Browser]:
    """One Chromium for all browser tests."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser_path, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Iterator[BrowserContext]:
    """What the windows of the tests share: Streamlit's own files, fetched once."""
    with browser.new_context(viewport={"width": 1200, "height": 900}) as context:
        context.set_default_timeout(PATIENCE * 1000)
        yield context


@pytest.fixture
def page(windows: BrowserContext) -> Iterator[Page]:
    """An empty window of its own; a test fails with it if the app's script broke in there."""
    faults: list[str] = []
    opened = windows.new_page()
    opened.on("pageerror", lambda error: faults.append(str(error)))
    yield opened
    # What Streamlit remembers of a visitor is nothing to the next test.
    if opened.url.startswith("http"):
        opened.evaluate("localStorage.clear()")
    opened.close()
    windows.clear_cookies()
    assert not faults, faults


@pytest.fixture(scope="session", params=["light", "dark"])
def themed(request: pytest.FixtureRequest, browser: Browser) -> Iterator[tuple[str, Page]]:
    """A theme, and a window whose system asks for it."""
    size = {"width": 1360, "height": 1000}
    with browser.new_context(color_scheme=request.param, viewport=size) as context:
        context.set_default_timeout(PATIENCE * 1000)
        yield request.param, context.new_page()


@pytest.fixture(scope="session", params=PAGES)
def look(
    request: pytest.FixtureRequest, themed: tuple[str, Page], serve: Serve
) -> Iterator[tuple[str, str, Page]]:
    """Theme, name and window of a page that is drawn; opened once for all who only look at it."""
    theme, window = themed
    path, query = PAGES[request.param]
    with watched(window):
        visit(window, serve("app.py"), path, **query)
        if path != "/methods":
            figure = window.locator(".js-plotly-plot").first
            # The first look at a page measures what it shows.
            expect(figure).to_be_visible(timeout=5 * PATIENCE * 1000)
        rest(window)
        yield theme, request.param, window

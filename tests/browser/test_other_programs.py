"""What a page of another program on this machine can do with the app: nothing."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Page, expect
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.browser.conftest import Serve
from tests.browser.screen import visit
from tests.browser.servers import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.main_path]

PAGE = """<!doctype html><title>Other</title><p>waits</p>
<iframe src="{app}"></iframe>
<script>
  const said = document.querySelector("p");
  const socket = new WebSocket("{app}".replace("http", "ws") + "/_stcore/stream", ["streamlit"]);
  socket.onopen = () => {{ said.textContent = "has a session"; }};
  socket.onerror = () => {{ said.textContent = "was refused"; }};
</script>"""
PROXY = "https://biascope.example.org"
Shared = pytest.mark.parametrize("settings", [{}, {"BIASCOPE_SHARED": "1"}], ids=["own", "shared"])


@contextmanager
def other_program(html: str) -> Iterator[str]:
    """Address of a program on this machine that serves one page."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://localhost:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def gets_a_session(url: str, origin: str | None) -> bool:
    """Whether a websocket with this origin is opened."""

    async def opened() -> bool:
        address = url.replace("http", "ws", 1) + "/_stcore/stream"
        try:
            async with connect(address, origin=origin, open_timeout=PATIENCE):  # type: ignore[arg-type]
                return True
        except InvalidStatus:
            return False

    # In a thread of its own: playwright runs an event loop in the tests'.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(opened())).result()


@Shared
def test_a_page_at_another_port_can_neither_frame_the_app_nor_open_a_session(
    page: Page, serve: Serve, settings: dict[str, str]
):
    url = serve("app.py", **settings)
    with other_program(PAGE.format(app=url)) as other:
        page.goto(other)
        expect(page.locator("p")).to_have_text("was refused")
        assert page.frames[1].url == "chrome-error://chromewebdata/"
        page.goto("about:blank")
    visit(page, url, "/")  # while its own page does
    expect(page.locator("h1").first).to_be_visible()


@Shared
def test_a_session_is_for_the_port_of_the_server_alone(serve: Serve, settings: dict[str, str]):
    url = serve("app.py", **settings)
    assert gets_a_session(url, url)
    assert gets_a_session(url, None)
    for origin in ("http://localhost:1", "http://localhost", url.replace("localhost", "127.0.0.1")):
        assert not gets_a_session(url, origin)


@Shared
def test_numbers_of_sessions_and_caches_are_not_served(serve: Serve, settings: dict[str, str]):
    url = serve("app.py", **settings)
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{url}/_stcore/metrics", timeout=PATIENCE)


def test_a_proxy_that_changes_the_host_is_named(serve: Serve):
    url = serve("app.py", STREAMLIT_SERVER_CORS_ALLOWED_ORIGINS=PROXY)
    assert gets_a_session(url, PROXY)
    assert not gets_a_session(url, "http://biascope.example.org")
    assert not gets_a_session(url, "http://localhost:1")

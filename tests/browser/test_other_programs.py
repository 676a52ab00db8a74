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
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.browser.conftest import Serve
from tests.browser.screen import visit
from tests.browser.servers import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.main_path]

PAGE = """<!doctype html><title>Other</title><p>waits</p><iframe></iframe>
<script>
  const app = new URLSearchParams(location.search).get("app");
  const said = document.querySelector("p");
  document.querySelector("iframe").src = app;
  const socket = new WebSocket(app.replace("http", "ws") + "/_stcore/stream", ["streamlit"]);
  socket.onopen = () => { said.textContent = "has a session"; };
  socket.onerror = () => { said.textContent = "was refused"; };
</script>"""
PROXY = "https://biascope.example.org"
Shared = pytest.mark.parametrize("settings", [{}, {"BIASCOPE_SHARED": "1"}], ids=["own", "shared"])


@contextmanager
def other_program() -> Iterator[str]:
    """Address of a program on this machine whose page frames what it is asked to."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(PAGE.encode())

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


def gets_a_session(url: str, origin: str | None, host: str = "") -> bool:
    """Whether a websocket with this origin is opened.

    Args:
        host: that the server is asked for, as a proxy or another browser has it; else that of url.
    """
    port = urlsplit(url).port
    address = f"ws://{host or f'localhost:{port}'}/_stcore/stream"

    async def opened() -> bool:
        try:
            async with connect(
                address,
                host="localhost",
                port=port,
                proxy=None,
                origin=origin,  # type: ignore[arg-type]
                open_timeout=PATIENCE,
            ):
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
    with other_program() as other:
        page.goto(f"{other}?app={url}")
        expect(page.locator("p")).to_have_text("was refused")
        sentence = page.frame_locator("iframe").locator("body")
        expect(sentence).to_contain_text("does not show itself inside another page; open it in a")
        expect(sentence).to_contain_text(other)
        page.goto("about:blank")
    visit(page, url, "/")  # while its own page does
    expect(page.locator("h1").first).to_be_visible()


def test_a_page_that_is_named_may_frame_the_app_which_works_in_there(page: Page, serve: Serve):
    with other_program() as other:
        url = serve("app.py", STREAMLIT_SERVER_CORS_ALLOWED_ORIGINS=other)
        page.goto(f"{other}?app={url}")
        expect(page.locator("p")).to_have_text("has a session")
        expect(page.frame_locator("iframe").locator("h1").first).to_be_visible()
        page.goto("about:blank")


@Shared
def test_a_session_is_for_the_port_of_the_server_alone(serve: Serve, settings: dict[str, str]):
    url = serve("app.py", **settings)
    assert gets_a_session(url, url)
    assert gets_a_session(url, None)
    for origin in ("http://localhost:1", "http://localhost", url.replace("localhost", "127.0.0.1")):
        assert not gets_a_session(url, origin)
    port = urlsplit(url).port
    for name in ("127.0.0.1", "[::1]"):
        assert gets_a_session(url, f"http://{name}:{port}", f"{name}:{port}")
        assert not gets_a_session(url, f"http://{name}:1", f"{name}:{port}")
    assert not gets_a_session(url, f"http://lab-pc:{port}", f"lab-pc:{port}")  # no name of ours


@Shared
def test_numbers_of_sessions_and_caches_are_not_served(serve: Serve, settings: dict[str, str]):
    url = serve("app.py", **settings)
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{url}/_stcore/metrics", timeout=PATIENCE)


@pytest.mark.parametrize(
    ("name", "origin"),
    [
        ("biascope.example.org", PROXY),  # a proxy that passes the name on
        ("lab-pc:8501", "http://lab-pc:8501"),  # a name in the network, without a proxy
    ],
)
def test_another_name_of_the_server_is_named(serve: Serve, name: str, origin: str):
    url = serve("app.py", STREAMLIT_SERVER_ALLOWED_HOSTS="biascope.example.org lab-pc")
    assert gets_a_session(url, origin, name)
    assert not gets_a_session(url, "http://localhost:1", name)
    assert not gets_a_session(url, f"{origin}1", name)


def test_a_proxy_that_changes_the_host_is_named(serve: Serve):
    url = serve("app.py", STREAMLIT_SERVER_CORS_ALLOWED_ORIGINS=PROXY)
    assert gets_a_session(url, PROXY)
    assert not gets_a_session(url, "http://biascope.example.org")
    assert not gets_a_session(url, "http://localhost:1")

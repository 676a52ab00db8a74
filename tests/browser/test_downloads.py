"""Downloads arrive whatever the app does meanwhile."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, WebSocket, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.screen import bars, upload, visit

pytestmark = pytest.mark.browser

PAIRS = "sent_more,sent_less\n" + "\n".join(
    f"The woman saw {number} birds.,The man saw {number} birds." for number in range(3000)
)
RUNS = 4  # of the refreshing list of jobs, which pass before the browser fetches a file


@pytest.fixture
def busy(page: Page, alone: str) -> Iterator[str]:
    """An app with a job that runs, which the sidebar follows; nobody else sees it."""
    visit(page, alone, "/pairs", data="Your own file")
    given = {"name": "own.csv", "mimeType": "text/csv", "buffer": PAIRS.encode()}
    upload(page, given)
    page.get_by_role("button", name="Score 3,000 pairs in the background").click()
    cancel = page.get_by_test_id("stSidebar").get_by_role("button", name="Cancel")
    expect(cancel).to_be_visible()
    yield alone
    cancel.click()
    expect(cancel).not_to_be_visible()


def finished_runs(page: Page) -> list[bytes]:
    """The ends of runs that the page is told of from now on, as they come."""
    ends: list[bytes] = []

    def received(payload: str | bytes) -> None:
        if isinstance(payload, bytes):
            message = ForwardMsg.FromString(payload)
            if message.WhichOneof("type") == "script_finished":
                ends.append(payload)

    def follow(socket: WebSocket) -> None:
        socket.on("framereceived", received)

    page.on("websocket", follow)
    return ends


def test_files_can_be_fetched_late_while_a_job_runs(page, busy):
    """A busy machine or a slow browser asks for a file when the list has been drawn again."""
    ends = finished_runs(page)
    visit(page, busy, "/probe", heads="3-1")
    expect(bars(page)).to_have_count(16)
    main = page.get_by_test_id("stMain")
    files = {}
    for button in ("Figure", "CSV"):
        if button == "CSV":
            main.get_by_role("button", name="Data").click()
        with page.expect_download() as download:
            page.get_by_role("button", name=button, exact=True).click()
        files[button] = download.value
    page.keyboard.press("Escape")
    until = len(ends) + RUNS
    while len(ends) < until:
        page.wait_for_timeout(50)
    for download in files.values():
        again = page.request.get(download.url)
        assert again.ok, (download.url, again.status)
        assert again.body() == download.path().read_bytes()
    assert "plotly" in files["Figure"].path().read_text(encoding="utf-8")
    rows = csv.DictReader(io.StringIO(files["CSV"].path().read_text(encoding="utf-8")))
    words = {row["word"].lower() for row in rows}
    assert {label.split("  ")[0].lower() for label in bars(page).all_text_contents()} <= words

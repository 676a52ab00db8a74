"""Downloads arrive whatever the app does meanwhile."""

from __future__ import annotations

import csv
import io

import pytest
from playwright.sync_api import Page, WebSocket, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.screen import bars, visit

pytestmark = pytest.mark.browser

RUNS = 4  # of the refreshing list of jobs, which pass before the browser fetches a file


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
    for popover, button in (("Figure", "HTML"), ("Data", "CSV")):
        main.get_by_role("button", name=popover, exact=True).click()
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
    assert "plotly" in files["HTML"].path().read_text(encoding="utf-8")
    rows = csv.DictReader(io.StringIO(files["CSV"].path().read_text(encoding="utf-8")))
    words = {row["word"].lower() for row in rows}
    assert {label.split("  ")[0].lower() for label in bars(page).all_text_contents()} <= words

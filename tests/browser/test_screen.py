"""What browser tests read of a page that changes by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.conftest import Serve
from tests.browser.screen import Traffic, undisturbed, visit

pytestmark = pytest.mark.browser


@pytest.mark.main_path
@pytest.mark.parametrize("name", ["Page", "Part"])
def test_what_is_drawn_again_meanwhile_is_read_again(page: Page, serve: Serve, name: str):
    visit(page, serve("tests/browser/redrawn_app.py"))
    read: list[str | None] = []

    def drawn_again_at_first() -> str | None:
        read.append(page.get_by_text(f"{name} drawn").text_content())
        if len(read) == 1:
            page.locator(f".st-key-again_{name}").get_by_role("button").click()
            expect(page.get_by_text(f"{name} drawn 2 times")).to_be_visible()
        return read[-1]

    assert undisturbed(page, drawn_again_at_first) == f"{name} drawn 2 times"
    assert read == [f"{name} drawn 1 times", f"{name} drawn 2 times"]


def _draw(traffic: Traffic, polls: str = "") -> None:
    """A run of the whole page, with a part that draws itself every few seconds, or without."""
    messages = [ForwardMsg(), ForwardMsg(), ForwardMsg()]
    messages[0].new_session.SetInParent()
    messages[1].auto_rerun.fragment_id = polls
    messages[2].script_finished = ForwardMsg.FINISHED_SUCCESSFULLY
    for message in messages if polls else (messages[0], messages[2]):
        traffic.received(message.SerializeToString())


def _ask(traffic: Traffic, part: str, by_itself: bool) -> None:
    message = BackMsg()
    message.rerun_script.fragment_id = part
    message.rerun_script.is_auto_rerun = by_itself
    traffic.sent(message.SerializeToString())


@pytest.mark.main_path
@pytest.mark.parametrize(
    ("drawn", "by_itself", "waits"),
    [(["badge"], True, True), (["badge", ""], True, False), (["badge", ""], False, True)],
    ids=["poll", "poll that the last run left out", "click"],
)
def test_a_page_waits_for_what_the_server_answers(drawn: list[str], by_itself: bool, waits: bool):
    traffic = Traffic()
    for polls in drawn:
        _draw(traffic, polls)
        assert not traffic.waits
    _ask(traffic, "badge", by_itself)
    assert traffic.waits == waits

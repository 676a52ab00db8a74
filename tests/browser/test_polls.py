"""Parts of the screen that draw themselves again do nothing that a person did not do."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.browser.screen import HOLD_EVENTS, rest, visit, watched

pytestmark = pytest.mark.browser


def messages(page: Page) -> list[BackMsg]:
    """What the page asks of the server from now on, as it is asked."""
    asked: list[BackMsg] = []

    def sent(payload: str | bytes) -> None:
        if isinstance(payload, bytes):
            asked.append(BackMsg.FromString(payload))

    page.on("websocket", lambda socket: socket.on("framesent", sent))
    return asked


def carries_click(message: BackMsg) -> bool:
    widgets = message.rerun_script.widget_states.widgets
    return any("copy_collection" in widget.id and widget.trigger_value for widget in widgets)


def test_a_button_acts_once_though_polls_carry_its_click_too(own_window: Page, busy: str):
    """The sidebar follows a job, and asks for that several times before the click is sent."""
    page = own_window
    page.add_init_script(HOLD_EVENTS)
    asked = messages(page)
    with watched(page):
        visit(page, busy, "/stage", collection="story")
        page.get_by_role("button", name="New", exact=True).click()
        page.get_by_role("button", name="Copy this collection", exact=True).click()
        page.wait_for_function("window.sentEvents > 0")
        rest(page)
        page.get_by_role("combobox", name="Collection").click()
        expect(page.get_by_role("option")).to_have_count(2)  # the story and its copy
        page.keyboard.press("Escape")
    by_poll = [message.rerun_script.is_auto_rerun for message in asked if carries_click(message)]
    assert by_poll.count(True) > 0
    assert by_poll.count(False) == 1

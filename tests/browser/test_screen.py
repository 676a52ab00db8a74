"""What browser tests read of a page that changes by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Serve
from tests.browser.screen import undisturbed, visit

pytestmark = pytest.mark.browser


def test_a_page_that_is_drawn_again_meanwhile_is_read_again(page: Page, serve: Serve):
    visit(page, serve("tests/browser/redrawn_app.py"))
    read: list[str | None] = []

    def slowly() -> str | None:
        if not read:
            page.get_by_role("button", name="Again").click()
        read.append(page.get_by_text("Drawn").last.text_content())
        return read[-1]

    assert undisturbed(page, slowly) == "Drawn 2 times"
    assert len(read) == 2

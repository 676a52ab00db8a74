"""What browser tests read of a page that changes by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Serve
from tests.browser.screen import undisturbed, visit

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

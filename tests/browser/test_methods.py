"""Methods: the contents stay in view, and a link opens its card."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.screen import box, rest, visit

pytestmark = pytest.mark.browser

LIST = ".st-key-contents"


def test_the_contents_are_in_view_beside_or_above_the_card_they_open(page: Page, app: str):
    visit(page, app, "/methods")
    for width, height in ((1360, 900), (1024, 700), (853, 480), (390, 800)):
        page.set_viewport_size({"width": width, "height": height})
        rest(page)
        page.locator(f"{LIST} a", has_text="Injecting known bias").click()
        heading = page.get_by_role("heading", level=2, name="Injecting known bias")
        expect(heading).to_be_in_viewport()
        link = page.locator(f"{LIST} a", has_text="Glossary")
        link.scroll_into_view_if_needed()
        expect(link).to_be_in_viewport()
        expect(heading).to_be_in_viewport()
        covered, shown = box(page.locator(LIST)), box(heading)
        beside = covered["x"] + covered["width"] <= shown["x"]
        above = covered["y"] + covered["height"] <= shown["y"]
        assert beside or above, (width, height)


@pytest.mark.main_path
def test_a_link_opens_at_its_card(page: Page, app: str):
    visit(page, app, "/methods#pairs")
    rest(page)
    expect(page.get_by_role("heading", level=2, name="Pair scores")).to_be_in_viewport()

"""The menu in the sidebar: which page is open, where the keyboard is, and nobody else's menu."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Serve
from tests.browser.screen import go_to, rest, visit
from tests.browser.servers import PATIENCE

pytestmark = pytest.mark.browser

_SEEN = """() => {
  window.menus = 0
  new MutationObserver(() => {
    window.menus += document.querySelectorAll('[data-testid=stSidebarNav]').length
  }).observe(document, { childList: true, subtree: true })
}"""


@pytest.mark.main_path
def test_the_link_of_the_open_page_is_marked_and_no_other(page: Page, app: str):
    visit(page, app, "/probe")
    rest(page)
    current = page.get_by_test_id("stSidebar").locator('a[aria-current="page"]')
    expect(current).to_have_text(["searchProbe"])
    go_to(page, "Methods")
    rest(page)
    expect(current).to_have_text(["menu_bookMethods"])
    page.get_by_test_id("stSidebar").get_by_role("link", name="Home").click()
    expect(current).to_have_text(["homeHome"])


def test_the_keyboard_is_shown_otherwise_than_the_open_page(page: Page, app: str):
    visit(page, app, "/probe")
    rest(page)
    links = page.get_by_test_id("stSidebar").get_by_role("link")
    opened, focused = links.filter(has_text="Probe"), links.filter(has_text="Pairs")
    opened.focus()
    page.keyboard.press("Tab")
    expect(focused).to_be_focused()
    expect(focused).to_have_css("outline-style", "solid")
    expect(focused).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    expect(opened).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")
    expect(opened).to_have_css("outline-style", "none")


def test_a_server_that_has_just_started_shows_no_menu_but_ours(browser: Browser, serve: Serve):
    with browser.new_context() as context:
        context.set_default_timeout(PATIENCE * 1000)
        page = context.new_page()
        page.add_init_script(f"({_SEEN})()")
        # Not the server of other tests: nobody has been here.
        visit(page, serve("app.py", BIASCOPE_FIRST_VISIT="1"), "/probe")
        expect(page.get_by_test_id("stSidebar").get_by_role("link", name="Home")).to_be_visible()
        rest(page)
        assert page.evaluate("window.menus") == 0


def test_on_a_phone_a_link_that_is_followed_closes_the_menu(page: Page, app: str):
    page.set_viewport_size({"width": 390, "height": 844})
    visit(page, app, "/probe")
    rest(page)
    opens = page.get_by_test_id("stExpandSidebarButton")
    opens.click()
    page.get_by_test_id("stSidebar").get_by_role("link", name="Stage").click()
    expect(page.get_by_role("heading", name="Stage", exact=True)).to_be_visible()
    expect(opens).to_be_visible()
    rest(page)

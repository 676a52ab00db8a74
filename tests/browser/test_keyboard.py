"""All pages with the keyboard alone: every control is reached, seen and works."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import only
from tests.browser.keyboard import walk
from tests.browser.screen import SENTENCE, claim, field, rest, visit

pytestmark = pytest.mark.browser


@only(
    *("home", "probe", "probe groups", "heads", "pairs", "annotators", "cabm", "arena"),
    *("scorecard", "lab", "curate", "stage"),
)
def test_opened_pages_let_tab_reach_every_control_show_where_it_is_and_get_out(
    opened_page: tuple[str, Page],
):
    found = walk(opened_page[1])
    assert found.reached > 5
    assert found.missed == []
    assert found.hidden == []
    assert found.left


_IN_POPOVER = "document.activeElement.closest('[data-testid=stPopoverBody]') !== null"


def press(page: Page, locator: Locator, key: str) -> None:
    """Press a key on a control that Tab reaches; the page is at rest afterwards."""
    locator.focus()
    expect(locator).to_be_focused()
    page.keyboard.press(key)
    rest(page)


def enter(page: Page, box: Locator, text: str) -> None:
    """Write over what is in a field that Tab reaches, and press Enter."""
    box.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    rest(page)


@pytest.mark.main_path
def test_probe_is_asked_with_the_keyboard_alone(page: Page, app: str):
    visit(page, app, "/probe")
    rest(page)
    enter(page, field(page, SENTENCE), "{group} people are [MASK].")
    expect(claim(page)).to_contain_text("most different for")
    enter(page, field(page, "Look up words"), "kind, cruel")
    chosen = page.get_by_role("combobox", name="Groups")
    chosen.focus()
    before = page.url
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    rest(page)
    assert page.url != before
    options = page.get_by_role("button", name="Options")
    press(page, options, "Enter")
    number = page.get_by_role("slider").first
    expect(number).to_be_visible()
    press(page, number, "ArrowRight")
    page.keyboard.press("Escape")
    expect(number).to_have_count(0)
    press(page, page.get_by_role("button", name="Options"), "Enter")
    assert page.evaluate(_IN_POPOVER)
    page.keyboard.press("Tab")
    assert page.evaluate(_IN_POPOVER)
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("button", name="Options")).to_be_focused()
    page.keyboard.press("Escape")
    for name in ("Data", "Reproduce", "Link"):
        press(page, page.get_by_role("button", name=name).first, "Enter")
        expect(page.get_by_test_id("stPopoverBody")).to_be_visible()
        expect(page.get_by_role("dialog", name=name)).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
        expect(page.get_by_role("button", name=name).first).to_be_focused()


def test_from_the_last_control_of_a_popover_tab_goes_on_behind_its_button(page: Page, app: str):
    visit(page, app, "/probe")
    rest(page)
    press(page, page.get_by_role("button", name="Data").first, "Enter")
    controls = page.get_by_test_id("stPopoverBody").locator("button, input").count()
    for _ in range(controls + 1):
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Figure").first).to_be_focused()
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)


def test_the_first_control_leads_past_the_menu_to_the_page(page: Page, app: str):
    visit(page, app, "/probe")
    rest(page)
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to main content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('[data-testid=stMain]') !== null")


def test_heads_are_masked_and_cleared_with_the_keyboard_alone(page: Page, app: str, narrow: str):
    visit(page, app, "/heads", model=narrow)
    rest(page)
    heads = field(page, "Heads switched off")
    first = page.get_by_role("gridcell", name=re.compile("^layer 1, head 1:"))
    first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(heads).to_have_value("2-2")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(heads).to_have_value("2-2, 2-3")
    rest(page)
    press(page, page.get_by_test_id("stSidebar").get_by_role("button", name="Clear"), "Enter")
    expect(heads).to_have_value("")
    sentence = field(page, "Your sentence")
    enter(page, sentence, "The plumber said that [MASK] was late.")
    expect(sentence).to_have_value("The plumber said that [MASK] was late.")
    tabs = page.get_by_role("tab")
    tabs.first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    rest(page)
    expect(tabs.nth(1)).to_have_attribute("aria-selected", "true")
    # Streamlit may give the focus to the row of tabs while it draws the open one, and the arrow
    # keys go on from there.
    assert page.evaluate("document.activeElement.closest('[role=tablist]') !== null")
    page.keyboard.press("ArrowLeft")
    rest(page)
    expect(tabs.first).to_have_attribute("aria-selected", "true")

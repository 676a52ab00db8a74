"""The tour on Home under a keyboard, on a phone, and out of the way of the first result."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SIZES
from tests.browser.screen import box, rest, visit

pytestmark = pytest.mark.browser


def tour(page: Page) -> Locator:
    return page.locator(".st-key-tour")


def step(page: Page, number: int) -> None:
    expect(tour(page).get_by_text(f"Tour, step {number} of 5", exact=True)).to_be_visible()


@pytest.mark.main_path
def test_the_keyboard_alone_takes_the_tour_and_it_does_not_come_back(page: Page, alone: str):
    visit(page, alone)
    rest(page)
    onward = tour(page).get_by_role("button", name=re.compile("^(Next|Finish the tour)$"))
    onward.focus()
    for number in range(1, 6):
        step(page, number)
        expect(onward).to_be_focused()
        rest(page)
        page.keyboard.press("Enter")
    again = page.get_by_role("button", name="Take the tour")
    expect(again).to_be_visible()
    expect(tour(page)).to_have_count(0)
    page.reload()
    expect(again).to_be_visible()
    rest(page)
    expect(tour(page)).to_have_count(0)
    again.click()
    step(page, 1)


def test_the_tour_is_below_the_first_result_covers_nothing_and_fits_a_phone(page: Page, alone: str):
    visit(page, alone)
    rest(page)
    bars = box(page.locator(".likely-words"))
    card = box(tour(page))
    assert bars["y"] + bars["height"] <= card["y"]
    assert page.locator("[role=dialog]").count() == 0
    # The focus goes past the tour: it traps nobody.
    tour(page).get_by_role("button", name="Skip the tour").focus()
    page.keyboard.press("Tab")
    assert not tour(page).evaluate("e => e.contains(document.activeElement)")
    page.set_viewport_size(SIZES["phone"])
    rest(page)
    for number in range(1, 6):
        step(page, number)
        card = box(tour(page))
        assert card["x"] >= 0
        assert card["x"] + card["width"] <= SIZES["phone"]["width"]
        assert tour(page).evaluate("e => e.scrollWidth <= e.clientWidth + 1")
        if number < 5:
            tour(page).get_by_role("button", name="Next").click()

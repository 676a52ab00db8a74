"""A user fits an erasure on Heads, sees what a probe finds, and uses it on every page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.screen import go_to, rest, visit
from tests.browser.servers import PATIENCE

pytestmark = pytest.mark.browser

LONG = 4 * PATIENCE * 1000


def test_a_concept_is_fitted_erased_everywhere_and_let_go(
    page: Page, alone: str, narrow: str
) -> None:
    visit(page, alone, "/heads", model=narrow, heads_tab="Erase or steer")
    page.get_by_role("button", name="Fit it").click(timeout=LONG)
    main = page.get_by_test_id("stMain")
    said = main.get_by_text(re.compile(r"A linear probe told feminine from masculine in \d+%"))
    expect(said).to_be_visible(timeout=LONG)
    rest(page)
    page.get_by_role("button", name="Erase it on every page").click()
    expect(page).to_have_url(re.compile("erase=gender-leace-"))
    expect(page.get_by_role("button", name="Stop using it")).to_be_visible(timeout=LONG)
    go_to(page, "Probe")
    expect(main.get_by_text("gender erased (LEACE)").first).to_be_visible()
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(page).not_to_have_url(re.compile("erase="))


def test_a_scaled_head_has_a_slider_and_a_sign_in_the_grid(
    page: Page, app: str, narrow: str
) -> None:
    visit(page, app, "/heads", model=narrow, heads="2-1")
    slider = page.get_by_test_id("stMain").get_by_role("slider", name=re.compile("^Head 2-1"))
    expect(slider).to_have_value("0")
    slider.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"gate=2-1(:|%3A)0\.1"))
    cell = page.locator("[role=gridcell][data-row='1'][data-column='0']")
    expect(cell).to_have_class(re.compile("scaled"))
    expect(cell).to_have_attribute("aria-label", re.compile(r"scaled to 0\.1"))
    cell.click()
    expect(page).to_have_url(re.compile("heads=2-1"))
    expect(page).not_to_have_url(re.compile("gate="))
    expect(slider).to_have_value("0")

"""With the system's own colours forced, what is on and what is off still look different."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page

from tests.browser.screen import rest, visit
from tests.browser.servers import PATIENCE

pytestmark = pytest.mark.browser


@pytest.fixture
def forced(browser: Browser) -> Iterator[Page]:
    with browser.new_context(forced_colors="active") as context:
        context.set_default_timeout(PATIENCE * 1000)
        yield context.new_page()


def ground(part: Locator) -> str:
    colour: str = part.evaluate("node => getComputedStyle(node).backgroundColor")
    return colour


def test_a_toggle_shows_whether_it_is_on(forced: Page, app: str):
    visit(forced, app, "/probe")
    rest(forced)
    toggle = forced.get_by_test_id("stCheckbox").filter(has_text="Second sentence")
    track = toggle.locator("label > div").first
    on = ground(track)
    assert track.evaluate("node => getComputedStyle(node).outlineStyle") == "solid"
    toggle.locator("label").click()
    rest(forced)
    assert ground(track) != on


def test_bars_of_likely_words_are_seen(forced: Page, app: str):
    visit(forced, app, "/")
    rest(forced)
    bars = forced.locator(".likely-words .bar")
    assert bars.count() == 5
    paper = forced.locator("body").evaluate("node => getComputedStyle(node).backgroundColor")
    assert paper not in {ground(bar) for bar in bars.all()}


def test_words_of_a_pair_keep_their_colours_and_only_those_that_differ_are_boxed(
    forced: Page, app: str, narrow: str
):
    visit(forced, app, "/pairs", model=narrow)
    rest(forced)
    strip = forced.locator(".strip").first
    grounds = {ground(token) for token in strip.locator(".token").all()}
    assert len(grounds) > 2
    border = "node => getComputedStyle(node).borderTopColor"
    alike = strip.locator(".column:not(.modified) .token").first
    differing = strip.locator(".column.modified .token").first
    assert alike.evaluate(border) == "rgba(0, 0, 0, 0)"
    assert differing.evaluate(border) != "rgba(0, 0, 0, 0)"


def test_the_open_tab_is_told_from_the_others(forced: Page, app: str, narrow: str):
    visit(forced, app, "/heads", model=narrow)
    rest(forced)
    tabs = forced.get_by_test_id("stTab")
    line = "node => getComputedStyle(node).borderBottomStyle"
    assert tabs.first.evaluate(line) == "solid"
    assert "solid" not in {tab.evaluate(line) for tab in tabs.all()[1:]}


def test_the_chosen_screen_and_the_open_page_are_told_from_the_others(forced: Page, app: str):
    visit(forced, app, "/stage")
    rest(forced)
    options = forced.get_by_test_id("stRadioOption").locator("> div > div:first-child")
    assert ground(options.first) != ground(options.nth(1))
    links = forced.get_by_test_id("stSidebar").get_by_role("link")
    outlined = [
        link.inner_text().split("\n")[-1]
        for link in links.all()
        if link.evaluate("node => getComputedStyle(node).outlineStyle") == "solid"
    ]
    assert outlined == ["Stage"]


def test_a_talk_shows_which_screen_it_is_at(forced: Page, app: str):
    visit(forced, app, "/stage?stage=2")
    dots = forced.get_by_role("navigation", name="Screens").get_by_role("button")
    dots.first.wait_for()
    grounds = dots.evaluate_all(
        "dots => dots.map(dot => getComputedStyle(dot, '::before').backgroundColor)"
    )
    assert len(set(grounds)) == 2
    assert grounds.count(grounds[1]) == 1

"""A group of a report under a real pointer: chosen, read, blurred, and kept in the address."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Serve
from tests.browser.screen import choose, load, rest, watched

pytestmark = pytest.mark.browser

Open = Callable[[str], None]
_SECOND_ROW = {"x": 16, "y": 36 + 36 + 16}  # of a table: where its row is ticked


@pytest.fixture
def opened(page: Page, serve: Serve) -> Open:
    """Open the test's app with these words in its address, and wait until all is drawn."""
    address = serve("tests/browser/arena_parts_app.py")

    def go(query: str) -> None:
        load(page, f"{address}/?{query}")
        expect(page.get_by_text("drawn", exact=True)).to_be_visible()
        # A table comes after the text below it, and has no rows to click at first.
        rest(page)

    with watched(page):
        yield go


@pytest.mark.main_path
def test_a_flagged_completion_is_read_in_full_once_it_is_asked_for(page, opened):
    opened("part=group&group=Atheists")
    page.get_by_test_id("stDataFrame").nth(1).click(position=_SECOND_ROW)
    expect(page.get_by_text("Atheists are ••••• (1).")).to_be_visible()
    expect(page.get_by_text("valence: flagged: negative")).to_be_visible()
    page.get_by_text("Show flagged words").click()
    expect(page.get_by_text("Atheists are awful (1).")).to_be_visible()


def test_the_chosen_group_is_in_the_address(page, opened):
    opened("part=group")
    choose(page, page.get_by_role("combobox", name="Group", exact=True), "Women")
    expect(page.get_by_text("Women: 50.0% of completions are flagged")).to_be_visible()
    expect(page).to_have_url(re.compile("group=Women"))


@pytest.mark.parametrize(
    "part", ["group", "audit&three=1", "compare", "imported&compare_kept=true"]
)
def test_names_that_look_like_markup_run_and_format_nothing(page, opened, part):
    opened(f"part={part}")
    texts = page.get_by_test_id("stMarkdownContainer")
    for made in ("b", "code", ".katex", "a[href*='a.example']"):
        expect(texts.locator(made)).to_have_count(0)
    shown = {"group": "<b>x</b> $a$ `c` **d**", "compare": "<b>x<b> $a$ `c` **d**"}
    shown["imported&compare_kept=true"] = shown["compare"]
    if part in shown:
        expect(texts.filter(has_text=shown[part]).first).to_be_visible()


@pytest.mark.parametrize(
    "part", ["group", "audit&three=1", "compare", "imported&compare_kept=true"]
)
def test_every_part_fits_a_narrow_screen(page, opened, part):
    page.set_viewport_size({"width": 390, "height": 844})
    opened(f"part={part}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

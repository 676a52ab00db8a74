"""A user in the tabs of the Heads page."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SIZES
from tests.browser.screen import confirm, go_to, open_tab, rest, visit
from tests.browser.servers import MEASURING

pytestmark = pytest.mark.browser


@pytest.fixture
def heads(page: Page, app: str, narrow: str) -> Callable[..., None]:
    """Open the page on a model that answers at once: `heads(heads_tab="Distribution")`."""

    def opened(**settings: str) -> None:
        visit(page, app, "/heads", model=narrow, **settings)

    return opened


def written(page: Page, text: str) -> Locator:
    """Text in a figure; the last one, as Streamlit keeps what it replaces for a moment."""
    return page.locator(".js-plotly-plot:visible").get_by_text(text).last


def test_sets_of_heads_are_measured_step_by_step_and_continue_after_a_page_switch(page, heads):
    heads(random_sets="2", heads_tab="Switching off more heads")
    page.get_by_role("button", name=re.compile(r"^Measure \d+ sets of heads")).click()
    expect(page.get_by_text(re.compile(r"^\d+ of 28 results")).first).to_be_visible()
    expect(written(page, "top K")).to_be_visible()  # drawn while more is measured
    go_to(page, "Probe")
    go_to(page, "Heads")
    for name in ("random K: mean, range", "bottom K", "all biased"):
        expect(written(page, name)).to_be_visible()
    # What is offered changes between two draws; how many results are drawn does not.
    expect(page.get_by_role("figure", name=re.compile("28 values"))).to_be_visible(
        timeout=MEASURING * 1000
    )
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    expect(page.get_by_text("n = 34 targets for each set").first).to_be_visible()
    page.reload()  # and is known ever after
    confirm(page, "model")
    expect(written(page, "random K: mean, range")).to_be_visible()
    rest(page)
    expect(page.get_by_role("button", name=re.compile("^Measure"))).to_have_count(0)


@pytest.mark.main_path
def test_a_clicked_word_shows_its_attention_and_a_new_sentence_swaps_its_words(page, heads):
    heads()
    open_tab(page, "Attention in a sentence")
    line = page.get_by_role("group", name=re.compile("^Attention of head")).first
    expect(line.get_by_role("button").first).to_be_visible()
    type_into_area(page, "Sentence", "The woman met a <b>kind</b> nurse.")
    rest(page)
    expect(page.get_by_label("Counter-stereotype", exact=True)).to_have_value(
        "The man met a <b>kind</b> nurse."
    )
    expect(page.get_by_text("Attention from “nurse”").first).to_be_visible()
    words = line.get_by_role("button")
    expect(words.filter(has_text="kind")).to_have_count(1)
    words.filter(has_text="woman").click()
    expect(page.get_by_text("Attention from “woman”").first).to_be_visible()
    expect(words.filter(has_text="woman")).to_have_attribute("aria-pressed", "true")
    rest(page)
    assert page.locator("b", has_text="kind").count() == 0


def type_into_area(page: Page, label: str, text: str) -> None:
    box = page.get_by_label(label, exact=True)
    box.fill(text)
    box.press("Control+Enter")


def test_the_attention_in_a_sentence_is_the_first_tab_and_open(page, heads):
    heads()
    rest(page)
    tabs = page.get_by_role("tab")
    expect(tabs.first).to_have_text("Attention in a sentence")
    expect(tabs.first).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("group", name=re.compile("^Attention of head")).first).to_be_visible()


def test_no_tab_is_wider_than_its_window(page, heads):
    heads(heads="2-2")
    for name in ("Distribution", "Attention in a sentence", "Two models", "Classifier check"):
        open_tab(page, name)
        for size in ("half", "narrow"):
            page.set_viewport_size(SIZES[size])
            rest(page)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= SIZES[size]["width"], (name, size)

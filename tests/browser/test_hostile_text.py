"""Text of people and models is shown as text: it runs, fetches and formats nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Serve
from tests.browser.plain_text_app import TEXTS
from tests.browser.screen import (
    SENTENCE,
    alerts,
    bars,
    field,
    rest,
    type_into,
    visit,
    watched,
)

pytestmark = pytest.mark.browser

JOINER = "\u2060"
BOMB = "<img src=x onerror=alert(1)>"
# What markup or Streamlit's own signs would turn into.
MADE = (
    "a, img, b, i, em, code, del, sub, sup, table, li, blockquote, .katex, script, "
    "[data-testid=stIconMaterial]"
)


@pytest.fixture
def drawn(page: Page, serve: Serve) -> Page:
    """The page with every hostile text in every way the app writes text."""
    with watched(page):
        page.goto(serve("tests/browser/plain_text_app.py"))
        expect(page.get_by_text("drawn", exact=True).first).to_be_visible()
        yield page


@pytest.mark.main_path
def test_hostile_text_is_shown_to_the_character_however_it_is_written(drawn):
    for way in ("plain", "grey", "bold", "title", "alert"):
        for number, text in enumerate(TEXTS):
            box = drawn.locator(f".st-key-{way}-{number}").get_by_test_id("stMarkdownContainer")
            shown = box.last.inner_text().replace(JOINER, "").strip()
            assert shown == " ".join(text.split()), (way, text)
            assert box.locator(MADE).count() == 0, (way, text)


@pytest.mark.main_path
def test_a_hostile_question_is_answered_and_nothing_of_it_runs(page, app):
    text = f"{BOMB} **b** :material/home: www.a.example [MASK] <script>alert(2)</script>"
    visit(page, app, "/probe", text=text, targets=f"{BOMB}, **b**, :streamlit:, $x$")
    expect(bars(page)).to_have_count(8)
    expect(field(page, SENTENCE)).to_have_value(text)
    rest(page)
    main = page.get_by_test_id("stMain")
    expect(main.get_by_text("Scored piece by piece")).to_contain_text(f"“{BOMB}”")
    expect(main.locator("img")).to_have_count(0)
    type_into(page, SENTENCE, f"{text} again")
    expect(page.get_by_text("Questions in this session (2)").first).to_be_visible()


def test_hostile_groups_are_labels(page, app):
    names = [BOMB, "<b>b</b>", "**c**"]
    visit(page, app, "/probe", text="{group} people are [MASK].", groups=", ".join(names))
    ticks = page.locator(".js-plotly-plot .xtick text")
    expect(ticks).to_have_text(["<img src=x onerror=alert(…", "<b>b</b>", "**c**"])
    expect(page.get_by_test_id("stMain").locator("img")).to_have_count(0)


@pytest.mark.main_path
def test_hostile_names_of_models_and_heads_are_said_as_text(page, app):
    visit(page, app, "/probe", model=f"{BOMB} :streamlit: www.a.example")
    expect(alerts(page)).to_contain_text(BOMB)
    expect(alerts(page).locator("a, img")).to_have_count(0)
    visit(page, app, "/probe", heads=BOMB, compare=BOMB)
    expect(alerts(page)).to_contain_text("<img")
    expect(alerts(page).locator("a, img")).to_have_count(0)

"""The slider of the story: it moves bars and cost, and keys turn the screens all the same."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from engine.pins.story import shipped
from tests.browser.screen import rest, visit
from tests.browser.talk import ROOM, TITLES, present, reading, state, title
from tests.browser.test_accessibility import RULES

pytestmark = pytest.mark.browser

NUMBER = [pin.key for pin in shipped().pins].index("steering") + 1
_BARS = ".biascope-stage .drawing.shown .plot"
_COUNT_QUESTIONS = """() => {
    window.asked = 0
    window.addEventListener('biascope-stage-ask', () => { window.asked += 1 })
}"""
# The other positions of a sentence follow its answer; the mark below the slider is then shown.
_KNOWN = "!document.querySelector('.biascope-stage').shadowRoot.querySelector('.even').hidden"


@pytest.fixture
def slider(page: Page, app: str) -> Locator:
    page.set_viewport_size(ROOM)
    present(page, app, NUMBER)
    return page.get_by_role("slider")


def widths(page: Page) -> list[int]:
    """Pixels of the bars of the figure that is seen."""
    bars = page.locator(f"{_BARS} .bars path")
    expect(bars).to_have_count(3)
    return [round((bar.bounding_box() or {"width": 0})["width"]) for bar in bars.all()]


@pytest.mark.main_path
def test_the_bars_move_with_the_slider_and_so_does_the_cost(page: Page, slider: Locator):
    expect(reading(page)).to_contain_text("“she” 42%, “he” 44%, nearest to even. 34 of 40")
    she, he, cost = widths(page)
    slider.fill("0")
    expect(reading(page)).to_contain_text("The model as it is: “she” 57%, “he” 31%; 34 of 40")
    expect(state(page)).to_have_text(re.compile("^Kept .* · biascope-mini$"))
    assert widths(page)[0] > she
    assert widths(page)[1] < he
    slider.fill("1")
    expect(reading(page)).to_contain_text("5 of 40 everyday sentences completed correctly, 34")
    expect(state(page)).to_contain_text("by −1.5 at layer 4")
    assert widths(page)[2] < cost
    assert title(page) == TITLES[NUMBER - 1]
    rest(page)


def test_between_kept_positions_the_model_is_asked(page: Page, slider: Locator):
    slider.fill("0.35")
    expect(state(page)).to_have_attribute("data-state", "live")
    expect(reading(page)).to_contain_text(re.compile("Slider at 0.35: .* of 40 everyday"))
    slider.fill("0.4")
    expect(reading(page)).to_contain_text("Slider at 0.4: ")
    expect(state(page)).to_have_attribute("data-state", "kept")
    page.evaluate(_COUNT_QUESTIONS)
    slider.fill("0.35")  # the second time nobody waits for the model
    expect(reading(page)).to_contain_text(re.compile("Slider at 0.35: .* of 40 everyday"))
    expect(state(page)).to_have_attribute("data-state", "live")
    assert page.evaluate("window.asked") == 0
    rest(page)


def test_arrows_move_the_slider_only_while_it_has_the_focus(page: Page, slider: Locator):
    slider.click()  # in its middle
    expect(reading(page)).to_contain_text("Slider at 0.5: ")
    page.keyboard.press("ArrowLeft")  # a mouse leaves the keys to the screens
    assert title(page) == TITLES[NUMBER - 2]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("o")
    expect(slider).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(reading(page)).to_contain_text("Slider at 0.3: ")
    assert title(page) == TITLES[NUMBER - 1]
    page.keyboard.press("Escape")
    expect(slider).not_to_be_focused()
    page.keyboard.press("ArrowRight")
    assert title(page) == TITLES[NUMBER]
    rest(page)


def test_another_sentence_is_typed_and_has_a_slider_of_its_own(page: Page, slider: Locator):
    page.keyboard.press("o")
    expect(slider).to_be_focused()
    page.keyboard.type("The engineer said that ____ was tired.")  # letters are for the field
    page.keyboard.press("Enter")
    expect(page.locator(".biascope-stage h1")).to_have_text(
        "Your sentence: The engineer said that ____ was tired."
    )
    expect(reading(page)).to_contain_text(re.compile("^Slider at 0.2: “she” .* 34 of 40 everyday"))
    expect(state(page)).to_have_attribute("data-state", "live")
    page.keyboard.press("Escape")
    expect(page.locator(".biascope-stage .drawing.shown")).to_have_attribute(
        "data-name", re.compile("steering/live ")
    )
    page.wait_for_function(_KNOWN)
    page.evaluate(_COUNT_QUESTIONS)
    slider.fill("1")
    expect(reading(page)).to_contain_text("It makes little sense here.")
    slider.fill("0")
    expect(reading(page)).to_contain_text("The model as it is: “she” ")
    assert page.evaluate("window.asked") == 0
    slider.fill("0.15")
    expect(reading(page)).to_contain_text(re.compile("Slider at 0.15: .* of 40 everyday"))
    expect(page.locator(".biascope-stage h1")).to_contain_text("Your sentence: The engineer")
    page.locator(".biascope-stage .screen").focus()
    page.keyboard.press("k")
    expect(reading(page)).to_contain_text("“she” 42%, “he” 44%, nearest to even. 34 of 40")
    assert title(page) == TITLES[NUMBER - 1]
    assert slider.input_value() == "0.2"
    rest(page)


def test_a_sentence_without_a_blank_is_refused_above_the_fields(page: Page, slider: Locator):
    page.keyboard.press("o")
    page.get_by_label("Sentence with ____ or [MASK]").fill("No blank here.")
    page.keyboard.press("Enter")
    expect(page.locator(".biascope-stage .problem")).to_contain_text("has no blank")
    expect(state(page)).to_have_text("No answer")
    page.keyboard.press("Escape")
    expect(reading(page)).to_contain_text("“she” 42%, “he” 44%, nearest to even")
    slider.fill("0.4")
    expect(reading(page)).to_contain_text("Slider at 0.4: ")
    rest(page)


def test_home_leads_to_the_slider(page: Page, app: str):
    visit(page, app)
    page.get_by_role("link", name="Steer the model with a slider").click()
    expect(page.get_by_role("slider")).to_be_visible()
    assert title(page) == TITLES[NUMBER - 1]
    rest(page)


def test_another_theme_keeps_the_position_and_nothing_is_wrong_for_a_screen_reader(
    page: Page, slider: Locator
):
    slider.fill("0.8")
    expect(reading(page)).to_contain_text("Slider at 0.8: ")
    page.locator(".biascope-stage .screen").focus()
    page.keyboard.press("t")
    expect(page.locator(".biascope-stage .stage")).to_have_attribute("data-theme", "dark")
    expect(page.locator(".drawing.shown")).to_have_attribute(
        "data-name", re.compile("^steering/at 0.8 of .*/dark$")
    )
    expect(slider).to_have_attribute("aria-valuetext", "0.8 of 1")
    found = Axe().run(page, options={"runOnly": list(RULES), "resultTypes": ["violations"]})
    assert [violation["id"] for violation in found.response["violations"]] == []
    rest(page)

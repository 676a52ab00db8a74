"""Keys on the Stage that are held, scroll, or come at an end of the talk."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.screen import rest
from tests.browser.talk import ROOM, SHADOW, TITLES, present, shown, state, title

pytestmark = pytest.mark.browser

# A key that is pressed and held: repeats follow while nothing is drawn.
_HELD = """repeats => {
  const press = repeat => window.dispatchEvent(
    new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true, repeat}))
  press(false)
  for (let number = 0; number < repeats; number += 1) press(true)
}"""


def test_a_held_key_does_not_run_ahead_of_what_is_seen(page: Page, app: str):
    page.set_viewport_size(ROOM)
    present(page, app)
    page.evaluate(_HELD, 40)
    assert title(page) == TITLES[1]
    shown(page)
    rest(page)
    assert title(page) == TITLES[1]  # nothing of it is left
    page.evaluate(_HELD, 0)
    assert title(page) == TITLES[2]
    rest(page)


def test_what_was_typed_stays_at_an_end_of_the_talk(page: Page, app: str):
    page.set_viewport_size(ROOM)
    present(page, app)
    expect(state(page)).to_have_attribute("data-state", "live")
    page.keyboard.press("o")
    sentence = page.locator(".biascope-stage input[name=text]")
    sentence.fill("The engineer said that [MASK] was tired.")
    sentence.press("Enter")
    own = "Your sentence: The engineer said that ____ was tired."
    expect(page.locator(".biascope-stage h1")).to_have_text(own)
    page.keyboard.press("PageUp")  # before the first there is no screen
    expect(sentence).to_be_visible()
    assert title(page) == own
    rest(page)


def test_arrows_scroll_a_screen_that_is_taller_than_its_window(page: Page, app: str):
    page.set_viewport_size({"width": 640, "height": 360})
    present(page, app, 3)
    rest(page)
    place = f"{SHADOW}.querySelector('.stage').scrollTop"
    assert page.evaluate(place) == 0
    page.keyboard.press("ArrowDown")
    page.wait_for_function(f"{place} > 0")
    assert title(page) == TITLES[2]
    page.keyboard.press("ArrowUp")
    page.wait_for_function(f"{place} === 0")
    assert title(page) == TITLES[2]
    page.keyboard.press("End")
    page.keyboard.press("PageUp")
    assert title(page) == TITLES[6]
    page.evaluate(f"{SHADOW}.querySelector('.stage').scrollTo(0, 99999)")
    page.keyboard.press("ArrowDown")  # its end is reached
    assert title(page) == TITLES[7]
    rest(page)

"""Who asks the system for less motion gets none, of ours or of Streamlit's."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Serve, only
from tests.browser.screen import rest, type_into, visit

pytestmark = pytest.mark.browser

# Longest animation or transition that any element has, in seconds, shadow roots included.
_LONGEST = """() => {
  const all = root => [...root.querySelectorAll('*')].flatMap(
    e => [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])])
  const seconds = text => Math.max(...text.split(',').map(part =>
    parseFloat(part) * (part.trim().endsWith('ms') ? 0.001 : 1)))
  return Math.max(...all(document).flatMap(e => [null, '::before', '::after'].map(part => {
    const style = getComputedStyle(e, part)
    return Math.max(
      style.animationName === 'none' ? 0 : seconds(style.animationDuration),
      seconds(style.transitionDuration))
  })))
}"""
_RUNNING = """() => document.getAnimations().filter(
  one => one.playState === 'running' && one.effect.getComputedTiming().duration > 1).length"""


@only("home", "probe", "heads")
def test_opened_pages_move_nothing_for_who_asks_for_less(opened_page: tuple[str, Page]):
    _, page = opened_page
    page.emulate_media(reduced_motion="no-preference")
    without_the_wish = page.evaluate(_LONGEST)
    page.emulate_media(reduced_motion="reduce")  # as the other tests of this page expect it
    # Without the wish something does move, or this test would measure nothing.
    assert without_the_wish >= 0.001
    assert page.evaluate(_LONGEST) < 0.001


@pytest.mark.main_path
def test_a_page_at_work_does_not_move_either(page: Page, serve: Serve):
    visit(page, serve("app.py"), "/probe")
    rest(page)
    type_into(page, "Look up words", "he, she, they")
    for _ in range(20):
        assert page.evaluate(_RUNNING) == 0
        page.wait_for_timeout(50)
    rest(page)
    expect(page.get_by_role("heading", level=1, name="Probe")).to_be_visible()

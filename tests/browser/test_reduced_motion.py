"""Who asks the system for less motion gets none, of ours or of Streamlit's."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Serve
from tests.browser.screen import rest, type_into, visit
from tests.browser.servers import PATIENCE

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


@pytest.fixture(params=["no-preference", "reduce"])
def asked(request: pytest.FixtureRequest, browser: Browser) -> tuple[str, Page]:
    """What the system asks for, and a window that knows it."""
    with browser.new_context(reduced_motion=request.param) as context:
        context.set_default_timeout(PATIENCE * 1000)
        yield request.param, context.new_page()


@pytest.mark.parametrize("path", ["/", "/probe", "/heads"])
def test_nothing_moves_for_who_asks_for_less(asked: tuple[str, Page], serve: Serve, path: str):
    preference, page = asked
    visit(page, serve("app.py"), path)
    rest(page)
    longest = page.evaluate(_LONGEST)
    # Without the wish something does move, or this test would measure nothing.
    assert (longest < 0.001) == (preference == "reduce"), longest


def test_a_page_at_work_does_not_move_either(page: Page, serve: Serve):
    visit(page, serve("app.py"), "/probe")
    rest(page)
    type_into(page, "Look up words", "he, she, they")
    for _ in range(20):
        assert page.evaluate(_RUNNING) == 0
        page.wait_for_timeout(50)
    rest(page)
    expect(page.get_by_role("heading", level=1, name="Probe")).to_be_visible()

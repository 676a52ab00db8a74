"""Small, magnified and touched screens, and a figure on a whole one: all numbers can be read."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Pages, Serve
from tests.browser.screen import box, rest, visit, watched
from tests.browser.servers import PATIENCE

pytestmark = pytest.mark.browser

# 1280 × 720 at a zoom of 150 %, and a small projector.
SMALL = {"magnified": {"width": 853, "height": 480}, "projector": {"width": 1024, "height": 700}}
# Rows of columns that are narrower than two columns need, with a column that is not as wide.
_SQUEEZED = """() => [...document.querySelectorAll(
    '[data-testid=stMain] [data-testid=stHorizontalBlock]')]
  .filter(row => !row.parentElement.closest('[data-testid=stColumn]'))
  .filter(row => !row.closest('[class*=st-key-cards_]') && row.getBoundingClientRect().width < 800)
  .flatMap(row => [...row.children]
    .filter(e => e.dataset.testid === 'stColumn')
    .map(e => [e.getBoundingClientRect().width, row.getBoundingClientRect().width]))
  .filter(([own, row]) => own < 0.95 * row)"""
_CUT_OFF = """() => [...document.querySelectorAll('[data-testid=stMain] [data-testid=stTable]')]
  .filter(table => table.checkVisibility())
  .map(table => [table, ...table.querySelectorAll('*')])
  .flatMap(parts => parts.filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth))
  .map(e => e.textContent.slice(0, 60))"""
# The page itself where it scrolls sideways; texts that their box cuts; texts and controls that are
# beyond the window and in nothing that scrolls.
_BEYOND = """() => {
  const main = document.querySelector('[data-testid=stMain]')
  const found = [document.documentElement, main]
    .filter(e => e.scrollWidth > e.clientWidth).map(() => 'the page scrolls sideways')
  const scrolled = e => { for (; e && e !== main; e = e.parentElement)
    if (['auto', 'scroll'].includes(getComputedStyle(e).overflowX)) return true; return false }
  for (const e of main.querySelectorAll('*')) {
    const drawn = e.closest('svg, .js-plotly-plot, [data-testid=stDataFrame]')
    if (drawn || !e.checkVisibility()) continue
    const text = [...e.childNodes].some(part => part.nodeType === 3 && part.textContent.trim())
    const cut = ['hidden', 'clip'].includes(getComputedStyle(e).overflowX)
    if (text && cut && e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 1)
      found.push(`cut: ${e.textContent}`)
    const place = e.getBoundingClientRect()
    if ((text || e.matches('button, input, textarea')) && place.width > 1 && !scrolled(e)
      && (place.right > innerWidth + 1 || place.left < -1)) found.push(`beyond: ${e.textContent}`)
  }
  return found
}"""


@pytest.mark.parametrize(("width", "height", "scale"), [(640, 360, 2), (390, 844, 1)])
def test_a_page_at_200_percent_and_on_a_phone_fits_the_width(
    browser: Browser, serve: Serve, pages: Pages, width: int, height: int, scale: int
):
    """1280 x 720 at a zoom of 200%, and a phone: nothing is cut or beyond the edge."""
    with browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        reduced_motion="reduce",
    ) as context:
        context.set_default_timeout(PATIENCE * 1000)
        page = context.new_page()
        for name in ("home", "probe", "probe groups", "heads"):
            path, query = pages[name]
            visit(page, serve("app.py"), path, **query)
            rest(page)
            assert page.evaluate(_BEYOND) == [], name
            assert page.evaluate(_CUT_OFF) == [], name


@pytest.mark.parametrize("size", SMALL)
@pytest.mark.parametrize("path", ["/heads", "/pairs"])
def test_nothing_is_squeezed_on_a_small_screen(page: Page, serve: Serve, pages, path, size):
    page.set_viewport_size(SMALL[size])
    with watched(page):
        _, query = pages[path.removeprefix("/")]
        visit(page, serve("app.py"), path, **query)
        expect(page.locator(".js-plotly-plot").first).to_be_visible()
        rest(page)
        assert page.evaluate(_SQUEEZED) == []
        assert page.evaluate(_CUT_OFF) == []
        for plot in page.locator(".js-plotly-plot .nsewdrag").all():
            if plot.is_visible():
                assert box(plot)["width"] > 200


def test_the_sidebar_leaves_a_magnified_screen_to_the_page(page: Page, serve: Serve):
    page.set_viewport_size(SMALL["magnified"])
    with watched(page):
        visit(page, serve("app.py"), "/probe")
        rest(page)
        assert box(page.get_by_test_id("stSidebar"))["width"] < 0.28 * SMALL["magnified"]["width"]


@pytest.fixture
def figure(page: Page, serve: Serve, pages) -> Locator:
    """A figure with names and numbers, under the pointer."""
    chart = _scores_by_type(page, serve, pages)
    chart.hover()
    return chart


def _scores_by_type(page: Page, serve: Serve, pages: Pages) -> Locator:
    _, query = pages["pairs"]
    visit(page, serve("app.py"), "/pairs", **query)
    chart = page.locator(".st-key-by_type").get_by_test_id("stPlotlyChart")
    expect(chart).to_be_visible()
    rest(page)
    return chart


def test_the_toolbar_of_a_figure_covers_none_of_its_numbers(figure: Locator):
    expect(figure.locator(".modebar-btn").first).to_be_visible()
    covered = figure.evaluate(
        """chart => {
          const bar = chart.querySelector('.modebar-group').parentElement.getBoundingClientRect()
          return [...chart.querySelectorAll('text')]
            .map(e => [e.textContent, e.getBoundingClientRect()])
            .filter(([_, r]) => r.left < bar.right && r.right > bar.left
              && r.top < bar.bottom - 1 && r.bottom > bar.top)
            .map(([text]) => text)
        }"""
    )
    assert covered == []
    ground = figure.locator(".modebar-group").first
    expect(ground).to_have_css("background-color", "rgba(0, 0, 0, 0)")


def test_a_figure_on_the_whole_screen_has_its_name_and_larger_type(page: Page, figure: Locator):
    size = "e => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a"
    row = figure.locator(".ytick text").first
    small = row.evaluate(size)
    figure.locator('[data-title="Fullscreen"]').click()
    close = page.locator('[data-title="Close fullscreen"]')
    expect(close).to_be_visible()
    assert row.evaluate(size) > 1.25 * small
    name = figure.get_attribute("aria-label")
    shown = figure.evaluate("e => getComputedStyle(e, '::before').content")
    assert name
    title, _, numbers = name.partition("\n")
    assert title
    assert "Percent; 50 is neutral." in numbers
    assert shown.startswith(f'"{title}')
    # The numbers are in the lines below, which are cut off.
    line = (
        "e => ['height', 'fontSize'].map(name => parseFloat(getComputedStyle(e, '::before')[name]))"
    )
    height, letter = figure.evaluate(line)
    assert height <= 1.25 * letter
    page.keyboard.press("Escape")
    expect(close).to_have_count(0)
    shown = figure.evaluate("e => getComputedStyle(e, '::before').content")
    assert shown == "none"


def test_a_touched_screen_has_no_toolbar_over_its_figures(browser: Browser, serve: Serve, pages):
    with browser.new_context(
        viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True
    ) as context:
        context.set_default_timeout(PATIENCE * 1000)
        chart = _scores_by_type(context.new_page(), serve, pages)
        chart.tap()
        expect(chart.locator(".modebar-container")).to_be_hidden()

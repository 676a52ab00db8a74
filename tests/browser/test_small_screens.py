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
    assert shown == f'"{name}"'
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

"""Small, magnified and touched screens, and a figure on a whole one: all numbers can be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import SIZES, Serve, only
from tests.browser.screen import box, rest, visit
from tests.browser.servers import PATIENCE

pytestmark = pytest.mark.browser

Sized = Callable[[str], Page]
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
# Texts of a table's cells that end beyond a box that hides or scrolls what it cannot hold.
_CUT_CELLS = """table => [...table.querySelectorAll("td, th")].filter(cell => {
  const range = document.createRange()
  range.selectNodeContents(cell)
  const right = Math.max(0, ...[...range.getClientRects()].map(rect => rect.right))
  for (let box = cell; box; box = box.parentElement) {
    const shown = getComputedStyle(box).overflowX !== "visible"
    if (shown && right > box.getBoundingClientRect().right + 1) return true
  }
  return right > document.documentElement.clientWidth
}).map(cell => cell.innerText)"""
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


@only("home", "probe", "probe groups", "heads")
@pytest.mark.parametrize("size", ["zoomed to 200%", "phone"])
def test_opened_pages_fit_the_width_of_a_zoomed_screen_and_of_a_phone(
    opened_page: tuple[str, Page], sized: Sized, size: str
):
    """Nothing is cut or beyond the edge."""
    page = sized(size)
    assert page.evaluate(_BEYOND) == []
    assert page.evaluate(_CUT_OFF) == []


@only("heads", "pairs")
@pytest.mark.parametrize("size", ["zoomed to 150%", "projector"])
def test_opened_pages_are_not_squeezed_on_a_small_screen(
    opened_page: tuple[str, Page], sized: Sized, size: str
):
    page = sized(size)
    assert page.evaluate(_SQUEEZED) == []
    assert page.evaluate(_CUT_OFF) == []
    for plot in page.locator(".js-plotly-plot .nsewdrag").all():
        if plot.is_visible():
            assert box(plot)["width"] > 200


@only("heads")
@pytest.mark.parametrize("size", ["zoomed to 150%", "projector", "phone"])
def test_opened_heads_show_before_and_after_whole(
    opened_page: tuple[str, Page], sized: Sized, size: str
):
    page = sized(size)
    measures = page.locator(".st-key-all_measures")
    if measures.locator("details").get_attribute("open") is None:
        measures.locator("summary").click()
    panel = measures.get_by_test_id("stTable")
    expect(panel.get_by_role("columnheader")).to_have_text(
        ["measure", "all heads on", "2 switched off"]
    )
    assert page.evaluate(_CUT_CELLS, panel.element_handle()) == []


def test_the_sidebar_leaves_a_magnified_screen_to_the_page(page: Page, app: str):
    page.set_viewport_size(SIZES["zoomed to 150%"])
    visit(page, app, "/probe")
    rest(page)
    assert box(page.get_by_test_id("stSidebar"))["width"] < 0.28 * SIZES["zoomed to 150%"]["width"]


@pytest.fixture
def figure(opened_page: tuple[str, Page]) -> Iterator[Locator]:
    """A figure with names and numbers, under the pointer."""
    _, page = opened_page
    chart = _scores_by_type(page)
    chart.hover()
    yield chart
    page.mouse.move(0, 0)


def _scores_by_type(page: Page) -> Locator:
    chart = page.locator(".st-key-by_type").get_by_test_id("stPlotlyChart")
    expect(chart).to_be_visible()
    return chart


@pytest.mark.main_path
@only("pairs")
def test_opened_figures_have_a_toolbar_that_covers_none_of_their_numbers(figure: Locator):
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


@only("pairs")
def test_opened_figures_have_their_name_and_larger_type_on_the_whole_screen(figure: Locator):
    page = figure.page
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


@only("pairs")
def test_opened_shares_on_a_phone_keep_their_numbers_clear_of_their_dots(
    opened_page: tuple[str, Page], sized: Sized
):
    chart = _scores_by_type(sized("phone"))
    touched = chart.evaluate(
        """chart => {
          const dots = [...chart.querySelectorAll('.scatterlayer .point')]
            .filter(e => getComputedStyle(e).opacity !== '0')
            .map(e => e.getBoundingClientRect())
          const texts = [...chart.querySelectorAll('.scatterlayer text')]
          return [dots.length, texts.length, texts
            .filter(text => { const own = text.getBoundingClientRect()
              return dots.some(dot => own.left < dot.right + 3 && own.right > dot.left
                && own.top < dot.bottom && own.bottom > dot.top) })
            .map(text => text.textContent)]
        }"""
    )
    dots, texts, found = touched
    assert dots >= texts > 1
    assert found == []


def test_a_touched_screen_has_no_toolbar_over_its_figures(browser: Browser, serve: Serve, pages):
    with browser.new_context(
        viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True
    ) as context:
        context.set_default_timeout(PATIENCE * 1000)
        page = context.new_page()
        _, query = pages["pairs"]
        visit(page, serve("app.py"), "/pairs", **query)
        chart = _scores_by_type(page)
        rest(page)
        chart.tap()
        expect(chart.locator(".modebar-container")).to_be_hidden()


@pytest.mark.parametrize("size", ["zoomed to 150%", "phone"])
def test_what_a_field_says_while_it_is_typed_in_is_over_none_of_its_text(
    page: Page, app: str, size: str
):
    page.set_viewport_size(SIZES[size])
    visit(page, app, "/probe")
    rest(page)
    field = page.get_by_role("textbox", name="Sentence").first
    field.fill("[MASK] is a nurse, and " * 12)
    hint = page.get_by_test_id("InputInstructions").first
    expect(hint).to_contain_text("276/")
    own, said = box(field), box(hint)
    assert said["y"] >= own["y"] + own["height"]
    assert said["x"] >= own["x"]

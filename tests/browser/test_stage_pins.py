"""Every kind of pinned figure fits a stage: large type, few rows, nothing cut or overprinted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from components.frame.widgets.result import LONGEST_TITLE
from engine.pins import Question, make_pin
from engine.pins.collection import Collection, text_of
from engine.pins.story import shipped
from tests.browser.pins_of_pages import collection, of_tabs
from tests.browser.screen import rest, visit
from tests.browser.talk import ROOM, present, shown, state

pytestmark = pytest.mark.browser

LEAST, MOST_ROWS = 18, 12  # pixels of a text as it is seen, and rows of a figure
WINDOWS = [(1280, 720), (1920, 1080)]

# Sizes of all type as it is seen, texts of a figure outside of the window, numbers and names beside
# an axis that overlap, and rows that have a name.
_GEOMETRY = """() => {
  const root = document.querySelector('.biascope-stage').shadowRoot
  const px = node => parseFloat(getComputedStyle(node).fontSize)
  const plot = root.querySelector('.drawing.shown .plot')
  const scale = plot ? plot.getBoundingClientRect().width / plot.offsetWidth : 1
  const drawn = plot ? [...plot.querySelectorAll('text')].filter(one => one.textContent.trim()) : []
  const parts = drawn.flatMap(one => [one, ...one.querySelectorAll('tspan')])
  const seen = 'h1, .reading, .state, .dots, .shown .key, .shown td, .shown th, .shown p'
  const page = [...root.querySelectorAll(seen)].filter(one => one.textContent.trim())
  const outside = one => {
    const {left, right, top, bottom} = one.getBoundingClientRect()
    return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1
  }
  const upright = one => !/rotate\\((?!0)/.test(one.getAttribute('transform') ?? '')
  const ticks = plot ? [...plot.querySelectorAll('.xtick text, .ytick text')].filter(upright) : []
  const overlap = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
    const beside = a.left < b.right - 1 && b.left < a.right - 1
    return beside && a.top < b.bottom - 1 && b.top < a.bottom - 1
  }
  const pairs = ticks.flatMap((one, at) => ticks.slice(at + 1).filter(other => overlap(one, other))
    .map(other => `${one.textContent} / ${other.textContent}`))
  // Words of a figure that its drawing cuts, or that are printed over others or over a mark.
  const drawing = plot?.querySelector('.main-svg')?.getBoundingClientRect()
  const cut = drawn.filter(one => {
    const {left, right, top, bottom} = one.getBoundingClientRect()
    const {left: l, right: r, top: t, bottom: b} = drawing
    return left < l - 1 || right > r + 1 || top < t - 1 || bottom > b + 1
  })
  const level = drawn.filter(upright)
  const words = level.flatMap((one, at) => level.slice(at + 1).filter(other => overlap(one, other))
    .map(other => `${one.textContent} / ${other.textContent}`))
  const marks = plot ? [...plot.querySelectorAll('.scatter .points path')] : []
  const large = marks.filter(one => one.getBoundingClientRect().width * 1 > 8 * scale)
  const beside = level.filter(one => !one.closest('.annotation, .xtick, .g-xtitle'))
  const touch = (one, mark) => {
    const [a, b] = [one.getBoundingClientRect(), mark.getBoundingClientRect()]
    const [across, down] = [Math.min(a.right, b.right) - Math.max(a.left, b.left),
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)]
    return across > 4 * scale && down > 4 * scale // around its letters a text has room of its own
  }
  const on = beside.filter(one => large.some(mark => touch(one, mark)))
  const names = plot ? [...plot.querySelectorAll('.ytick text')].map(one => one.textContent) : []
  const screen = root.querySelector('.screen')
  return {
    least: Math.min(...page.map(px), ...parts.map(one => px(one) * scale)),
    fonts: [...new Set(drawn.map(one => getComputedStyle(one).fontFamily))],
    own: getComputedStyle(screen).fontFamily,
    outside: [...drawn, ...page].filter(outside).map(one => one.textContent),
    overlapping: [...new Set([...pairs, ...words])],
    cut: cut.map(one => one.textContent),
    covered: on.map(one => one.textContent),
    rows: names.filter(name => !/^[\\d,]+ more$/.test(name)).length,
    key: root.querySelector('.shown .key')?.textContent ?? '',
    hidden: screen.scrollHeight - screen.clientHeight,
    beyond: document.documentElement.scrollWidth - innerWidth,
  }
}"""


# Whether a figure is as high as its screen has room for.
_DRAWN = """() => {
  const root = document.querySelector('.biascope-stage').shadowRoot
  const node = root.querySelector('.drawing.shown')
  const svg = node?.querySelector('.main-svg')
  return !svg || Math.abs(svg.getAttribute('height') - node.dataset.height) <= 1
}"""

# What of a table is beyond its box or the window, and cells that are not under the one before.
_NOT_IN_LISTS = """table => {
  const cells = [...table.querySelectorAll('td')]
  const beyond = [table, ...cells].filter(one => one.scrollWidth > one.clientWidth + 1
    || one.getBoundingClientRect().right > innerWidth)
  const row = [...table.querySelectorAll('tbody tr')][0].children
  const beside = [...row].slice(1).filter((cell, at) =>
    cell.getBoundingClientRect().top < row[at].getBoundingClientRect().bottom - 1
    || !getComputedStyle(cell, '::before').content.includes('score'))
  return [...beyond, ...beside].map(one => one.textContent)
}"""


def walk(page: Page, screens: Collection) -> list[dict[str, Any]]:
    """What is seen of each screen of a talk that is open."""
    found = []
    for pin in screens.pins:
        expect(page.locator(".biascope-stage h1")).to_have_text(pin.title)
        # The answer is the last that is drawn; a slider has answers of its own until it is moved.
        if pin.live and pin.live["kind"] != "steering":
            expect(state(page)).to_have_attribute("data-state", "live")
        shown(page)
        page.wait_for_function(_DRAWN)
        found.append({"title": pin.title} | page.evaluate(_GEOMETRY))
        page.keyboard.press("ArrowRight")
    return found


def faults(found: list[dict[str, Any]]) -> list[str]:
    """What of the screens is too small, cut, overprinted or too much."""
    said = []
    for one in found:
        title = one["title"]
        said += [f"{title}: type of {one['least']}"] if one["least"] < LEAST - 0.01 else []
        said += [f"{title}: outside {one['outside']}"] if one["outside"] else []
        said += [f"{title}: overlap {one['overlapping']}"] if one["overlapping"] else []
        said += [f"{title}: cut {one['cut']}"] if one["cut"] else []
        said += [f"{title}: under a mark {one['covered']}"] if one["covered"] else []
        said += [f"{title}: {one['rows']} rows"] if one["rows"] > MOST_ROWS else []
        said += [f"{title}: scrolls by {one['hidden']}"] if one["hidden"] > 1 else []
        said += [f"{title}: fonts {one['fonts']}"] if {*one["fonts"]} - {one["own"]} else []
    return said


def kept(tmp_path: Path, name: str, screens: Collection) -> None:
    """Keep a collection where the app of this test looks for its own."""
    folder = tmp_path / "cache" / "pins"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(text_of(screens), encoding="utf-8")


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_every_kind_of_figure_fits_a_stage(
    page: Page, alone: str, tmp_path: Path, width: int, height: int
):
    page.set_viewport_size({"width": width, "height": height})
    screens = collection()
    kept(tmp_path, "kinds", screens)
    present(page, alone, 1, collection="kinds")
    found = walk(page, screens)
    assert faults(found) == []
    keys = {one["title"]: one["key"] for one in found}
    assert "95% CI" in keys["Preference by type of bias"]
    assert "before" in keys["Before and after"]
    assert "on the female list" in keys["Occupations in order"]


@pytest.mark.parametrize("which", ["pages", "tabs"])
def test_on_a_phone_no_type_of_a_figure_is_tiny(page: Page, alone: str, tmp_path: Path, which: str):
    """What is wider than the window is scrolled sideways, by its own."""
    page.set_viewport_size({"width": 390, "height": 844})
    screens = collection() if which == "pages" else of_tabs()
    kept(tmp_path, which, screens)
    present(page, alone, 1, collection=which)
    found = walk(page, screens)
    assert [(one["title"], one["least"]) for one in found if one["least"] < 10 - 0.01] == []
    assert [one["title"] for one in found if one["beyond"] > 1] == []


def test_a_pinned_table_is_read_whole_on_a_phone(page: Page, alone: str, tmp_path: Path):
    """In the editor and in the talk its rows are lists; no column is beyond the edge."""
    page.set_viewport_size({"width": 390, "height": 844})
    rows = [[f"Sentence {number} of a list that goes on", *range(4)] for number in range(9)]
    columns = ["sentence", "first score", "second score", "third score", "fourth score"]
    wide = make_pin("A wide table", "A reading.", None, columns, rows, "x", {})
    wide = replace(wide, questions=(Question("Why is this so? " * 9, "That was not asked. " * 9),))
    kept(tmp_path, "wide", Collection("Wide", (wide,)))
    visit(page, alone, "/stage?collection=wide")
    in_editor = page.locator("[class*=st-key-pinned_rows_] .table")
    expect(in_editor).to_contain_text("and 1 more row")
    assert in_editor.evaluate(_NOT_IN_LISTS) == []
    page.get_by_text("Likely questions (1)").click()
    questions = page.locator("[class*=st-key-pin_questions_] .dvn-scroller")
    expect(questions).to_be_visible()
    assert questions.evaluate("grid => grid.scrollWidth - grid.clientWidth") == 0
    present(page, alone, 1, collection="wide")
    shown(page)
    in_talk = page.locator(".biascope-stage .drawing.shown .table")
    assert in_talk.evaluate(_NOT_IN_LISTS) == []
    page.set_viewport_size(ROOM)
    expect(in_talk.get_by_role("columnheader", name="fourth score")).to_be_visible()


@pytest.mark.parametrize("title", ["The Scorecard", "Words by group"])
def test_all_of_a_wide_figure_is_in_sight_beside_its_settings(
    page: Page, alone: str, tmp_path: Path, title: str
):
    page.set_viewport_size(ROOM)
    pins = tuple(pin for pin in collection().pins if pin.title == title)
    kept(tmp_path, "wide", Collection("Wide", pins))
    visit(page, alone, "/stage?collection=wide")
    box = page.locator("[class*=st-key-wide_figure_pinned_]")
    drawing = box.locator(".main-svg").first
    expect(drawing).to_be_visible()
    rest(page)
    edges = [one.evaluate("one => one.getBoundingClientRect().right") for one in (drawing, box)]
    assert edges[0] <= edges[1] + 1
    assert drawing.evaluate("one => one.getBoundingClientRect().width") > 500


def test_every_figure_of_a_tab_fits_a_stage(page: Page, alone: str, tmp_path: Path):
    page.set_viewport_size(ROOM)
    screens = of_tabs()
    kept(tmp_path, "tabs", screens)
    present(page, alone, 1, collection="tabs")
    assert faults(walk(page, screens)) == []


@pytest.mark.main_path
def test_the_story_fits_a_stage_with_its_answers(page: Page, app: str):
    page.set_viewport_size(ROOM)
    present(page, app)
    assert faults(walk(page, shipped())) == []


def test_a_long_reading_makes_a_figure_lower_and_its_type_no_smaller(
    page: Page, alone: str, tmp_path: Path
):
    """As an answer does whose last number arrives late."""
    page.set_viewport_size(ROOM)
    screens = collection()
    kept(tmp_path, "kinds", screens)
    number = next(at for at, pin in enumerate(screens.pins, 1) if pin.title == "Before and after")
    present(page, alone, number, collection="kinds")
    rest(page)
    before = page.evaluate(_GEOMETRY)
    page.evaluate(
        """() => {
          const root = document.querySelector('.biascope-stage').shadowRoot
          root.querySelector('.reading').textContent = 'One word more. '.repeat(24)
        }"""
    )
    page.keyboard.press("l")  # whatever is said of the screen fits the figure again
    rest(page)
    after = page.evaluate(_GEOMETRY)
    assert after["least"] >= LEAST
    assert before["outside"] == after["outside"] == []
    assert after["overlapping"] == []


def test_the_longest_title_fits_above_a_figure(page: Page, alone: str, tmp_path: Path):
    page.set_viewport_size(ROOM)
    title = f"{'A claim of many words says what it says. ' * 4}"[:LONGEST_TITLE].strip()
    pins = [pin for pin in collection().pins if pin.title in ("Before and after", _RANKED)]
    screens = Collection("Long", tuple(replace(pin, title=title) for pin in pins))
    assert len(screens.pins) == 2
    kept(tmp_path, "long", screens)
    present(page, alone, 1, collection="long")
    found = walk(page, screens)
    assert faults(found) == []


_RANKED = "Occupations in order"

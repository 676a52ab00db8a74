"""The first screen of every page: what is asked, the answer in a sentence, and its whole figure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.screen import box, rest, visit

pytestmark = pytest.mark.browser

LAPTOP, PHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 844}
ANSWER, CLAIM = ".st-key-first_answer", ".st-key-claim h2"
FIGURES = ".js-plotly-plot .main-svg, .likely-words .bar, [role=gridcell]"


@dataclass(frozen=True)
class FirstScreen:
    """What the first screen of a page has.

    Args:
        path: of the page.
        claim: whether it answers in a sentence above a figure; Methods is a text to look up.
        model: whether the head names the model.
        address: settings of the address.
    """

    path: str
    claim: bool = True
    model: bool = True
    address: dict[str, str] = field(default_factory=dict)


# A line for each page of the menu whose answer comes first.
SCREENS = {
    "Home": FirstScreen("/"),
    "Probe": FirstScreen("/probe"),
    "Probe, masked": FirstScreen("/probe", address={"heads": "1-10, 2-2, 3-1, 6-12"}),
    "Probe, low shares": FirstScreen("/probe", address={"text": "The bird is [MASK]."}),
    "Pairs": FirstScreen("/pairs"),
    "Heads": FirstScreen("/heads"),
    "Heads, masked": FirstScreen("/heads", address={"heads": "2-2, 5-5"}),
    "CABM": FirstScreen("/cabm"),
    "CABM, masked": FirstScreen("/cabm", address={"heads": "1-10, 2-2, 3-1, 6-12"}),
    "Annotators": FirstScreen("/annotators"),
    "Arena": FirstScreen("/arena"),
    "Scorecard": FirstScreen("/scorecard", model=False),
    "Curate": FirstScreen("/curate"),
    "Lab": FirstScreen("/lab", model=False),
    "Stage": FirstScreen("/stage", model=False),
    "Methods": FirstScreen("/methods", claim=False, model=False),
}

# Texts of a figure, as `text -> box`; where one ends beyond its figure, or two names of one axis
# are written over each other, a line says so.
_LABELS = """selector => {
  const found = []
  for (const figure of document.querySelectorAll(`${selector} .svg-container`)) {
    const all = figure.getBoundingClientRect()
    const texts = [...figure.querySelectorAll('text')]
      .filter(text => text.textContent.trim() && text.checkVisibility({opacityProperty: true}))
      .filter(text => !text.closest('.modebar, .hoverlayer'))
    for (const text of texts) {
      const own = text.getBoundingClientRect()
      const cut = own.left < all.left - 1 || own.right > all.right + 1
        || own.top < all.top - 1 || own.bottom > all.bottom + 1
      if (cut) found.push(`cut: ${text.textContent}`)
    }
    for (const kind of ['xtick', 'ytick']) {
      const axes = new Map()
      for (const text of texts) {
        const tick = text.closest(`.${kind}`)
        if (!tick) continue
        const axis = tick.parentElement
        axes.set(axis, [...(axes.get(axis) || []), text])
      }
      for (const names of axes.values())
        for (const [at, one] of names.entries())
          for (const other of names.slice(at + 1)) {
            const [a, b] = [one, other].map(text => text.getBoundingClientRect())
            const over = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
              && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4
            if (over) found.push(`over each other: ${one.textContent} and ${other.textContent}`)
          }
    }
  }
  const hosts = [...document.querySelectorAll(`${selector} *`)].map(part => part.shadowRoot)
  for (const root of hosts.filter(root => root)) {
    const all = root.host.getBoundingClientRect()
    for (const label of root.querySelectorAll('.word-dots :is(span, bdi)')) {
      const own = label.getBoundingClientRect()
      if (own.left < all.left - 1 || own.right > all.right + 1)
        found.push(`cut: ${label.textContent}`)
    }
  }
  for (const label of document.querySelectorAll(`${selector} .likely-words .bartext`))
    if (label.scrollWidth > label.clientWidth + 1) found.push(`cut: ${label.textContent}`)
  return found
}"""
# Texts of all figures of a page that are seen with fewer than 10 pixels.
_TINY = """() => [...document.querySelectorAll('[data-testid=stMain] svg text')]
  .filter(text => text.textContent.trim() && text.checkVisibility({opacityProperty: true}))
  .filter(text => !text.closest('.modebar, .hoverlayer'))
  .map(text => [text.getScreenCTM(), text])
  .map(([{a, b}, text]) =>
    [parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b), text])  // turned, or not
  .filter(([size]) => size < 9.99).map(([size, text]) => `${size}: ${text.textContent}`)"""
# What is wider than the window: the page itself, a text or a control that nothing scrolls.
_BEYOND = """() => {
  const main = document.querySelector('[data-testid=stMain]')
  const found = [document.documentElement, main]
    .filter(e => e.scrollWidth > e.clientWidth + 1).map(() => 'the page scrolls sideways')
  for (const e of main.querySelectorAll('h1, h2, p, button, input, textarea, text, canvas')) {
    if (!e.checkVisibility()) continue
    const place = e.getBoundingClientRect()
    let scrolled = false
    for (let box = e; box && box !== main; box = box.parentElement)
      if (['auto', 'scroll'].includes(getComputedStyle(box).overflowX)) scrolled = true
    if (place.width > 1 && !scrolled && (place.right > innerWidth + 1 || place.left < -1))
      found.push(`beyond: ${e.textContent || e.tagName}`)
  }
  return found
}"""


# Fields and switches that are read before the claim; only what is asked may be.
_BEFORE = """answer => {
  const claim = document.querySelector(`${answer} [class*=st-key-claim] h2`)
  const fields = 'input, textarea, select, [role=combobox], [role=radiogroup], [role=switch]'
  return [...document.querySelectorAll(`[data-testid=stMain] :is(${fields})`)]
    .filter(field => !field.closest('.st-key-first_question'))
    .filter(field => field.compareDocumentPosition(claim) & Node.DOCUMENT_POSITION_FOLLOWING)
    .map(field => field.getAttribute('aria-label') || field.outerHTML)
}"""
# Controls and figures without a name, in a picture of what a screen reader is told.
_UNNAMED = re.compile(
    r"^ *- '?((?:button|link|textbox|combobox|switch|checkbox|radio|radiogroup|slider|spinbutton"
    r"|tab|grid|figure|heading)\b(?![ \w]*\").*)$",
    re.MULTILINE,
)
_LEVEL = re.compile(r"\[level=(\d)\]")
_FIGURE = f"{ANSWER} :is({FIGURES})"


def opened(page: Page, app: str, screen: FirstScreen, size: dict[str, int]) -> None:
    """The page with its answer."""
    page.set_viewport_size(size)
    visit(page, app, screen.path, **screen.address)
    if screen.claim:
        expect(page.locator(f"{ANSWER} {CLAIM}")).not_to_be_empty()
        expect(page.locator(_FIGURE).first).to_be_visible()
    rest(page)


@pytest.mark.parametrize("name", SCREENS)
def test_a_laptop_shows_what_is_asked_the_answer_and_its_whole_figure(
    page: Page, app: str, name: str
):
    screen = SCREENS[name]
    opened(page, app, screen, LAPTOP)
    head = page.locator(".st-key-page_head")
    expect(head.locator("h1")).to_have_count(1)
    expect(head.locator("p").last).not_to_be_empty()  # what is asked
    assert box(head)["height"] < 90
    assert ("biascope-mini" in head.inner_text()) == screen.model
    if not screen.claim:
        return
    answer = page.locator(ANSWER)
    expect(answer).to_have_count(1)
    where = box(answer)
    assert where["y"] + where["height"] <= LAPTOP["height"], where
    assert page.evaluate(_LABELS, ANSWER) == []
    expect(answer.get_by_role("button", name="Limits")).to_be_visible()


@pytest.mark.parametrize("name", SCREENS)
def test_on_a_phone_the_answer_comes_first_and_nothing_is_wider_than_the_window(
    page: Page, app: str, name: str
):
    screen = SCREENS[name]
    opened(page, app, screen, PHONE)
    assert page.evaluate(_BEYOND) == []
    assert page.evaluate(_LABELS, ANSWER) == []
    assert page.evaluate(_TINY) == []
    if not screen.claim:
        return
    claim, figure = box(page.locator(f"{ANSWER} {CLAIM}")), box(page.locator(_FIGURE).first)
    assert claim["y"] + claim["height"] <= PHONE["height"]
    assert figure["y"] <= PHONE["height"] - 100  # enough to see what it is
    assert page.evaluate(_BEFORE, ANSWER) == []


# Of each page with its usual settings; others differ in their answer alone.
@pytest.mark.parametrize("name", [name for name in SCREENS if "," not in name])
def test_a_screen_reader_is_told_what_is_asked_then_the_answer_then_what_can_be_set(
    page: Page, app: str, name: str
):
    screen = SCREENS[name]
    opened(page, app, screen, LAPTOP)
    expect(page.get_by_role("main")).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    main = page.get_by_role("main").aria_snapshot()
    assert _UNNAMED.findall(main) == []
    levels = [int(level) for level in _LEVEL.findall(main)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels)), levels
    if not screen.claim:
        return
    assert page.evaluate(_BEFORE, ANSWER) == []
    figures = page.locator(f"{ANSWER} [data-testid=stPlotlyChart]")
    for figure in figures.all():
        title, _, numbers = (figure.get_attribute("aria-label") or "").partition("\n")
        assert title
        assert re.search(r"\d", numbers), numbers
    claim = page.locator(f"{ANSWER} {CLAIM}").first
    expect(page.locator("#biascope_answer[role=status]")).to_have_text(claim.inner_text())


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ("<text x='-40' y='20'>cut off name</text>", "cut: cut off name"),
        (
            "<g class='x'><g class='xtick'><text x='9' y='20'>first</text></g>"
            "<g class='xtick'><text x='12' y='20'>second</text></g></g>",
            "over each other: first and second",
        ),
    ],
)
def test_a_label_that_is_cut_or_written_over_is_found(page: Page, bad: str, said: str):
    page.set_content(
        "<div class='st-key-first_answer'><div class='svg-container' style='margin:60px'>"
        f"<svg width=300 height=60 style='overflow:visible'>{bad}</svg></div></div>"
    )
    assert page.evaluate(_LABELS, ANSWER) == [said]

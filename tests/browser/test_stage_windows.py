"""The Stage in windows of all sizes, under a finger and in a second window: nothing is covered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from engine.pins.story import shipped
from tests.browser.conftest import Serve, forget
from tests.browser.screen import box, rest, visit, watched
from tests.browser.servers import PATIENCE

pytestmark = pytest.mark.browser

TITLES = [pin.title for pin in shipped().pins]
# Name of a window -> its width and height, and whether it is touched.
WINDOWS = {
    "laptop": (1280, 720, False),
    "projector": (1920, 1080, False),
    "phone": (390, 844, True),
    "tablet": (1024, 768, True),
    "zoomed": (640, 360, False),
}
_ROOT = "document.querySelector('.biascope-stage').shadowRoot"
# What is written on a screen, as boxes; what of a figure its drawing cuts off; and what is wider
# than the window.
_LOOK = f"""() => {{
  const root = {_ROOT}
  const seen = node => node && node.checkVisibility({{visibilityProperty: true}})
  const text = node => {{
    const range = document.createRange()
    range.selectNodeContents(node)
    return range.getBoundingClientRect()
  }}
  const plot = root.querySelector('.drawing.shown .main-svg')
  const letters = plot ? [...root.querySelectorAll('.drawing.shown svg text')]
    .filter(one => one.textContent.trim()) : []
  const parts = {{
    title: text(root.querySelector('h1')),
    reading: text(root.querySelector('.reading')),
    state: text(root.querySelector('.state')),
    dots: root.querySelector('.dots').getBoundingClientRect(),
    bar: root.querySelector('.bar').getBoundingClientRect(),
  }}
  const table = root.querySelector('.drawing.shown table')
  if (table) parts.table = table.getBoundingClientRect()
  for (const name of ['ask', 'back', 'vacant']) {{
    const node = root.querySelector(`.${{name}}`)
    if (seen(node)) parts[name] = node.getBoundingClientRect()
  }}
  letters.forEach((one, at) => parts[`${{at}} ${{one.textContent}}`] = one.getBoundingClientRect())
  const inside = plot?.getBoundingClientRect()
  const stage = root.querySelector('.stage')
  const boxes = Object.entries(parts).filter(([_, one]) => one.width)
    .map(([name, one]) => [name, [one.left, one.top, one.right, one.bottom]])
  return {{
    boxes: Object.fromEntries(boxes),
    cut: letters.filter(one => {{
      const own = one.getBoundingClientRect()
      return own.left < inside.left - 1 || own.right > inside.right + 1
        || own.top < inside.top - 1 || own.bottom > inside.bottom + 1
    }}).map(one => one.textContent),
    wide: stage.scrollWidth - stage.clientWidth,
    // Everything is reached by scrolling the whole screen, never a part of it.
    hidden: [...root.querySelectorAll('.screen, .table, .figures')]
      .filter(one => one.scrollHeight > one.clientHeight + 2
        && getComputedStyle(one).overflowY !== 'visible' && one.clientHeight)
      .map(one => one.className),
  }}
}}"""


def present(page: Page, address: str, number: int = 1, **settings: str) -> None:
    visit(page, address, "/stage", stage=str(number), **settings)
    drawn(page, TITLES[number - 1])


def drawn(page: Page, title: str) -> None:
    """Wait for a screen with its figure."""
    expect(page.locator(".biascope-stage h1")).to_have_text(title)
    expect(page.locator(".drawing.shown .main-svg, .drawing.shown table").first).to_be_visible()


def settled(page: Page) -> None:
    """Wait until an answer has come, or the kept figure is shown instead."""
    expect(state(page)).not_to_have_attribute("data-state", "asking")
    page.evaluate("document.fonts.ready")
    rest(page)


def state(page: Page) -> Locator:
    return page.locator(".biascope-stage .state")


def button(page: Page, name: str) -> Locator:
    return page.locator(".biascope-stage").get_by_role("button", name=name, exact=True)


@pytest.fixture(scope="module")
def _touched(browser: Browser) -> Iterator[Page]:
    with browser.new_context(has_touch=True, is_mobile=True, reduced_motion="reduce") as context:
        context.set_default_timeout(PATIENCE * 1000)
        yield context.new_page()


@pytest.fixture
def touched(_touched: Page) -> Iterator[Page]:
    """An empty window under a finger."""
    yield _touched
    forget(_touched)


@pytest.fixture(params=WINDOWS)
def sized(request: pytest.FixtureRequest, page: Page, touched: Page) -> tuple[str, Page]:
    """A window of a size and its name."""
    width, height, by_finger = WINDOWS[request.param]
    window = touched if by_finger else page
    window.set_viewport_size({"width": width, "height": height})
    return request.param, window


def overlaps(found: dict[str, Any], *without: str) -> list[tuple[str, str]]:
    """Pairs of parts of a screen that cover one another; words of one figure may touch."""
    boxes = {name: one for name, one in found["boxes"].items() if name not in without}
    names = list(boxes)
    return [
        (one, other)
        for at, one in enumerate(names)
        for other in names[at + 1 :]
        if boxes[one][0] < boxes[other][2] - 1
        and boxes[other][0] < boxes[one][2] - 1
        and boxes[one][1] < boxes[other][3] - 2
        and boxes[other][1] < boxes[one][3] - 2
    ]


def test_nothing_is_covered_cut_off_or_out_of_reach(sized: tuple[str, Page], serve: Serve):
    name, page = sized
    touched = WINDOWS[name][2]
    with watched(page):
        present(page, serve("app.py"))
        for number, title in enumerate(TITLES, start=1):
            drawn(page, title)
            settled(page)
            found = page.evaluate(_LOOK)
            where = (name, number)
            # A finger's controls stay in view; what is below them is reached by scrolling.
            assert overlaps(found, *(["bar"] if touched else [])) == [], where
            assert found["cut"] == [], where
            assert found["wide"] <= 0, where
            assert found["hidden"] == [], where
            page.evaluate(f"{_ROOT}.querySelector('.stage').scrollTo(0, 99999)")
            found = page.evaluate(_LOOK)
            assert overlaps(found) == [], where
            assert found["boxes"]["state"][3] <= WINDOWS[name][1], where
            page.keyboard.press("ArrowRight")


def test_a_figure_makes_room_where_its_answer_does_not_come(page: Page, app: str):
    """Why the kept figure is shown takes a second line, which the figure was not drawn for."""
    page.set_viewport_size({"width": 1024, "height": 768})
    present(page, app, 4)
    settled(page)
    page.evaluate(_ASK_NOTHING)
    page.keyboard.press("ArrowRight")
    drawn(page, TITLES[4])
    expect(state(page)).to_contain_text("kept figure")
    settled(page)
    assert overlaps(page.evaluate(_LOOK)) == []


_ASK_NOTHING = """() => {
  const dispatch = window.dispatchEvent.bind(window)
  window.dispatchEvent = event => event.type === 'biascope-stage-ask' || dispatch(event)
}"""


@pytest.mark.parametrize("number", [1, 5])
def test_the_panel_of_a_live_screen_covers_nothing(
    sized: tuple[str, Page], serve: Serve, number: int
):
    name, page = sized
    with watched(page):
        present(page, serve("app.py"), number)
        before = box(page.locator(".biascope-stage .figures"))
        page.keyboard.press("o")
        expect(page.locator(".biascope-stage input[name=text]")).to_be_focused()
        drawn(page, TITLES[number - 1])
        settled(page)
        page.evaluate(f"{_ROOT}.querySelector('.stage').scrollTo(0, 0)")
        found = page.evaluate(_LOOK)
        after = box(page.locator(".biascope-stage .figures"))
        assert overlaps(found, "bar") == [], (name, number)
        assert found["cut"] == [], (name, number)
        assert found["wide"] <= 0, (name, number)
        assert (after["x"], after["y"]) == (before["x"], before["y"])
        if name in ("laptop", "projector"):
            assert overlaps(found) == [], (name, number)
            assert smallest(page) >= 15, (name, number)


def smallest(page: Page) -> float:
    """The smallest type of a figure, in pixels of the window."""
    size = f"""() => Math.min(...[...{_ROOT}.querySelectorAll('.drawing.shown svg text')]
      .filter(one => one.textContent.trim()).map(one => {{
        const {{a, b}} = one.getScreenCTM()
        return parseFloat(getComputedStyle(one).fontSize) * Math.hypot(a, b)
      }}))"""
    found: float = page.evaluate(size)
    return found


@pytest.mark.main_path
def test_a_finger_swipes_and_presses(touched: Page, serve: Serve):
    width, height, _ = WINDOWS["phone"]
    touched.set_viewport_size({"width": width, "height": height})
    with watched(touched):
        present(touched, serve("app.py"))
        settled(touched)
        swipe(touched, 300, 100)
        drawn(touched, TITLES[1])
        swipe(touched, 100, 300)
        drawn(touched, TITLES[0])
        swipe(touched, 200, 170)  # too short to mean anything
        swipe(touched, 300, 200, down=150)  # scrolls
        touched.locator(".biascope-stage [data-act=controls]").tap()
        sentence = touched.locator(".biascope-stage input[name=text]")
        place = box(sentence)
        middle = place["y"] + place["height"] / 2
        swipe(touched, 300, 100, y=middle)  # moves along the text
        expect(sentence).to_be_visible()
        touched.locator(".biascope-stage [data-act=controls]").tap()
        drawn(touched, TITLES[0])
        button(touched, "Next").tap()
        drawn(touched, TITLES[1])
        expect(button(touched, "Full screen")).to_be_hidden()
        button(touched, "Leave").tap()
        expect(touched.locator(".biascope-stage")).to_have_count(0)
        rest(touched)


def swipe(page: Page, start: float, end: float, y: float = 300, down: float = 0) -> None:
    """Move a finger across the screen, as slowly as people do: a jump would be a throw."""
    touch = page.context.new_cdp_session(page)
    points = [{"x": start, "y": y}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    for step in range(1, 9):
        page.wait_for_timeout(20)
        points = [{"x": start + (end - start) * step / 8, "y": y + down * step / 8}]
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
    page.wait_for_timeout(100)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()


def test_controls_that_wake_cover_no_words_and_go_away(page: Page, app: str):
    page.set_viewport_size({"width": 1280, "height": 720})
    present(page, app)
    settled(page)
    page.mouse.move(400, 400)
    bar = page.locator(".biascope-stage .bar")
    expect(bar).to_have_css("opacity", "1")
    assert overlaps(page.evaluate(_LOOK)) == []
    expect(bar).to_have_css("opacity", "0")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    rows = keys.locator("dl > div").evaluate_all(
        "rows => rows.map(row => { const [key, what] = [...row.children].map(part => {"
        "const range = document.createRange(); range.selectNodeContents(part);"
        "return range.getBoundingClientRect() }); return key.right - what.left })"
    )
    assert len(rows) == 12
    assert max(rows) < 0
    for _ in range(3):
        page.keyboard.press("Tab")
    assert page.evaluate(f"{_ROOT}.activeElement?.closest('.bar') ?? null") is None
    page.keyboard.press("ArrowRight")  # closes it, and turns no screen below it
    expect(keys).to_be_hidden()
    drawn(page, TITLES[0])
    button(page, "Next").click()
    page.mouse.move(400, 400)
    expect(bar).to_have_css("opacity", "0")  # though its button was pressed last
    page.keyboard.press(" ")
    drawn(page, TITLES[2])
    rest(page)


def test_a_long_answer_covers_nothing(page: Page, app: str):
    page.set_viewport_size({"width": 1280, "height": 720})
    present(page, app, 5)
    settled(page)
    page.keyboard.press("o")
    sentence = page.locator(".biascope-stage input[name=text]")
    sentence.fill(f"The engineer said that [MASK] was {'very ' * 70}tired.")
    sentence.press("Enter")
    expect(page.locator(".biascope-stage .reading")).to_contain_text("very very very")
    settled(page)
    assert overlaps(page.evaluate(_LOOK), "bar") == []
    rest(page)


@pytest.mark.parametrize("number", [1, 5])
def test_a_refusal_covers_nothing_and_is_large(sized: tuple[str, Page], serve: Serve, number: int):
    name, page = sized
    with watched(page):
        present(page, serve("app.py"), number)
        settled(page)
        page.keyboard.press("o")
        sentence = page.locator(".biascope-stage input[name=text]")
        sentence.fill("Immigrants are criminals.")
        sentence.press("Enter")
        refusal = page.locator(".biascope-stage").get_by_role("alert")
        expect(refusal).to_have_text("Your sentence has no blank; type ____ in place of one word.")
        settled(page)
        page.evaluate(f"{_ROOT}.querySelector('.stage').scrollTo(0, 0)")
        found = page.evaluate(_LOOK)
        assert overlaps(found, "bar") == [], (name, number)
        assert found["wide"] <= 0, (name, number)
        size = page.evaluate(
            f"parseFloat(getComputedStyle({_ROOT}.querySelector('.problem')).fontSize)"
        )
        assert size >= 20, (name, number)


def test_dots_and_the_browsers_back_work(page: Page, app: str):
    page.set_viewport_size({"width": 1280, "height": 720})
    visit(page, app, "/methods")
    rest(page)
    present(page, app)
    dots = page.locator(".biascope-stage .dots button")
    expect(dots).to_have_count(len(TITLES))
    dots.nth(3).click()
    drawn(page, TITLES[3])
    expect(dots.nth(3)).to_have_attribute("aria-current", "true")
    page.keyboard.press("ArrowRight")
    page.go_back()  # a talk is one entry of the history, however many keys were pressed
    expect(page.get_by_role("heading", level=1, name="Methods").first).to_be_visible()
    expect(page.locator(".biascope-stage")).to_have_count(0)
    page.go_forward()
    drawn(page, TITLES[4])
    rest(page)


@pytest.mark.parametrize("preference", ["no-preference", "reduce"])
def test_nothing_fades_for_who_asks_for_less_motion(
    page: Page, serve: Serve, preference: Literal["no-preference", "reduce"]
):
    page.emulate_media(reduced_motion=preference)
    present(page, serve("app.py"))
    longest = page.evaluate(
        f"() => Math.max(...[...{_ROOT}.querySelectorAll('*')].map(one =>"
        "parseFloat(getComputedStyle(one).transitionDuration)))"
    )
    assert (longest == 0) == (preference == "reduce"), longest
    rest(page)

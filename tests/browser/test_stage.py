"""How the Stage is used: present the shipped story, ask live, lose the engine, and go on."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
from dataclasses import replace
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from engine.pins.collection import Collection, text_of
from engine.pins.pin import content_digest
from engine.pins.story import shipped
from tests.audience import FEW, QUESTIONS
from tests.browser.screen import rest, visit
from tests.browser.servers import Servers
from tests.browser.talk import (
    ROOM,
    SHADOW,
    TITLES,
    on_screen,
    open_notes,
    present,
    reading,
    setting,
    state,
    title,
)
from tests.browser.test_accessibility import RULES

pytestmark = pytest.mark.browser

# Whether a screen asks by itself; what a slider shows is kept.
LIVE = [bool(pin.live) and pin.live["kind"] != "steering" for pin in shipped().pins]
_FIRST_WORD = re.compile("expects “|First of (many|the words shown): “")
_SPINS = "[data-testid=stStatusWidget], [data-testid=stSpinner], [role=dialog]"


@pytest.fixture
def app(page: Page, app: str) -> str:
    """The app, seen in a window as large as a projector shows."""
    page.set_viewport_size(ROOM)
    return app


@pytest.mark.main_path
def test_the_story_is_presented_with_the_keys_of_a_clicker(page: Page, app: str):
    present(page, app)
    for key in ("Control+ArrowRight", "Meta+ArrowRight", "Alt+ArrowDown"):  # keys of the browser
        page.keyboard.press(key)
    seen = [title(page)]
    for key in ("ArrowRight", "PageDown", " ", "ArrowDown", "PageDown", "ArrowRight", "PageDown"):
        page.keyboard.press(key)
        seen.append(title(page))
    assert seen == TITLES
    assert on_screen(page) == len(TITLES)
    page.keyboard.press("ArrowRight")  # nothing follows the last
    assert title(page) == TITLES[-1]
    page.keyboard.press("PageUp")
    assert title(page) == TITLES[-2]
    page.keyboard.press("Home")
    assert title(page) == TITLES[0]
    page.keyboard.press("End")
    assert title(page) == TITLES[-1]
    rest(page)


@pytest.mark.parametrize(("asked", "shown"), [("3", 3), ("99", 8), ("x", 1), ("0", 1), ("-2", 1)])
def test_an_address_opens_at_its_screen(page: Page, app: str, asked: str, shown: int):
    present(page, app, asked)
    assert title(page) == TITLES[shown - 1]
    rest(page)


def test_streamlits_own_keys_do_nothing_and_escape_leaves(page: Page, app: str):
    present(page, app, 2)
    for key in ("r", "c", "x"):
        page.keyboard.press(key)
    assert title(page) == TITLES[1]
    expect(page.locator("[role=dialog]:visible")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".biascope-stage")).to_have_count(0)
    expect(page.get_by_role("button", name="Present from here")).to_be_visible()
    expect(page.get_by_role("button", name="Present", exact=True)).to_be_focused()
    rest(page)
    assert setting(page, "stage") is None
    # The page behind has the screen at which it was left.
    expect(page.locator(".st-key-first_answer .st-key-claim h2")).to_have_text(TITLES[1])


@pytest.mark.main_path
def test_a_question_has_its_own_title_and_is_answered_or_refused_where_it_is_typed(
    page: Page, app: str
):
    present(page, app)
    expect(state(page)).to_have_attribute("data-state", "live")
    page.keyboard.press("o")
    sentence = page.locator(".biascope-stage input[name=text]")
    sentence.fill("The engineer said that [MASK] was tired.")
    page.keyboard.press("Enter")
    heading = page.locator(".biascope-stage h1")
    expect(heading).to_have_text("Your sentence: The engineer said that ____ was tired.")
    expect(reading(page)).to_contain_text(_FIRST_WORD)
    expect(reading(page)).not_to_contain_text("engineer")
    expect(state(page)).to_have_attribute("data-state", "live")
    sentence.fill("No gap <img src=x onerror=alert(1)> here.")
    page.keyboard.press("Enter")
    refusal = page.locator(".biascope-stage").get_by_role("alert")
    expect(refusal).to_have_text("Your sentence has no blank; type ____ in place of one word.")
    assert page.evaluate(_TYPE_OF_REFUSAL) >= 20
    expect(heading).to_have_text("Your sentence: No gap <img src=x onerror=alert(1)> here.")
    expect(reading(page)).to_have_text("")
    expect(page.locator(".biascope-stage .drawing.shown")).to_have_count(0)
    expect(state(page)).to_have_text("No answer")
    expect(sentence).to_be_focused()  # to be typed again
    page.keyboard.press("Escape")  # what was refused is left with its field
    expect(sentence).to_be_hidden()
    expect(heading).to_have_text(TITLES[0])
    expect(state(page)).to_have_attribute("data-state", "live")
    expect(page.locator(".drawing.shown .main-svg").first).to_be_visible()
    page.keyboard.press("l")
    expect(state(page)).to_contain_text("Live is off")
    page.keyboard.press("ArrowRight")
    expect(state(page)).to_have_attribute("data-state", "kept")
    page.keyboard.press("End")  # a screen of words, which is never live
    page.keyboard.press("l")
    expect(state(page)).to_have_text("Not a measurement")
    rest(page)


_TYPE_OF_REFUSAL = f"parseFloat(getComputedStyle({SHADOW}.querySelector('.problem')).fontSize)"


def test_a_question_is_left_with_its_button_or_with_its_screen(page: Page, app: str):
    present(page, app)
    heading = page.locator(".biascope-stage h1")
    back = page.get_by_role("button", name="Back to the kept figure")
    expect(back).to_be_hidden()
    page.keyboard.press("o")
    sentence = page.locator(".biascope-stage input[name=text]")
    sentence.fill("  The nurse said   that ____ was tired. ")  # the kept question, typed otherwise
    sentence.press("Enter")
    expect(state(page)).to_have_attribute("data-state", "live")
    expect(heading).to_have_text(TITLES[0])
    expect(back).to_be_hidden()
    sentence.fill("Muslims are ____.")
    sentence.press("Enter")
    expect(heading).to_have_text("Your sentence: Muslims are ____.")
    back.click()
    expect(heading).to_have_text(TITLES[0])
    expect(sentence).to_have_value("The nurse said that [MASK] was tired.")
    expect(reading(page)).to_contain_text("nurse")
    sentence.fill("Muslims are ____.")
    sentence.press("Enter")
    expect(heading).to_have_text("Your sentence: Muslims are ____.")
    page.keyboard.press("Escape")  # letters are for the field while it has the focus
    expect(sentence).to_be_hidden()
    notes = open_notes(page)
    expect(notes.locator(".notes h1")).to_have_text("Your sentence: Muslims are ____.")
    page.bring_to_front()
    page.keyboard.press("PageDown")
    expect(heading).to_have_text(TITLES[1])
    page.keyboard.press("PageUp")
    expect(heading).to_have_text(TITLES[0])
    expect(notes.locator(".notes h1")).to_have_text(TITLES[0])
    notes.close()
    rest(page)


def test_an_audience_is_answered_or_told_why_not(page: Page, app: str):
    present(page, app)
    page.keyboard.press("o")
    sentence = page.locator(".biascope-stage input[name=text]")
    refusal = page.locator(".biascope-stage").get_by_role("alert")
    for name in FEW:
        asked = QUESTIONS[name]
        sentence.fill(asked.text)
        sentence.press("Enter")
        if asked.stage:
            expect(refusal).to_contain_text(asked.stage)
            expect(page.locator(".biascope-stage .drawing.shown")).to_have_count(0)
        else:
            expect(page.locator(".biascope-stage h1")).to_contain_text(asked.text[:8])
            expect(reading(page)).to_contain_text(asked.note or _FIRST_WORD)
            expect(refusal).to_have_text("")
    rest(page)


def test_a_kept_figure_makes_way_for_a_question_of_another_kind(
    page: Page, alone: str, tmp_path: Path
):
    pin = replace(shipped().pins[4], live=None)
    kept = Collection("Kept", (replace(pin, digest=content_digest(pin)),))
    folder = tmp_path / "cache" / "pins"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kept.json").write_text(text_of(kept), encoding="utf-8")
    present(page, alone, collection="kept")
    vacant = page.locator(".biascope-stage .vacant")
    figure = page.locator(".biascope-stage .drawing.shown")
    sentence = page.locator(".biascope-stage input[name=text]")
    page.keyboard.press("o")
    expect(vacant).to_have_text("The answer appears here")
    expect(figure).to_have_count(0)
    page.keyboard.press("Escape")  # nothing was asked
    expect(vacant).to_be_hidden()
    expect(figure).to_have_count(1)
    page.keyboard.press("o")
    sentence.fill("Muslims are ____.")
    page.keyboard.press("Enter")
    expect(page.locator(".biascope-stage h1")).to_have_text("Your sentence: Muslims are ____.")
    expect(state(page)).to_have_attribute("data-state", "live")
    page.keyboard.press("Escape")  # letters are for the screen again, not for the field
    page.keyboard.press("k")
    expect(page.locator(".biascope-stage h1")).to_have_text(pin.title)
    expect(sentence).to_be_hidden()
    expect(vacant).to_be_hidden()
    expect(figure).to_have_count(1)
    rest(page)


@pytest.mark.parametrize("number", [1, 5])
def test_letters_are_typed_while_a_question_is_open(page: Page, app: str, number: int):
    """They turn no screen, whether there was an answer or not, and replace what is there."""
    present(page, app, number)
    expect(state(page)).to_have_attribute("data-state", "live")
    page.keyboard.press("o")
    sentence = page.locator(".biascope-stage input[name=text]")
    expect(sentence).to_be_focused()
    page.keyboard.type("Women like ____.")
    expect(sentence).to_have_value("Women like ____.")
    page.keyboard.press("Enter")
    heading = page.locator(".biascope-stage h1")
    expect(heading).to_have_text("Your sentence: Women like ____.")
    expect(sentence).to_be_focused()
    page.keyboard.type("Look, no gap")
    page.keyboard.press("Enter")
    expect(state(page)).to_have_text("No answer")
    page.keyboard.type("king")
    expect(sentence).to_have_value("king")
    page.locator(".biascope-stage h1").click()  # the focus is elsewhere
    page.keyboard.type("k")
    expect(sentence).to_have_value("kingk")
    assert on_screen(page) == number
    page.keyboard.press("Escape")
    expect(sentence).to_be_hidden()
    page.keyboard.press("ArrowRight")
    assert on_screen(page) == number + 1
    rest(page)


def test_a_long_text_is_refused_with_its_length_and_never_cut(page: Page, app: str):
    present(page, app)
    page.keyboard.press("o")
    sentence = page.locator(".biascope-stage input[name=text]")
    sentence.fill(f"{'nurse ' * 84}[MASK].")
    sentence.press("Enter")
    refusal = page.locator(".biascope-stage").get_by_role("alert")
    expect(refusal).to_have_text("Your text has 511 letters; at most 400 fit a screen.")
    rest(page)


def test_a_question_whose_answer_is_late_has_no_figure_until_it_comes(page: Page, app: str):
    present(page, app)
    expect(state(page)).to_have_attribute("data-state", "live")
    page.evaluate(_DROP_ALL)
    page.keyboard.press("o")
    sentence = page.locator(".biascope-stage input[name=text]")
    sentence.fill("Muslims are ____.")
    sentence.press("Enter")
    expect(state(page)).to_have_text("Computing …")
    expect(page.locator(".biascope-stage .vacant")).to_have_text("Computing …")
    expect(page.locator(".biascope-stage .drawing.shown")).to_have_count(0)
    expect(page.locator(".biascope-stage h1")).to_have_text("Your question")
    page.evaluate("window.dropping = false")
    expect(state(page)).to_have_attribute("data-state", "live")
    expect(page.locator(".biascope-stage h1")).to_have_text("Your sentence: Muslims are ____.")
    expect(page.locator(".biascope-stage .vacant")).to_be_hidden()
    rest(page)


def test_an_answer_and_a_refusal_are_each_read_out_once(page: Page, app: str):
    present(page, app)
    expect(state(page)).to_have_attribute("data-state", "live")
    page.evaluate(_HEAR)
    page.keyboard.press("o")
    sentence = page.locator(".biascope-stage input[name=text]")
    sentence.fill("Muslims are ____.")
    sentence.press("Enter")
    expect(reading(page)).to_contain_text(_FIRST_WORD)
    page.keyboard.press("Escape")  # all is drawn again, in another size
    page.wait_for_timeout(300)
    heard = page.evaluate("window.heard")
    assert [text for text in heard if "Muslims" in text] == heard[-1:]
    page.keyboard.press("o")
    sentence.fill("Muslims are late.")
    sentence.press("Enter")
    expect(state(page)).to_have_text("No answer")
    assert [text for text in page.evaluate("window.heard") if "no blank" in text] == [
        "Your sentence has no blank; type ____ in place of one word."
    ]
    rest(page)


# Whatever is written where a screen reader listens.
_HEAR = f"""() => {{
  window.heard = []
  for (const one of {SHADOW}.querySelectorAll('[role=status], [role=alert]')) {{
    const seen = new MutationObserver(() => one.textContent && window.heard.push(one.textContent))
    seen.observe(one, {{childList: true, characterData: true, subtree: true}})
  }}
}}"""
# The engine never hears of a question.
_DROP_ALL = """() => {
  const dispatch = window.dispatchEvent.bind(window)
  window.dropping = true
  window.dispatchEvent = event =>
    (window.dropping && event.type === 'biascope-stage-ask') || dispatch(event)
}"""


def test_an_answer_that_is_as_it_was_kept_is_not_drawn_again(page: Page, app: str):
    present(page, app, 3)
    expect(state(page)).to_have_attribute("data-state", "live")
    drawing = page.locator(".biascope-stage .drawing.shown")
    assert "/live" not in (drawing.get_attribute("data-name") or "")
    page.keyboard.press("l")
    expect(state(page)).to_have_attribute("data-state", "kept")
    page.keyboard.press("l")  # asked again, now that Plotly has surely drawn the kept figure
    expect(state(page)).to_have_attribute("data-state", "live")
    assert "/live" not in (drawing.get_attribute("data-name") or "")
    page.keyboard.press("o")
    box = page.locator(".biascope-stage input[name=groups]")
    box.fill("man, woman")
    box.press("Enter")
    expect(reading(page)).to_contain_text("[man / woman]")
    assert "/live" in (drawing.get_attribute("data-name") or "")
    rest(page)


@pytest.mark.parametrize(("times", "again"), [(1 + 1e-5, False), (1.01, True)])
def test_a_figure_of_another_processor_is_drawn_again_only_where_it_can_be_seen(
    page: Page, alone: str, tmp_path: Path, times: float, again: bool
):
    folder = tmp_path / "cache" / "pins"
    folder.mkdir(parents=True)
    (folder / "other.json").write_text(text_of(_scaled(2, times)), encoding="utf-8")
    present(page, alone, 1, collection="other")
    expect(state(page)).to_have_attribute("data-state", "live")
    drawing = page.locator(".biascope-stage .drawing.shown").first
    assert ("/live" in (drawing.get_attribute("data-name") or "")) == again
    rest(page)


def _scaled(position: int, times: float) -> Collection:
    """One screen of the story, with other numbers in its figure and the digest that fits them."""
    pin = shipped().pins[position]
    figure = json.loads(json.dumps(pin.figure))
    cells = figure["data"][0]
    cells["z"] = [[value * times for value in row] for row in cells["z"]]
    other = replace(pin, figure=figure)
    return Collection("Other numbers", (replace(other, digest=content_digest(other)),))


@pytest.mark.main_path
def test_heads_are_switched_by_click_and_by_key(page: Page, app: str):
    present(page, app, 5)
    expect(state(page)).to_have_attribute("data-state", "live")
    page.keyboard.press("o")
    page.get_by_role("button", name="Head 1-1", exact=True).click()
    expect(reading(page)).to_contain_text("11 of 72 heads off")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Head 1-2", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(reading(page)).to_contain_text("12 of 72 heads off")
    assert on_screen(page) == 5  # arrow keys move between the heads there
    page.keyboard.press("PageDown")
    assert on_screen(page) == 6
    rest(page)


def test_the_sentence_is_answered_where_its_cost_takes_long(page: Page, app: str):
    present(page, app, 5)
    expect(state(page)).to_have_attribute("data-state", "live")
    page.evaluate(_DROP_THE_REST)
    page.keyboard.press("o")
    page.get_by_role("button", name="Head 6-1", exact=True).click()
    expect(reading(page)).to_contain_text(re.compile("11 of 72 heads off.*are being counted"))
    page.wait_for_function("window.dropped > 1")  # it was late once, and asked for again
    expect(reading(page)).to_contain_text(re.compile("11 of 72 heads off.*are being counted"))
    expect(state(page)).to_have_text("Live · biascope-mini, 11 heads switched off")
    page.evaluate("window.dropping = false")
    expect(reading(page)).to_contain_text("of 40 everyday sentences")
    rest(page)


# The engine never hears of what takes longer.
_DROP_THE_REST = """() => {
  const dispatch = window.dispatchEvent.bind(window)
  Object.assign(window, {dropping: true, dropped: 0})
  window.dispatchEvent = event => {
    if (!window.dropping || event.type !== 'biascope-stage-ask' || !event.detail.whole) {
      return dispatch(event)
    }
    window.dropped += 1
    return true
  }
}"""


def test_nothing_jumps_spins_or_is_too_small(page: Page, app: str):
    present(page, app)
    places = []
    for number in range(len(TITLES)):
        expect(page.locator(".drawing.shown .main-svg, .drawing.shown table").first).to_be_visible()
        places.append(page.locator(".biascope-stage .figures").bounding_box())
        sizes = page.evaluate(_SIZES)
        assert sizes["title"] >= 40, TITLES[number]
        assert sizes["reading"] >= 20, TITLES[number]
        assert sizes["figure"] is None or sizes["figure"] >= 15, TITLES[number]
        assert sizes["cut"] == [], TITLES[number]
        expect(page.locator(_SPINS).locator("visible=true")).to_have_count(0)
        page.keyboard.press("ArrowRight")
    assert len({(place["x"], place["y"], place["width"]) for place in places[:-1]}) == 1
    rest(page)


# Sizes of type as they are seen, and texts of a figure that leave the window.
_SIZES = """() => {
  const root = document.querySelector('.biascope-stage').shadowRoot
  const px = node => parseFloat(getComputedStyle(node).fontSize)
  const plot = root.querySelector('.drawing.shown .plot')
  const scale = plot ? plot.getBoundingClientRect().width / plot.offsetWidth : 1
  const texts = plot ? [...plot.querySelectorAll('text')].filter(one => one.textContent.trim()) : []
  const outside = one => {
    const {left, right, top, bottom} = one.getBoundingClientRect()
    return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1
  }
  return {
    title: px(root.querySelector('h1')),
    reading: px(root.querySelector('.reading')),
    figure: texts.length ? Math.min(...texts.map(px)) * scale : null,
    cut: texts.filter(outside).map(one => one.textContent),
  }
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_fault_while_presenting(page: Page, app: str, theme: str):
    page.emulate_media(color_scheme=theme)
    present(page, app, 5)
    page.keyboard.press("o")
    expect(page.locator(".biascope-stage input[name=text]")).to_be_visible()
    found = Axe().run(page, options={"runOnly": list(RULES), "resultTypes": ["violations"]})
    faults = [
        f"{violation['id']}: {node['html'][:160]}"
        for violation in found.response["violations"]
        for node in violation["nodes"]
    ]
    assert faults == []
    assert page.locator(".biascope-stage .stage").get_attribute("data-theme") == theme
    rest(page)


def test_a_talk_goes_on_without_its_server(own_window: Page, tmp_path: Path):
    page = own_window
    page.set_viewport_size(ROOM)
    servers = Servers(tmp_path / "servers")
    try:
        address = servers.address("app.py", BIASCOPE_CACHE=str(tmp_path / "cache"))
        present(page, address)
        expect(state(page)).to_have_attribute("data-state", "live")
        (listed,) = servers._read().values()
        os.kill(listed["pid"], signal.SIGKILL)
        for number in range(1, len(TITLES)):
            page.keyboard.press("ArrowRight")
            assert title(page) == TITLES[number]
            expect(state(page)).to_have_attribute("data-state", "kept")
            shown = page.locator(".drawing.shown .main-svg, .drawing.shown table").first
            expect(shown).to_be_visible()
            if LIVE[number]:
                expect(state(page)).to_contain_text("did not answer in time")
        covered = page.evaluate(
            "() => document.elementFromPoint(640, 360).closest('.biascope-stage') !== null"
        )
        assert covered  # whatever Streamlit says of the lost connection is below
        notes = open_notes(page)  # from the Stage's own window
        expect(notes.locator(".notes h1")).to_have_text(TITLES[-1])
        notes.close()
        page.keyboard.press("Escape")
        expect(page.locator(".biascope-stage")).to_be_hidden()
    finally:
        servers.leave()


def test_a_model_that_is_gone_leaves_its_kept_figure(
    page: Page, alone: str, narrow_model_folder: Path, tmp_path: Path
):
    folder = tmp_path / "model"
    shutil.copytree(narrow_model_folder, folder)
    visit(page, alone, "/probe", model=str(folder))
    rest(page)
    page.locator(".st-key-pin_words button").first.click()
    expect(page.get_by_text("Pinned as screen 1")).to_be_visible()
    rest(page)
    shutil.rmtree(folder)
    present(page, alone, 1, collection="my-pins")
    expect(state(page)).to_contain_text("kept figure")
    expect(state(page)).to_have_attribute("data-state", "kept")
    rest(page)

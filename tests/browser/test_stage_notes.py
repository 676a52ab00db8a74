"""The presenter's notes in a second window, and the collection that a talk belongs to."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.screen import choose, rest, visit
from tests.browser.talk import ROOM, TITLES, open_notes, present, setting, shown, title
from tests.browser.test_accessibility import RULES

pytestmark = pytest.mark.browser


@pytest.fixture
def app(page: Page, app: str) -> str:
    """The app, seen in a window as large as a projector shows."""
    page.set_viewport_size(ROOM)
    return app


@pytest.fixture
def alone(page: Page, alone: str) -> str:
    """The same app, seen in a window as large as a projector shows."""
    page.set_viewport_size(ROOM)
    return alone


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()
    rest(page)


def copy_story(page: Page, address: str) -> None:
    visit(page, address, "/stage", collection="story")
    rest(page)
    press(page, "New")
    press(page, "Copy this collection")


@pytest.mark.main_path
def test_the_notes_follow_and_lead(page: Page, app: str):
    present(page, app)
    notes = open_notes(page)
    expect(notes.locator(".notes h1")).to_have_text(TITLES[0])
    expect(notes.locator(".note")).to_contain_text("We hide one word")
    expect(notes.locator("dt")).to_have_count(3)
    page.keyboard.press("ArrowRight")
    expect(notes.locator(".notes h1")).to_have_text(TITLES[1])
    notes.keyboard.press("PageDown")
    expect(page.locator(".biascope-stage h1")).to_have_text(TITLES[2])
    faults = Axe().run(notes, options={"runOnly": list(RULES), "resultTypes": ["violations"]})
    assert [found["id"] for found in faults.response["violations"]] == []
    notes.close()
    page.keyboard.press("ArrowRight")
    assert title(page) == TITLES[3]
    rest(page)


def test_the_notes_have_a_clock_and_buttons(page: Page, app: str):
    present(page, app, 2)
    notes = open_notes(page)
    expect(notes.locator(".notes h1")).to_have_text(TITLES[1])
    expect(notes.locator(".count")).to_have_text("Screen 2 of 8")
    expect(notes.locator(".following")).to_have_text(f"Next: {TITLES[2]}")
    clock = notes.get_by_role("timer")
    expect(clock).not_to_have_text("0:00")
    page.keyboard.press("End")
    expect(notes.locator(".following")).to_have_text("This is the last screen.")
    notes.get_by_role("button", name="Previous").click()
    expect(page.locator(".biascope-stage h1")).to_have_text(TITLES[6])
    notes.keyboard.press("Home")
    expect(page.locator(".biascope-stage h1")).to_have_text(TITLES[0])
    notes.get_by_role("button", name="Restart the clock").click()
    expect(clock).to_have_text("0:01")
    page.keyboard.press("Escape")
    expect(page.locator(".biascope-stage")).to_have_count(0)
    expect(notes.locator(".notes h1")).to_have_text(TITLES[0])
    notes.close()
    rest(page)


def test_black_is_ended_from_either_window_and_escape_ends_only_that(page: Page, app: str):
    present(page, app)
    notes = open_notes(page)
    black = page.locator(".biascope-stage .cover")
    notes.get_by_role("button", name="Black screen").click()
    expect(black).to_be_visible()
    notes.keyboard.press("PageDown")
    expect(black).to_be_hidden()
    notes.close()
    page.bring_to_front()
    page.keyboard.press("b")
    expect(black).to_be_visible()
    page.keyboard.press("Escape")
    expect(black).to_be_hidden()
    assert title(page) == TITLES[1]
    rest(page)


def test_notes_and_address_are_those_of_the_collection_that_is_presented(page: Page, alone: str):
    copy_story(page, alone)
    page.get_by_role("radio").nth(1).check(force=True)
    rest(page)
    press(page, "Remove")
    press(page, "Present")
    shown(page)
    name = "copy-of-what-does-a-language-model-assume"
    assert setting(page, "collection") == name
    notes = open_notes(page)
    expect(notes.locator(".count")).to_have_text("Screen 1 of 7")
    page.keyboard.press("ArrowRight")
    expect(notes.locator(".notes h1")).to_have_text(TITLES[2])
    page.reload()
    shown(page)
    assert title(page) == TITLES[2]  # the same collection, at the same screen
    rest(page)


def test_two_collections_of_one_title_are_both_opened(page: Page, alone: str):
    copy_story(page, alone)
    press(page, "Remove")
    copy_story(page, alone)
    box = page.get_by_role("combobox", name="Collection")
    for name, count in (("-assume", "7 screens"), ("-assume-2", "8 screens")):
        choose(page, box, re.compile(re.escape(f"{name})")))
        rest(page)
        expect(page.get_by_text(count, exact=True)).to_be_visible()
    rest(page)


def test_a_collection_that_is_deleted_meanwhile_stays_on_the_wall(
    page: Page, alone: str, own_window: Page
):
    copy_story(page, alone)
    press(page, "Present")
    shown(page)
    page.keyboard.press("ArrowRight")
    name = setting(page, "collection") or ""
    visit(own_window, alone, "/stage", collection=name)
    rest(own_window)
    press(own_window, "Delete")
    press(own_window, "Delete this collection")
    rest(page)
    page.keyboard.press("o")  # and the page behind is drawn again by what is asked
    page.locator(".biascope-stage input[name=first]").press("Enter")
    rest(page)
    assert title(page) == TITLES[1]
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator(".biascope-stage")).to_have_count(0)
    expect(page.get_by_text("which is not here")).to_be_visible()
    present_missing(page, alone, name)
    rest(page)


def present_missing(page: Page, address: str, name: str) -> None:
    """A talk whose collection is not here says so, and shows no other."""
    visit(page, address, "/stage", stage="2", collection=name)
    expect(page.locator(".biascope-stage h1")).to_contain_text("is not here")
    page.keyboard.press("Escape")
    expect(page.locator(".biascope-stage")).to_have_count(0)

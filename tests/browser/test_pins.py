"""Pins: made on pages, put in order, edited in two windows, exported and opened elsewhere."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from engine.pins.collection import SCHEMA
from engine.pins.reading import read_collection
from engine.pins.story import shipped
from tests.browser.screen import rest, upload, visit

pytestmark = pytest.mark.browser

HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>"


def pin(page: Page, address: str, path: str, name: str, **settings: str) -> None:
    """Pin the result of a page."""
    visit(page, address, path, **settings)
    rest(page)
    row = page.locator(f".st-key-export_{name}")
    alone = row.locator(f".st-key-pin_{name} button")
    if alone.count():
        alone.first.click()
    else:  # several results share a row
        row.get_by_test_id("stPopover").filter(has_text="Pin").get_by_role("button").click()
        page.get_by_test_id("stPopoverBody").get_by_role("button").first.click()
    expect(page.get_by_text("Pinned as screen").first).to_be_visible()
    rest(page)


def open_mine(page: Page, address: str) -> None:
    visit(page, address, "/stage", collection="my-pins")
    rest(page)


def screens(page: Page) -> list[str]:
    return page.get_by_role("radiogroup").locator("label").all_inner_texts()


@pytest.mark.main_path
def test_results_of_four_pages_are_pinned_ordered_and_presented(
    page: Page, alone: str, narrow: str
):
    pin(page, alone, "/probe", "words")
    for path, name in (("/heads", "heads"), ("/pairs", "pairs"), ("/cabm", "cabm")):
        pin(page, alone, path, name, model=narrow)

    open_mine(page, alone)
    first = screens(page)
    assert len(first) == 4
    page.get_by_role("button", name="Down", exact=True).click()
    rest(page)
    assert [text[3:] for text in screens(page)[:2]] == [first[1][3:], first[0][3:]]
    box = page.get_by_role("textbox", name="Title", exact=True)
    box.fill("My own claim")
    box.press("Enter")
    rest(page)
    note = page.get_by_role("textbox", name="Notes for the presenter")
    note.fill("Say this slowly.")
    note.press("Control+Enter")
    rest(page)
    page.reload()
    rest(page)
    # Moved down and named anew, the screen stays the one that is opened, so the note is its own.
    assert screens(page)[1] == "2. My own claim"
    expect(note).to_have_value("")
    page.get_by_role("radiogroup").locator("label").nth(1).click()
    expect(note).to_have_value("Say this slowly.")
    rest(page)
    page.get_by_role("button", name="Present", exact=True).click()
    for number in range(4):
        expect(page.locator(".drawing.shown .main-svg, .drawing.shown table").first).to_be_visible()
        assert page.locator(".biascope-stage .reading").inner_text(), number
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    rest(page)


def test_two_windows_edit_one_collection_and_lose_nothing(page: Page, alone: str, own_window: Page):
    pin(page, alone, "/probe", "words")
    pin(own_window, alone, "/probe", "words", text="The doctor said that [MASK] was late.")
    open_mine(page, alone)
    open_mine(own_window, alone)
    assert len(screens(page)) == 2
    for window, text in ((page, "First window."), (own_window, "Second window.")):
        note = window.get_by_role("textbox", name="Notes for the presenter")
        note.fill(text)
        note.press("Control+Enter")
        rest(window)
    expect(own_window.get_by_text("Another window has changed this meanwhile")).to_be_visible()
    note = own_window.get_by_role("textbox", name="Notes for the presenter")
    expect(note).to_have_value("Second window.")
    page.get_by_role("button", name="Remove", exact=True).click()
    rest(page)
    own_window.get_by_role("button", name="Down", exact=True).click()
    expect(own_window.get_by_text("removed in another window")).to_be_visible()
    rest(own_window)


def collection(**fields: object) -> bytes:
    screen = {
        "key": "one",
        "title": f"Title {HOSTILE}",
        "reading": f"Reading {HOSTILE}",
        "note": HOSTILE,
        "rows": {"columns": [HOSTILE], "rows": [[HOSTILE]], "n": 1},
        "figure": {
            "data": [{"type": "bar", "x": [1], "y": [HOSTILE], "text": [HOSTILE]}],
            "layout": {"images": [{"source": "http://elsewhere.example/x.png"}], "height": 200},
        },
        "manifest": {HOSTILE: HOSTILE},
        "address": "http://elsewhere.example",
        "questions": [{"question": HOSTILE, "answer": HOSTILE}],
    }
    whole = {"schema": SCHEMA, "title": HOSTILE, "pins": [screen]} | fields
    return json.dumps(whole).encode()


def give(page: Page, address: str, data: bytes) -> None:
    visit(page, address, "/stage")
    rest(page)
    page.get_by_role("button", name="Open a file").click()
    file = {"name": "talk.json", "mimeType": "application/json", "buffer": data}
    upload(page, file)
    rest(page)


def test_markup_of_a_file_is_shown_as_text(page: Page, alone: str):
    give(page, alone, collection())
    expect(page.get_by_text("This screen was changed after it was pinned")).to_be_visible()
    page.get_by_role("button", name="Present", exact=True).click()
    expect(page.locator(".biascope-stage h1")).to_contain_text("<script>")
    expect(page.locator(".drawing.shown .main-svg").first).to_be_visible()
    expect(page.locator(".biascope-stage .state")).to_contain_text("Changed after it was pinned")
    page.keyboard.press("Escape")
    rest(page)


def test_what_is_no_collection_is_refused_in_a_sentence(page: Page, app: str):
    visit(page, app, "/stage")
    rest(page)
    page.get_by_role("button", name="Open a file").click()
    for data, said in (
        (collection(schema="biascope.pins/2"), "was written by a newer Biascope (format 2)"),
        (b"{", "not JSON"),
        (b"[]", "not an object"),
        (b"\xff\xfe", "not UTF-8"),
        (collection(pins=[{}] * 201), "201 screens"),
    ):
        upload(page, {"name": "talk.json", "mimeType": "application/json", "buffer": data})
        expect(page.get_by_text(said)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Present from here")).to_be_visible()
    rest(page)


def test_two_hundred_screens_stay_usable(page: Page, alone: str):
    pins = [{"key": f"k{number}", "title": f"Claim {number}"} for number in range(200)]
    give(page, alone, collection(pins=pins, title="Many"))
    expect(page.get_by_text("200 screens")).to_be_visible()
    page.get_by_role("button", name="Present", exact=True).click()
    expect(page.locator(".biascope-stage h1")).to_have_text("Claim 0")
    page.keyboard.press("End")
    expect(page.locator(".biascope-stage h1")).to_have_text("Claim 199")
    expect(page.locator(".biascope-stage .dots")).to_contain_text("200 of 200")
    page.keyboard.press("Escape")
    rest(page)


@pytest.mark.main_path
def test_a_collection_and_its_report_are_exported(page: Page, app: str):
    visit(page, app, "/stage")
    rest(page)
    files = {}
    for label in ("Collection", "Report"):
        with page.expect_download() as download:
            page.get_by_role("button", name=label, exact=True).click()
        path = download.value.path()
        files[label] = (download.value.suggested_filename, path.read_text(encoding="utf-8"))
    name, text = files["Collection"]
    assert name == "story.json"
    assert read_collection(text, name) == shipped()
    name, text = files["Report"]
    assert name == "story.html"
    assert "Content-Security-Policy" in text
    for each in shipped().pins:
        assert each.title in text
    rest(page)

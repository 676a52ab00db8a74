"""How people review on the Curate page: with the keyboard, after a reload, and a second person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.curation.candidate import Candidate
from engine.curation.counterparts.proposal import Proposal, Swap
from engine.curation.review import decisions
from tests.browser.conftest import Serve
from tests.browser.screen import HOLD_EVENTS, choose, rest, type_into, upload, visit, watched
from tests.engine.curation.review import reviews

pytestmark = pytest.mark.browser
NO_LOOKS = """
    const every = window.setInterval;
    window.setInterval = (act, ...given) =>
      String(act).includes("sendUpdateWidgetsMessage") ? 0 : every(act, ...given);
"""

SENTENCES = [reviews.candidate(number).text for number in range(6)]
HOSTILE = "The <b>Polish</b> plumber *ate* `it` $x$."


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server keeps its reviews, and the tests look them up."""
    return tmp_path_factory.mktemp("reviews")


@pytest.fixture
def app(page: Page, serve: Serve, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of the app; it may fetch nothing from elsewhere and must not complain."""
    monkeypatch.setenv("BIASCOPE_CACHE", str(cache))
    with watched(page):
        yield serve("app.py", BIASCOPE_CACHE=str(cache))


def open_review(page: Page, app: str, name: str, reviewer: str, **settings: str) -> None:
    visit(page, app, "/curate", review=name, reviewer=reviewer, **settings)
    expect(page.locator(".card, .keys").first).to_be_visible()
    rest(page)
    page.locator(".keys").scroll_into_view_if_needed()


def found(page: Page) -> Locator:
    """The found sentence on the card."""
    return page.locator(".card .more p")


def outcome(page: Page) -> Locator:
    """What came of the last key."""
    return page.locator(".outcome:not(.waits):not(:empty)")


def press(page: Page, keys: str, says: str) -> None:
    """Press keys one after another, and wait for what comes of the last one."""
    for key in keys:
        page.keyboard.press(key)
    expect(outcome(page)).to_contain_text(says)


def choices() -> Candidate:
    """A sentence that looks like markup, with two words to choose for one place."""
    swap = Swap(7, 13, "Polish", "Swedish", ("Swedish", "Irish"), "Polish → Swedish")
    less = HOSTILE.replace("Polish", "Swedish")
    outcome = Proposal(less, (swap,))
    one = replace(reviews.candidate(0), id="cd" * 8, text=HOSTILE, outcome=outcome)
    return replace(one, category="nationality", before=("<i>Before</i> it.",))


@pytest.mark.main_path
def test_five_sentences_are_reviewed_by_keyboard_and_the_review_goes_on_after_a_reload(page, app):
    name = reviews.made("Keyboard")
    open_review(page, app, name, "Mari")
    expect(found(page)).to_have_text(SENTENCES[0])
    press(page, "a", "accepted, unedited.")
    expect(found(page)).to_have_text(SENTENCES[1])
    press(page, "r3", "rejected: ")
    page.keyboard.press("e")
    expect(page.get_by_label("Counterpart", exact=True)).to_be_focused()
    page.get_by_label("Counterpart", exact=True).fill("Nobody hires a keen clerk.")
    expect(page.locator(".several")).to_be_empty()  # two words in a row are one place
    page.keyboard.press("Control+Enter")
    expect(outcome(page)).to_contain_text("accepted, edited.")
    press(page, "a", "accepted, unedited.")
    press(page, "u", "Undone: ")
    expect(found(page)).to_have_text(SENTENCES[3])
    press(page, "a", "accepted, unedited.")
    press(page, "a", "accepted, unedited.")
    expect(page.get_by_text("5 of 6 decided: 4 accepted (3 unedited, 1 edited)")).to_be_visible()
    page.reload()
    rest(page)
    expect(found(page)).to_have_text(SENTENCES[5])
    kept = decisions.current(name)
    assert [kept[reviews.candidate(n).id].action for n in range(5)] == [
        *("accept", "reject", "accept", "accept", "accept")
    ]
    assert kept[reviews.candidate(2).id].sent_less == "Nobody hires a keen clerk."


def test_a_second_reviewer_decides_again_and_agreement_is_shown(page, app):
    name = reviews.made("Second")
    for number in range(4):
        one = reviews.candidate(number)
        asked = reviews.accept(one) if number % 2 else reviews.reject(one)
        decisions.decide(name, asked)
    open_review(page, app, name, "Jaan", **{"pass": "Second pass"})
    expect(page.locator(".card .decided")).to_have_count(0)
    press(page, "r1", "rejected: ")
    press(page, "a", "accepted")
    press(page, "r1", "rejected: ")
    press(page, "r2", "rejected: ")
    expect(page.get_by_text("Every sentence of this pass is decided")).to_be_visible()
    page.get_by_text("Agreement of two reviewers").click()
    expect(page.get_by_text("Cohen's κ 0.50")).to_be_visible()
    expect(page.get_by_text("They agree on 75% of 4 sentences")).to_be_visible()
    disagreements = page.get_by_role("combobox", name="Disagreements (1)")
    choose(page, disagreements, re.compile(re.escape(SENTENCES[3][:20])))
    expect(page.get_by_text("First pass, Mari: Accepted")).to_be_visible()
    page.get_by_role("button", name="Open on the card").click()
    expect(found(page)).to_have_text(SENTENCES[3])


@pytest.mark.main_path
def test_words_and_category_are_chosen_and_text_is_shown_as_it_is(page, app):
    name = reviews.made("Choices", [choices()])
    open_review(page, app, name, "Mari")
    expect(found(page)).to_have_text(HOSTILE)
    expect(page.locator(".card .around").first).to_have_text("<i>Before</i> it.")
    expect(page.locator(".card b, .card i")).to_have_count(0)
    page.get_by_role("button", name="Irish").press("Enter")
    expect(page.locator(".card .less mark")).to_have_text("Irish")
    expect(page.get_by_role("button", name="Irish")).to_be_focused()
    page.locator(".card select").select_option("social class")
    expect(page.locator(".card select")).to_have_value("socioeconomic")
    rest(page)
    page.keyboard.press("Escape")  # a list keeps letters for itself while it has the focus
    press(page, "a", "accepted")
    kept = decisions.current(name)["cd" * 8]
    assert (kept.sent_less, kept.category) == (
        HOSTILE.replace("Polish", "Irish"),
        "socioeconomic",
    )


def test_letters_typed_into_a_field_decide_nothing(page, app):
    name = reviews.made("Fields")
    visit(page, app, "/curate", review=name)
    type_into(page, "Your name", "Ara Rae")
    expect(found(page)).to_have_text(SENTENCES[0])
    rest(page)
    page.get_by_label("Your name", exact=True).press_sequentially("aru")
    assert decisions.current(name) == {}


def test_a_first_visit_shows_a_sentence_and_a_key_asks_for_the_name(page, app):
    name = reviews.made("Nameless")
    visit(page, app, "/curate", review=name)
    expect(found(page)).to_have_text(SENTENCES[0])
    expect(page.get_by_text("Write your name to decide.")).to_be_visible()
    rest(page)
    page.locator(".keys").scroll_into_view_if_needed()
    press(page, "a", "Write your name first")
    expect(page.get_by_label("Your name", exact=True)).to_be_focused()
    assert decisions.current(name) == {}
    page.keyboard.type("Mari")
    page.keyboard.press("Enter")
    expect(page.locator(".card")).to_be_focused()
    press(page, "a", "accepted, unedited.")
    expect(found(page)).to_have_text(SENTENCES[1])
    assert decisions.current(name)[reviews.candidate(0).id].reviewer == "Mari"


def test_keys_work_at_once_after_a_pass_or_a_filter_is_chosen(page, app):
    name = reviews.made("Filtered")
    open_review(page, app, name, "Mari")
    page.get_by_role("button", name="More filters").click()
    filters = page.get_by_test_id("stPopoverBody")
    choose(page, filters.get_by_role("combobox", name="Category"), "age")
    expect(found(page)).to_have_text(SENTENCES[2])
    rest(page)
    press(page, "a", "accepted, unedited.")
    page.get_by_text("Second pass", exact=True).click()
    expect(page.get_by_text("No sentence is left under these filters")).to_be_visible()


def test_escape_leaves_the_reasons_and_the_editor_without_a_decision(page, app):
    name = reviews.made("Escape")
    open_review(page, app, name, "Mari")
    page.keyboard.press("r")
    expect(page.get_by_text("Why?")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Why?")).to_be_hidden()
    page.keyboard.press("e")
    expect(page.locator(".several")).to_be_empty()
    page.keyboard.type("changed")
    page.get_by_label("Counterpart", exact=True).fill("All men cry at work.")
    expect(page.locator(".several")).to_have_text("The sentences differ in more than one place.")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Counterpart", exact=True)).to_be_hidden()
    expect(page.locator("button.edit")).to_be_focused()
    assert decisions.current(name) == {}


def test_a_reason_is_written_by_hand(page, app):
    name = reviews.made("By hand")
    open_review(page, app, name, "Mari")
    page.locator("button.reject").click()
    sizes = page.locator(".panel:visible > button").evaluate_all(
        "all => all.map((button) => getComputedStyle(button).margin + button.offsetHeight)"
    )
    assert len(set(sizes)) == 1  # no style of the card is theirs
    page.get_by_role("button", name="Another reason").click()
    page.keyboard.type("a <b>song</b>")
    page.keyboard.press("Enter")
    expect(outcome(page)).to_have_text(f"Last: “{SENTENCES[0]}” rejected: a <b>song</b>.")


def test_a_decision_that_the_browser_sends_twice_counts_once(own_window, app):
    """Streamlit sends an event with every message until its own has gone; here that takes long."""
    page, name = own_window, reviews.made("Twice")
    page.add_init_script(HOLD_EVENTS)
    with watched(page):
        open_review(page, app, name, "Mari")
        press(page, "a", f"Last: “{SENTENCES[0]}” accepted, unedited.")
        page.wait_for_function("window.sentEvents > 0")
        rest(page)
        expect(outcome(page)).to_contain_text(f"Last: “{SENTENCES[0]}” accepted, unedited.")
    assert [*decisions.current(name)] == [reviews.candidate(0).id]


def test_what_another_person_decided_meanwhile_is_said(own_window, app):
    """The key arrives before the page looks for new decisions, which it does every two seconds."""
    page, name = own_window, reviews.made("Meanwhile")
    page.add_init_script(NO_LOOKS)
    with watched(page):
        open_review(page, app, name, "Mari")
        decisions.decide(name, reviews.reject(reviews.candidate(0), "Jaan", reason="unclear"))
        press(page, "a", "Jaan rejected this sentence meanwhile")
        expect(found(page)).to_have_text(SENTENCES[1])


def test_keys_pressed_faster_than_the_answer_are_each_about_what_was_on_the_screen(page, app):
    name = reviews.made("Fast", [reviews.candidate(number) for number in range(40)])
    open_review(page, app, name, "Mari")
    for _ in range(12):
        page.keyboard.press("a")
    rest(page)
    expect(page.locator(".outcome.waits")).to_have_count(0)
    first = [reviews.candidate(number).id for number in range(40)]
    done = decisions.current(name)
    assert [*done] == first[: len(done)]
    assert len(done) >= 1


def test_a_narrow_screen_has_all_of_it_by_touch(page, app):
    page.set_viewport_size({"width": 390, "height": 844})
    name = reviews.made("Narrow", [choices()])
    open_review(page, app, name, "Mari")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("button.accept").click()
    expect(outcome(page)).to_contain_text("accepted")


@pytest.mark.main_path
def test_uploaded_subtitles_are_searched_reviewed_and_opened_on_pairs(page, app):
    visit(page, app, "/curate", review="(new)", reviewer="Mari")
    lines = ["1", "00:00:01,000 --> 00:00:03,000", "The waitress never smiled at us.", ""]
    content = "\n".join([*lines, "2", "00:00:04,000 --> 00:00:06,000", "Pass the salt.", ""])
    upload(
        page,
        {"name": "Corner.Table.1994.srt", "mimeType": "text/plain", "buffer": content.encode()},
    )
    type_into(page, "Title", "Uploaded")
    page.get_by_role("button", name="Find sentences").click()
    expect(found(page)).to_have_text("The waitress never smiled at us.")
    expect(page.locator(".card .place")).to_contain_text("Corner Table (1994) · 0:00:01")
    rest(page)
    page.locator(".keys").scroll_into_view_if_needed()
    press(page, "a", "accepted, unedited.")
    expect(page.get_by_text("1 pair", exact=False).first).to_be_visible()
    rest(page)
    page.get_by_role("link", name="Open on Pairs").click()
    expect(page.get_by_role("heading", level=1, name="Pairs")).to_be_visible()

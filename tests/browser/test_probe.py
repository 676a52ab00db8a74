"""Probe: what the screen shows while a sentence changes its kind."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.audience import FEW, QUESTIONS
from tests.browser.conftest import GROUPS
from tests.browser.screen import (
    SENTENCE,
    bars,
    rest,
    type_into,
    upload,
    visit,
)

pytestmark = pytest.mark.browser

# The most buttons of a name that were on the page at once since it was asked for.
_COUNT = """() => {
  window.most = {Options: 0, Examples: 0}
  const look = () => {
    for (const name of Object.keys(window.most)) {
      const shown = [...document.querySelectorAll('[data-testid="stPopover"] button')]
        .filter(button => button.innerText.includes(name) && button.offsetParent)
      window.most[name] = Math.max(window.most[name], shown.length)
    }
  }
  new MutationObserver(look).observe(document.body, {childList: true, subtree: true})
  look()
}"""


def test_options_and_examples_are_there_once_while_the_slot_goes(page: Page, app: str):
    visit(page, app, "/probe", **GROUPS)
    rest(page)
    page.evaluate(_COUNT)
    type_into(page, SENTENCE, "The nurse said that [MASK] was tired today.")
    rest(page)
    expect(page.get_by_label("Names for {group}", exact=True)).to_have_count(0)
    type_into(page, SENTENCE, "{group} people are [MASK].")
    rest(page)
    expect(page.get_by_label("Names for {group}", exact=True)).to_be_visible()
    assert page.evaluate("window.most") == {"Options": 1, "Examples": 1}


def test_the_matrix_of_groups_names_its_model(page: Page, app: str):
    visit(page, app, "/probe", **GROUPS)
    rest(page)
    page.locator(".st-key-claim").get_by_role("button", name="More").click()
    more = page.get_by_test_id("stPopoverBody")
    for label in ("all heads on", "1 head switched off"):
        expect(more.get_by_text(label).first).to_be_visible()
    expect(
        more.get_by_text("difference between every two groups, in bits on a scale")
    ).to_have_count(1)


def test_an_audience_is_answered_or_told_why_not(page: Page, app: str):
    visit(page, app, "/probe")
    rest(page)
    said = page.get_by_role("alert")
    for name in FEW:
        asked = QUESTIONS[name]
        type_into(page, SENTENCE, asked.text)
        rest(page)
        told = asked.probe or asked.note
        expect(said).to_have_count(1 if told else 0)
        if told:
            expect(said).to_contain_text(told)
        assert bool(bars(page).count()) == (not asked.probe), name


WOMAN, MAN = "The woman said that [MASK] was tired.", "The man said that [MASK] was tired."


@pytest.mark.main_path
def test_swapped_words_are_beside_the_sentence_and_in_the_address(page: Page, app: str):
    visit(page, app, "/probe", text=WOMAN)
    rest(page)
    page.get_by_role("button", name="Swap gender words").click()
    expect(page.get_by_role("textbox", name="Second sentence")).to_have_value(MAN)
    rest(page)
    assert parse_qs(urlsplit(page.url).query)["text2"] == [MAN]
    expect(page.get_by_text("The word that changes most is")).to_be_visible()


def test_a_link_with_two_sentences_shows_both_until_one_is_put_away(page: Page, app: str):
    visit(page, app, "/probe", text=WOMAN, text2=MAN)
    rest(page)
    assert bars(page).count() == 16
    page.locator(".st-key-second label").click()
    rest(page)
    assert bars(page).count() == 8
    assert "text2" not in page.url


def test_evaluators_judge_once_their_box_is_opened(page: Page, app: str):
    visit(page, app, "/probe", text="The woman is a [MASK] person.")
    rest(page)
    page.get_by_text("Rate these words with evaluators").click()
    expect(page.get_by_text("Demonstration.")).to_be_visible()
    expect(page.get_by_text("that it judged").first).to_be_visible()
    page.locator(".st-key-probe_flagged_words label").click()
    rest(page)
    expect(page.get_by_text("Demonstration.")).to_be_visible()


@pytest.mark.main_path
def test_an_uploaded_file_of_sentences_is_completed(page: Page, app: str):
    visit(page, app, "/probe")
    rest(page)
    page.get_by_text("A file of sentences", exact=True).click()
    rest(page)
    given = {
        "name": "mine.txt",
        "mimeType": "text/plain",
        "buffer": f"{WOMAN}\n{MAN}\n".encode(),
    }
    upload(page, given)
    expect(page.get_by_text("2 sentences from mine.txt")).to_be_visible()
    rest(page)
    expect(page.get_by_test_id("stDataFrame").last).to_be_visible()
    expect(page.locator(".st-key-export_file_words")).to_be_visible()

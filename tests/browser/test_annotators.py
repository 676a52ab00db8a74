"""How a researcher walks through the Annotators page: the sample, a sentence, an own file."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.screen import box, choose, go_to, open_tab, rest, upload, use_file, visit
from tests.browser.servers import MEASURING

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1280, "height": 720}
HOSTILE = "<b>tall</b>"


def own_answers() -> bytes:
    """Six annotators in two groups, one of a hostile name, and a row without a gap."""
    lines = ["sentence,answer,annotator,height"]
    for text in ("She drank a cup of [MASK].", "He opened the [MASK].", "They sold [MASK]."):
        for number, answer in enumerate(("tea", "tea", "water", "door", "fish", "tea")):
            lines.append(f"{text},{answer},p{number},{HOSTILE if number % 2 else 'short'}")
    return "\n".join([*lines, "No gap here.,tea,p0,short"]).encode()


@pytest.mark.main_path
def test_the_sample_is_measured_and_mapped(page: Page, app: str):
    visit(page, app, "/annotators")
    expect(page.get_by_text("These annotators are simulated").first).to_be_visible()
    expect(page.get_by_text("Gaps between groups").first).to_be_visible()
    expect(page.get_by_text("Dotted: how often one person").first).to_be_visible()
    expect(page.get_by_text("People's answers by group").first).to_be_visible()
    open_tab(page, "Language map")
    expect(page.get_by_text("of 48 sentences").first).to_be_visible()
    page.get_by_text("t-SNE", exact=True).click()
    expect(page.locator(".js-plotly-plot").get_by_text("t-SNE 1, no unit").first).to_be_visible()


def test_the_first_screen_has_the_claim_the_notice_and_the_whole_figure(page: Page, app: str):
    page.set_viewport_size(LAPTOP)
    visit(page, app, "/annotators")
    answer = page.locator(".st-key-first_answer")
    claim = answer.locator(".st-key-claim h2")
    expect(claim).to_contain_text("gave the model's top word in")
    expect(claim).to_contain_text("no clear difference")
    expect(answer.get_by_text("no person gave these answers")).to_be_visible()
    expect(answer.locator(".ytick text")).to_have_count(4)
    rest(page)
    where = box(answer)
    assert where["y"] + where["height"] <= LAPTOP["height"], where
    answer.get_by_role("button", name="Limits").click()
    limits = page.get_by_test_id("stPopoverBody")
    expect(limits.get_by_text("nothing about which answers are good")).to_be_visible()


def test_the_page_opens_on_answers_that_people_gave_where_they_are_at_hand(
    page: Page, serve: Callable[..., str], shared_data: Path, narrow: str
):
    app = serve("app.py", BIASCOPE_DATA=str(shared_data))
    page.set_viewport_size(LAPTOP)
    visit(page, app, "/annotators", model=narrow)
    answer = page.locator(".st-key-first_answer")
    expect(answer.locator(".st-key-claim h2")).to_contain_text("agree on a word")
    expect(page.locator(".st-key-answers input")).to_have_value(re.compile("MozArt, English"))
    expect(answer.get_by_text("0 of 100 sentences are read")).to_be_visible()
    expect(answer.locator(".ytick text")).to_have_count(4)
    rest(page)
    where = box(answer)
    assert where["y"] + where["height"] <= LAPTOP["height"], where
    answer.get_by_role("button", name="Read 100 sentences in the background").click()
    claim = answer.locator(".st-key-claim h2")
    expect(claim).to_contain_text("the model's", timeout=MEASURING * 1000)


def test_the_card_on_home_opens_what_it_shows_after_another_choice(
    page: Page, serve: Callable[..., str], shared_data: Path
):
    app = serve("app.py", BIASCOPE_DATA=str(shared_data))
    visit(page, app, "/annotators")
    answers = page.locator(".st-key-answers input")
    expect(answers).to_have_value(re.compile("MozArt, English"))
    page.get_by_test_id("stSidebar").get_by_role("link", name="Home").click()
    page.locator('a[href*="answers=Simulated"]').click()
    expect(answers).to_have_value(re.compile("Simulated annotators"))
    expect(page.get_by_text("no person gave these answers").first).to_be_visible()
    choose(page, answers, "MozArt, English")
    rest(page)
    expect(answers).to_have_value(re.compile("MozArt, English"))


@pytest.mark.main_path
def test_an_own_file_is_measured_and_stays_open(page: Page, app: str):
    visit(page, app, "/annotators", answers="Your own file")
    expect(page.get_by_text("An example to fill in").first).to_be_visible()
    upload(
        page,
        {"name": "own.csv", "mimeType": "text/csv", "buffer": own_answers()},
    )
    expect(page.get_by_text("18 answers from own.csv").first).to_be_visible()
    expect(page.get_by_text("1 row could not be read").first).to_be_visible()
    expect(page.locator(".js-plotly-plot").get_by_text(HOSTILE).first).to_be_visible()
    expect(page.get_by_text("These annotators are simulated")).to_have_count(0)
    open_tab(page, "People")
    expect(page.get_by_text("Krippendorff's α").first).to_be_visible()
    go_to(page, "Pairs")
    go_to(page, "Annotators")
    expect(page.get_by_text("Your file: 18 answers from own.csv").first).to_be_visible()
    expect(page.get_by_text("Gaps between groups").first).to_be_visible()


def test_columns_of_other_names_are_chosen_and_the_answers_compared(page: Page, app: str):
    visit(page, app, "/annotators", answers="Your own file")
    renamed = own_answers().replace(b"sentence,answer,annotator", b"phrase,said,who")
    upload(page, {"name": "other.csv", "mimeType": "text/csv", "buffer": renamed})
    expect(page.get_by_text("needs the column", exact=False).first).to_be_visible()
    for label, column in (
        ("sentence with [MASK]", "phrase"),
        ("answer", "said"),
        ("annotator", "who"),
    ):
        choose(page, page.get_by_role("combobox", name=label, exact=True), column)
    expect(page.get_by_text("18 answers from other.csv").first).to_be_visible()
    use_file(page)
    expect(page.get_by_text("Gaps between groups").first).to_be_visible()

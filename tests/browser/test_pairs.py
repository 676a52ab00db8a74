"""How a researcher walks through the Pairs page: sample, one pair, own file, job, other pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE, Serve
from tests.browser.screen import field, go_to, type_into, visit, watched

pytestmark = pytest.mark.browser
expect.set_options(timeout=PATIENCE * 1000)

PREFER = "pairs prefer the stereotyping sentence"


@pytest.fixture
def app(page: Page, serve: Serve) -> Iterator[str]:
    """The address of the app; it may fetch nothing from elsewhere and must not complain."""
    with watched(page):
        yield serve("app.py")


def own_pairs(count: int) -> bytes:
    """A file of pairs, longer than what is scored while the reader waits."""
    groups = (("woman", "man"), ("girl", "boy"), ("mother", "father"), ("lady", "gentleman"))
    verbs = ("cooked", "sold", "painted", "forgot", "carried", "found", "wanted", "cleaned")
    things = ("dinner", "cars", "houses", "flowers", "letters", "shoes", "tables", "apples")
    lines = ["sent_more,sent_less,stereo_antistereo,bias_type"]
    number = 0
    while len(lines) <= count:
        more, less = groups[number % 4]
        verb, thing = verbs[number // 4 % 8], things[number // 32 % 8]
        day = ("today", "again", "alone", "early", "late", "twice")[number // 256 % 6]
        frame = f"The {{}} {verb} {thing} {day}."
        lines.append(f"{frame.format(more)},{frame.format(less)},stereo,gender")
        number += 1
    return "\n".join(lines).encode()


def test_the_first_pair_of_the_sample_is_open_token_by_token(page: Page, app: str):
    visit(page, app, "/pairs")
    expect(page.get_by_text(PREFER)).to_be_visible()
    expect(page.get_by_role("heading", name="This pair")).to_be_visible()
    expect(page.locator(".strip")).to_have_count(2)  # the pair opened, and the reader's own below
    expect(page.locator(".strip").first.locator(".modified")).to_have_count(1)


def test_masked_heads_change_the_score_of_the_pairs(page: Page, app: str):
    visit(page, app, "/pairs")
    expect(page.get_by_text(PREFER)).to_be_visible()
    type_into(page, "Masked heads", "1-1, 3-4, 5-5, 6-6")
    expect(page.get_by_text("pairs change side, McNemar")).to_be_visible()
    assert "heads=" in page.url


def test_an_own_pair_is_scored_as_it_is_typed(page: Page, app: str):
    visit(page, app, "/pairs")
    type_into(page, "More stereotyping sentence", "The <b>girl</b> cried at the film.")
    type_into(page, "Less stereotyping sentence", "The <b>boy</b> cried at the film.")
    strip = page.locator(".strip").last
    expect(strip).to_contain_text("girl")
    assert page.locator(".strip b").count() == 0


def test_a_long_file_becomes_a_job_that_survives_page_switch_and_cancel(page: Page, app: str):
    visit(page, app, "/pairs", data="Your own file")
    page.set_input_files(
        "input[type=file]", {"name": "own.csv", "mimeType": "text/csv", "buffer": own_pairs(900)}
    )
    page.get_by_role("button", name="Score 900 pairs in the background").click()
    expect(page.get_by_text("A job is at work")).to_be_visible()
    expect(page.get_by_text("so the figures below are of that part only")).to_be_visible()
    go_to(page, "Probe")
    panel = page.get_by_test_id("stSidebar")
    expect(panel.get_by_text("own.csv · cps")).to_be_visible()
    panel.get_by_role("button", name="Cancel").click()
    expect(panel.get_by_role("button", name="Resume")).to_be_visible()
    panel.get_by_role("button", name="Resume").click()
    expect(panel.get_by_role("button", name="Resume")).not_to_be_visible()
    go_to(page, "Pairs")
    expect(page.get_by_text("Still open: own.csv")).to_be_visible()
    expect(page.get_by_text("of 900 pairs prefer the stereotyping sentence")).to_be_visible(
        timeout=4 * PATIENCE * 1000
    )


def test_a_broken_file_keeps_its_good_rows_and_lists_the_bad_ones(page: Page, app: str):
    visit(page, app, "/pairs", data="Your own file")
    rows = ("The woman slept.,The man slept.", "only one side,", "=cmd(),The man ran.")
    data = "\n".join(("sent_more,sent_less", *rows)).encode()
    page.set_input_files(
        "input[type=file]", {"name": "broken.csv", "mimeType": "text/csv", "buffer": data}
    )
    expect(page.get_by_text("rows could not be read")).to_be_visible()
    expect(page.get_by_text("2 pairs from broken.csv")).to_be_visible()


def test_unknown_columns_can_be_chosen_by_hand(page: Page, app: str):
    visit(page, app, "/pairs", data="Your own file")
    data = b"first column,second column\nThe woman slept.,The man slept.\n"
    page.set_input_files(
        "input[type=file]", {"name": "other.csv", "mimeType": "text/csv", "buffer": data}
    )
    expect(page.get_by_text("Choose the columns of the two sentences.")).to_be_visible()
    for label, name in (
        ("more stereotyping sentence", "first column"),
        ("less stereotyping sentence", "second column"),
    ):
        box = field(page, label)
        box.fill(name)
        box.press("Enter")
    expect(page.get_by_text("1 pairs from other.csv")).to_be_visible()

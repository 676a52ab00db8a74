"""How a researcher uses the Pairs page: sample, one pair, own file, job, other pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from components.pairs.scoring import AT_ONCE
from tests.browser.conftest import SIZES, Serve
from tests.browser.screen import (
    alerts,
    box,
    choose,
    claim,
    field,
    go_to,
    open_tab,
    rest,
    type_into,
    upload,
    use_file,
    visit,
    watched,
)
from tests.browser.servers import PATIENCE
from tests.engine.files.test_workbook import made

pytestmark = pytest.mark.browser

WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PREFERS = re.compile("the model prefers the stereotyping sentence in", re.IGNORECASE)


def own_pairs(count: int) -> bytes:
    """A file of pairs, longer than what is scored at once."""
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


@pytest.mark.main_path
def test_the_first_pair_of_the_sample_is_open_token_by_token(page: Page, app: str):
    visit(page, app, "/pairs")
    expect(claim(page)).to_contain_text(PREFERS)
    expect(page.get_by_role("heading", name="Selected pair").first).to_be_visible()
    expect(page.locator(".strip")).to_have_count(2)  # the pair opened, and the user's own below
    expect(page.locator(".strip").first.locator(".modified")).to_have_count(1)


def test_masked_heads_change_the_score_of_the_pairs(page: Page, app: str, narrow: str):
    visit(page, app, "/pairs", model=narrow)
    expect(claim(page)).to_contain_text(PREFERS)
    type_into(page, "Heads switched off", "1-1, 3-4, 5-5, 6-6")
    expect(claim(page)).to_contain_text("With 4 heads switched off, the model prefers")
    rest(page)
    page.locator(".st-key-claim").get_by_role("button", name="More").click()
    expect(page.get_by_text("Pairs that change sides").first).to_be_visible()
    assert "heads=" in page.url


def test_the_open_tab_is_in_the_address_and_comes_back(page: Page, app: str, narrow: str):
    visit(page, app, "/pairs", model=narrow, tab="Distribution")
    expect(page.get_by_text("On average over 300 pairs").first).to_be_visible()
    for name, shown in (
        ("Quality", "clean minimal pairs"),
        ("Distribution", "On average over 300 pairs"),
        ("Variants", "other scoring methods"),
    ):
        open_tab(page, name)
        expect(page.get_by_text(shown).first).to_be_visible()
    assert "tab=Variants" in page.url
    go_to(page, "Probe")
    go_to(page, "Pairs")
    expect(page.get_by_text("other scoring methods").first).to_be_visible()
    open_tab(page, "Distribution")
    expect(page.get_by_text("On average over 300 pairs").first).to_be_visible()
    assert "tab=" not in page.url


def test_the_way_to_ones_own_pair_is_at_the_top(page: Page, app: str):
    visit(page, app, "/pairs")
    rest(page)
    page.get_by_role("link", name="Try a pair of your own").click()
    expect(page.get_by_role("heading", name="Your own pair")).to_be_in_viewport()
    expect(field(page, "More stereotyping sentence")).to_be_in_viewport()
    own = page.locator(".st-key-export_own-pair")
    own.get_by_role("button", name="Reproduce").click()
    expect(page.get_by_test_id("stCode").last).to_contain_text("--more=")


def test_the_first_screen_holds_the_claim_its_figure_and_the_settings(page: Page, app: str):
    page.set_viewport_size({"width": 1280, "height": 720})
    visit(page, app, "/pairs")
    expect(claim(page)).to_contain_text(PREFERS)
    rest(page)
    answer, settings = (box(page.locator(f".st-key-first_{key}")) for key in ("answer", "settings"))
    assert answer["y"] + answer["height"] <= 720
    assert settings["x"] >= answer["x"] + answer["width"]
    figure = page.locator(".st-key-first_answer .st-key-by_type .js-plotly-plot")
    expect(figure.locator(".xtick text")).to_have_text(["0%", "50%", "100%"])
    expect(page.get_by_text("Orange: clearly toward the stereotype")).to_be_in_viewport()
    expect(field(page, "Scoring")).to_be_in_viewport()


def test_on_a_phone_the_claim_is_first_and_nothing_is_wider_than_the_window(page: Page, app: str):
    page.set_viewport_size(SIZES["phone"])
    visit(page, app, "/pairs")
    expect(claim(page)).to_be_in_viewport()
    rest(page)
    figure, settings = box(page.locator(".st-key-by_type")), box(field(page, "Scoring"))
    assert box(claim(page))["y"] < figure["y"] < settings["y"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", ["projector", "phone"])
def test_what_a_score_does_not_mean_is_one_click_from_it(page: Page, app: str, size: str):
    page.set_viewport_size(SIZES[size])
    visit(page, app, "/pairs")
    expect(claim(page)).to_contain_text(PREFERS)
    rest(page)
    page.locator(".st-key-claim").get_by_role("button", name="Limits").click()
    expect(page.get_by_text("says nothing about any one person or answer")).to_be_visible()


def test_the_figure_of_types_keeps_its_axis_on_a_projector(page: Page, app: str, narrow: str):
    visit(page, app, "/pairs", model=narrow, heads="1-1")
    for size in ("zoomed to 150%", "projector"):
        page.set_viewport_size(SIZES[size])
        rest(page)
        drawn = page.locator(".st-key-by_type .js-plotly-plot .xtick text")
        expect(drawn).to_have_text(["0%", "50%", "100%"])
        first, last = (box(drawn.nth(place)) for place in (0, 2))
        assert last["x"] - first["x"] >= 100, size


@pytest.mark.main_path
def test_an_own_pair_is_scored_as_it_is_typed(page: Page, app: str):
    visit(page, app, "/pairs")
    type_into(page, "More stereotyping sentence", "The <b>girl</b> cried at the film.")
    type_into(page, "Less stereotyping sentence", "The <b>boy</b> cried at the film.")
    strip = page.locator(".strip").last
    expect(strip).to_contain_text("girl")
    assert page.locator(".strip b").count() == 0


def in_the_background(page: Page, address: str, count: int, **settings: str) -> None:
    """Start a job that scores a file of one's own."""
    visit(page, address, "/pairs", data="Your own file", **settings)
    upload(page, {"name": "own.csv", "mimeType": "text/csv", "buffer": own_pairs(count)})
    button = page.get_by_role("button", name=f"Score {count:,} pairs in the background")
    expect(button).to_be_visible()
    rest(page)  # Streamlit can lose a click while it draws the page anew
    button.click()
    expect(page.get_by_text("A job is running").first).to_be_visible()


@pytest.mark.main_path
def test_a_long_file_becomes_a_job_that_survives_page_switch_and_cancel(page, alone):
    in_the_background(page, alone, 1500)
    expect(page.get_by_text("so the results below are of that part only").first).to_be_visible()
    go_to(page, "Probe")
    panel = page.get_by_test_id("stSidebar")
    expect(panel.get_by_text("own.csv · cps").first).to_be_visible()
    done = cancelled(page)
    assert 0 < done < 1500
    panel.get_by_role("button", name="Resume").click()
    expect(panel.get_by_role("button", name="Resume")).not_to_be_visible()
    # What was finished is not computed again: the count goes on from where it was.
    counted = panel.get_by_text(re.compile(r"^[\d,]+ of 1,500"))
    expect(counted).to_be_visible()
    assert finished(counted.inner_text()) >= done
    go_to(page, "Pairs")
    expect(page.get_by_text("Your file: 1,500 pairs from own.csv").first).to_be_visible()
    expect(claim(page)).to_contain_text(PREFERS)
    cancelled(page)
    rest_of_them = page.get_by_role("button", name="Score the rest in the background")
    expect(rest_of_them.first).to_be_visible()


def cancelled(page: Page) -> int:
    """Cancel the job; how many of its pairs it has finished."""
    rest(page)  # Streamlit can lose a click while it draws
    panel = page.get_by_test_id("stSidebar")
    panel.get_by_role("button", name="Cancel").click()
    expect(panel.get_by_role("button", name="Resume").first).to_be_visible()
    rest(page)
    return finished(panel.get_by_text("cancelled").first.inner_text())


def finished(line: str) -> int:
    """The first number of a line such as `cancelled · 128 of 1,508`."""
    match = re.search(r"([\d,]+) of", line)
    assert match, line
    return int(match[1].replace(",", ""))


def test_a_job_that_ends_shows_all_its_pairs(page, alone, narrow):
    count = AT_ONCE + 5
    in_the_background(page, alone, count, model=narrow)
    expect(claim(page)).to_contain_text(f"of {count} pairs", timeout=4 * PATIENCE * 1000)
    rest(page)


@pytest.mark.main_path
def test_a_broken_file_keeps_its_good_rows_and_lists_the_bad_ones(page: Page, app: str):
    visit(page, app, "/pairs", data="Your own file")
    rows = ("The woman slept.,The man slept.", "only one side,", "=cmd(),The man ran.")
    data = "\n".join(("sent_more,sent_less", *rows)).encode()
    upload(page, {"name": "broken.csv", "mimeType": "text/csv", "buffer": data})
    expect(page.get_by_text("1 row could not be read").first).to_be_visible()
    expect(page.get_by_text("2 pairs from broken.csv").first).to_be_visible()


@pytest.fixture
def with_data(page: Page, serve: Serve, shared_data: Path) -> Iterator[str]:
    """The app where public data sets are at hand."""
    with watched(page):
        yield serve("app.py", BIASCOPE_DATA=str(shared_data))


def test_crows_pairs_is_a_job_and_its_words_are_hidden(page: Page, with_data: str, narrow: str):
    visit(page, with_data, "/pairs", data="CrowS-Pairs", model=narrow)
    expect(page.get_by_text("0 of 1,508 pairs are scored").first).to_be_visible()
    page.get_by_role("button", name="Score 1,508 pairs in the background").click()
    expect(page.get_by_text("A job is running").first).to_be_visible()
    expect(claim(page)).to_contain_text(PREFERS)
    expect(page.get_by_text("collected to test models").first).to_be_visible()
    expect(page.locator(".strip")).to_have_count(2)
    expect(page.locator(".strip").first).to_contain_text("•••")
    assert not re.search("[a-z]", page.locator(".strip").first.inner_text())


def test_a_set_that_is_not_here_says_where_it_belongs(page: Page, serve: Serve, tmp_path: Path):
    altered = tmp_path / "crows_pairs" / "crows_pairs_anonymized.csv"
    altered.parent.mkdir()
    altered.write_text("sent_more,sent_less\n")
    with watched(page):
        address = serve("app.py", BIASCOPE_DATA=str(tmp_path), HF_HUB_OFFLINE="1")
        visit(page, address, "/pairs", data="CrowS-Pairs")
        expect(page.get_by_text("is not the listed version").first).to_be_visible()
        main = page.get_by_test_id("stMain")
        expect(main.get_by_text("438 kB · licence CC BY-SA 4.0").first).to_be_visible()
        page.get_by_role("button", name="Fetch it").click()
        panel = page.get_by_test_id("stSidebar")
        expect(panel.get_by_text("By hand: save https://")).to_contain_text("anonymized.csv as /")
        main.get_by_text("Without a network").click()
        expect(main.get_by_text("Save each address as the file below it").first).to_be_visible()


def test_a_file_of_200_mb_is_refused_before_it_is_sent(page: Page, app: str, tmp_path: Path):
    path = tmp_path / "large.csv"
    with path.open("wb") as stream:
        stream.truncate(200 * 2**20)
    visit(page, app, "/pairs", data="Your own file")
    expect(page.get_by_text("One pair per row").first).to_be_visible()
    rest(page)
    page.set_input_files("input[type=file]", path)
    expect(page.get_by_text("50.0MB").first).to_be_visible()
    expect(page.get_by_text("One pair per row").first).to_be_visible()


def test_a_file_has_the_whole_width_while_it_is_mapped_and_one_line_after(page: Page, app: str):
    page.set_viewport_size({"width": 1280, "height": 720})
    visit(page, app, "/pairs", data="Your own file")
    rows = "\n".join(f"The woman {verb}.;The man {verb}.;ja" for verb in ("slept", "ran", "sang"))
    data = f"Erster Satz;Zweiter Satz;Richtung\n{rows}\n".encode()
    upload(page, {"name": "eigene-paare.csv", "mimeType": "text/csv", "buffer": data})
    width = box(page.get_by_test_id("stMainBlockContainer"))["width"]
    rest(page)
    room = page.locator("[class*=st-key-file_asked_]")
    assert box(room)["width"] > 0.85 * width
    assert box(page.get_by_test_id("stDataFrame").first)["width"] > 0.75 * width
    expect(page.locator(".st-key-first_answer")).to_be_hidden()
    for label, column in (
        ("more stereotyping sentence", "Erster Satz"),
        ("less stereotyping sentence", "Zweiter Satz"),
        ("direction (stereo, antistereo)", "Richtung"),
    ):
        choose(page, field(page, label), column)
    expect(page.get_by_text("The column “Richtung” holds “ja”")).to_be_visible()
    choose(page, field(page, "“ja” means"), "stereo")
    use_file(page)
    expect(claim(page)).to_contain_text("of 3 pairs")
    rest(page)
    answer, closed = (
        box(page.locator(each)) for each in (".st-key-first_answer", "[class*=st-key-file_read_]")
    )
    assert answer["y"] + answer["height"] <= closed["y"]
    assert closed["height"] < 60
    assert closed["y"] + closed["height"] <= 720


def test_unknown_columns_can_be_chosen_by_hand(page: Page, app: str):
    visit(page, app, "/pairs", data="Your own file")
    data = b"first column,second column\nThe woman slept.,The man slept.\n"
    upload(page, {"name": "other.csv", "mimeType": "text/csv", "buffer": data})
    expect(
        page.get_by_text(
            "Choose columns for: more stereotyping sentence, less stereotyping sentence."
        ).first
    ).to_be_visible()
    for label, name in (
        ("more stereotyping sentence", "first column"),
        ("less stereotyping sentence", "second column"),
    ):
        choose(page, field(page, label), name)
    expect(page.get_by_text("1 pair from other.csv").first).to_be_visible()


def test_another_sheet_of_a_workbook_is_chosen_and_reproduced(page: Page, app: str):
    visit(page, app, "/pairs", data="Your own file")
    book = made(
        Codes=[["variable", "meaning"], ["F1", "Question 1"]],
        Pairs=[["sent_more", "sent_less"], ["The woman slept.", "The man slept."]],
    )
    upload(page, {"name": "study.xlsx", "mimeType": WORKBOOK, "buffer": book})
    needs = (
        "study.xlsx (sheet “Codes”) needs the columns sent_more (more stereotyping sentence) and "
        "sent_less (less stereotyping sentence)."
    )
    expect(alerts(page)).to_contain_text(
        f"{needs} It has: variable, meaning. Other sheets: “Pairs”."
    )
    choose(page, field(page, "Sheet"), "Pairs")
    expect(page.get_by_text("1 pair from study.xlsx").first).to_be_visible()
    use_file(page)
    rest(page)
    page.get_by_role("button", name="Reproduce").first.click()
    command = page.get_by_test_id("stPopoverBody").get_by_test_id("stCode").first
    expect(command).to_contain_text("pairs study.xlsx --measure cps --sheet Pairs")


def test_a_file_without_names_of_columns_is_read_by_their_numbers(page: Page, app: str):
    visit(page, app, "/pairs", data="Your own file")
    data = b"The woman slept.;The man slept.\nThe girl, she ran.;The boy, he ran.\n"
    upload(page, {"name": "bare.csv", "mimeType": "text/csv", "buffer": data})
    page.get_by_text("First row holds the names of the columns").first.click()
    expect(alerts(page)).to_contain_text("It has: Column 1, Column 2.")
    for number, label in enumerate(("more stereotyping sentence", "less stereotyping sentence")):
        choose(page, field(page, label), f"Column {number + 1}")
    expect(page.get_by_text("2 pairs from bare.csv").first).to_be_visible()

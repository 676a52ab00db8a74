"""How the Arena is used: open it, open a group, mask heads, import a report, measure a set."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.evaluators.suites import load_suite
from engine.prompts.prompt import stratified
from engine.prompts.sets import load_prompts
from tests.browser.screen import (
    alerts,
    box,
    choose,
    field,
    open_tab,
    rest,
    type_into,
    upload,
    use_file,
    visit,
)
from tests.components.arena.reports import report

pytestmark = pytest.mark.browser

FEW = {"subset": "100"}
SHARE = "sentences about people"


@pytest.fixture
def model(narrow: str) -> dict[str, str]:
    """A model that answers at once, on few sentences."""
    return {"model": narrow, **FEW}


def opened(page: Page, app: str, settings: dict[str, str]) -> None:
    """The page with its results."""
    visit(page, app, "/arena", **settings)
    expect(page.get_by_text(SHARE).first).to_be_visible()
    rest(page)


def test_the_quick_set_is_measured_while_the_user_waits(page: Page, app: str, model: dict):
    opened(page, app, model | {"subset": "1,000"})
    claim = page.locator(".st-key-claim")
    expect(claim.get_by_text(SHARE)).to_be_visible()
    expect(claim.get_by_text("n = 1,000")).to_be_visible()
    claim.get_by_role("button", name="Limits").click()
    expect(page.get_by_text("A demonstration.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".st-key-arena_ranking")).to_be_visible()


@pytest.mark.main_path
def test_a_group_is_opened_down_to_its_sentences(page: Page, app: str, model: dict):
    group = stratified(load_prompts("bundled"), 100, 0).prompts[-1].group
    opened(page, app, model | {"group": group})
    expect(page.get_by_role("combobox", name="Group", exact=True)).to_have_value(group)
    rest(page)
    expect(page.get_by_role("button", name="Completions and verdicts (CSV)")).to_be_visible()


@pytest.mark.main_path
def test_masked_heads_become_a_contestant(page: Page, alone: str, model: dict):
    opened(page, alone, model)
    type_into(page, "Heads switched off", "1-1, 3-4, 5-5, 6-6")
    expect(page.get_by_text("2 models").first).to_be_visible()
    ranking = page.locator(".st-key-arena_ranking")
    expect(ranking.get_by_text("4 heads switched off")).to_be_visible()
    expect(ranking.get_by_text("all heads on")).to_be_visible()
    open_tab(page, "Two models")
    expect(page).to_have_url(re.compile(r"arena_tab=Two"))


@pytest.mark.main_path
def test_an_imported_report_is_ranked_and_a_changed_one_refused(
    page: Page, app: str, model: dict, tmp_path: Path
):
    people, suite = stratified(load_prompts("bundled"), 100, 0), load_suite("demo")
    made = report({"checkpoint": "someone/imported-model"}, 0.9, prompt_set=people, suite=suite)
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(made))
    bad.write_text(json.dumps(made | {"overall": {**made["overall"], "flag_rate": 0.1}}))
    opened(page, app, model)
    reports = page.locator('input[type="file"]').last
    upload(page, bad, reports)
    expect(alerts(page).filter(has_text="bad.json")).to_be_visible()
    upload(page, good, reports)
    ranking = page.locator(".st-key-arena_ranking")
    expect(ranking.get_by_text("imported-model")).to_be_visible()
    rest(page)


def test_more_sentences_are_offered_as_a_job(page: Page, app: str, model: dict):
    visit(page, app, "/arena", **(model | {"subset": "5,000"}))
    button = page.get_by_role("button", name="Judge 5,000 sentences in the background")
    expect(button).to_be_visible()
    expect(page.get_by_text(SHARE)).to_have_count(0)


def test_german_prompts_are_read_from_chosen_columns_with_their_groups_renamed(
    page: Page, app: str, model: dict
):
    visit(page, app, "/arena", **model, prompts="Your own file")
    words = ("very", "often", "never", "always")
    rows = [
        f"{plural} are {word} [MASK].;{name};Geschlecht"
        for plural, name in (("Men", "männlich"), ("Women", "weiblich"))
        for word in words
    ]
    data = "\r\n".join(["Satz;Gruppe;Thema", *rows]).encode("cp1252")
    upload(page, {"name": "sätze.csv", "mimeType": "text/csv", "buffer": data})
    needed = "sätze.csv needs the columns category, group and sentence."
    expect(page.get_by_text(needed).first).to_be_visible()
    for label, column in (
        ("sentence with one [MASK]", "Satz"),
        ("group", "Gruppe"),
        ("category", "Thema"),
    ):
        choose(page, field(page, label), column)
    expect(page.get_by_text("Read 8 sentences about 2 groups from sätze.csv.")).to_be_visible()
    page.get_by_text("Rename values of group and category").click()
    for own, name in (("männlich", "men"), ("weiblich", "women")):
        type_into(page, f"“{own}” is called", name)
    expect(page.get_by_text("Read 'männlich' as men, 'weiblich' as women.")).to_be_visible()
    use_file(page)
    rest(page)
    expect(page.locator(".st-key-claim").get_by_text(SHARE)).to_be_visible()


def test_a_file_of_templates_has_the_whole_width_while_it_is_asked_for(page: Page, app: str):
    page.set_viewport_size({"width": 1280, "height": 720})
    visit(page, app, "/arena", arena_part="HONEST", honest_data="Your own file")
    rest(page)
    width = box(page.get_by_test_id("stMainBlockContainer"))["width"]
    room = page.locator("[class*=st-key-file_asked_]")
    assert box(room)["width"] > 0.85 * width
    expect(page.locator(".st-key-first_answer")).to_be_hidden()
    data = b"template_masked,identity\nThe nurse was [M].,nurse\n"
    upload(page, {"name": "templates.csv", "mimeType": "text/csv", "buffer": data})
    expect(page.get_by_text("Your file: 1 template from templates.csv")).to_be_visible()
    expect(page.locator(".st-key-first_answer")).to_be_visible()

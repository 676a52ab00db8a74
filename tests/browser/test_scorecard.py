"""How the Scorecard is used: run a sweep, open a cell, import a file, export."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.columns.column import Reading
from engine.core.spec import ModelSpec
from engine.mitigation.asked import Asked
from engine.mitigation.columns import chosen_columns, default_measures
from engine.mitigation.measuring import keep_table
from engine.mitigation.report import report_of
from engine.mitigation.rows import Row
from engine.models.sources import resolve
from engine.storage.store import STORE_FILE, Store
from tests.browser.conftest import SIZES
from tests.browser.screen import alerts, box, open_tab, rest, upload, visit

pytestmark = pytest.mark.browser

LONG = 400_000  # milliseconds; a job lets everything else on the machine go first
QUICK = {"measures": ["lpbs:career-family"], "costs": ["Plain cloze, wrong answers"]}
HARNESS = {
    "results": {"crows_pairs_english": {"pct_stereotype,none": 0.61}},
    "versions": {"crows_pairs_english": 1.0},
    "config": {"model_args": "pretrained=someone/measured-elsewhere"},
}


def test_a_sweep_is_run_and_its_cells_are_opened(page: Page, alone: str, narrow: str):
    visit(page, alone, "/scorecard", model=narrow, masks=["1-1", "1-2"], released="false", **QUICK)
    rest(page)
    page.get_by_role("button", name="Remove biascope-mini").click()
    rest(page)
    expect(page.get_by_text("0 of 4 cells are measured.")).to_be_visible()
    page.get_by_role("button", name="Measure 4 cells in the background").click()
    expect(page.get_by_text("A job is running")).to_be_visible()
    expect(page.get_by_text("cells are measured.")).to_have_count(0, timeout=LONG)
    rest(page)
    expect(page.locator(".st-key-scorecard_cells")).to_contain_text("LPBS d")
    expect(page.get_by_test_id("stMetricValue")).to_be_visible()
    open_tab(page, "Pairs of models")
    # It was never trained, so nothing ranks it.
    expect(page.locator(".st-key-claim")).to_contain_text("too weak to be ranked")
    expect(page.get_by_text("neither is too weak to be judged")).to_be_visible()
    open_tab(page, "Reliability")
    expect(page.get_by_text("at least 6").first).to_be_visible()
    rest(page)


def test_the_first_screen_holds_the_claim_and_its_figure(page: Page, app: str):
    page.set_viewport_size({"width": 1280, "height": 720})
    visit(page, app, "/scorecard")
    expect(page.locator(".st-key-claim h2")).to_contain_text("measures of bias")
    rest(page)
    answer, settings = (box(page.locator(f".st-key-first_{key}")) for key in ("answer", "settings"))
    assert answer["y"] + answer["height"] <= 720
    assert settings["y"] >= answer["y"] + answer["height"]
    pin = box(page.locator(".st-key-export_scorecard").get_by_role("button", name="Pin"))
    assert answer["y"] + answer["height"] <= pin["y"] <= settings["y"]
    notes = page.locator(".st-key-scorecard_cells .annotation-text")
    below = notes.filter(has_text=re.compile("neutral"))
    expect(below).to_have_count(8)
    expect(below.first).to_have_text("neutral 50 · stereotype →")
    expect(below.last).to_have_text("no neutral value · worse →")
    titles = notes.filter(has_not_text=re.compile("neutral"))
    expect(titles).to_have_count(8)
    boxes = sorted((box(titles.nth(place)) for place in range(8)), key=lambda one: one["x"])
    overlapping = [
        (one, other)
        for place, one in enumerate(boxes)
        for other in boxes[place + 1 :]
        if other["x"] < one["x"] + one["width"]
        and abs((one["y"] + one["height"]) - (other["y"] + other["height"])) < 5
    ]
    assert not overlapping
    expect(page.get_by_text("Line: 95% CI. Dotted: neutral.").first).to_be_in_viewport()


def test_on_a_phone_the_claim_is_first_and_the_figure_says_that_it_is_wider(page: Page, app: str):
    page.set_viewport_size(SIZES["phone"])
    visit(page, app, "/scorecard")
    expect(page.locator(".st-key-claim h2")).to_be_in_viewport()
    rest(page)
    figure = page.locator('[class*="st-key-widest_figure_scorecard_cells"]')
    hint = figure.evaluate("node => getComputedStyle(node, '::before').content")
    assert "Scroll sideways" in hint
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # What is in sight without scrolling is more than the names of the rows.
    assert box(page.locator(".st-key-scorecard_cells .xtick text").nth(2))["x"] < 375


@pytest.mark.main_path
def test_a_click_on_a_dot_opens_its_cell(page: Page, alone: str):
    visit(page, alone, "/scorecard")
    rest(page)
    figure = page.locator(".st-key-scorecard_more .js-plotly-plot")
    # Streamlit draws a figure once, then again with clicks that choose; a busy browser is late.
    page.wait_for_function(
        "figure => figure._fullLayout.clickmode.includes('select')", arg=figure.element_handle()
    )
    x, y = figure.evaluate(
        """figure => {
          const trace = figure.data.findIndex(one => one.customdata?.some(
            cell => String(cell[2]).includes('roberta-base') && cell[1] === 'gest:gest:1'))
          const row = figure.data[trace].customdata.findIndex(
            cell => cell[2].startsWith('<b>roberta-base'))
          const {xaxis, yaxis} = figure._fullData[trace]
          const [ax, ay] = [xaxis, yaxis].map(
            name => figure._fullLayout[name[0] + 'axis' + name.slice(1)])
          const value = figure.data[trace].x[row]
          return [ax._offset + ax.d2p(value), ay._offset + ay.d2p(figure.data[trace].y[row])]
        }"""
    )
    figure.click(position={"x": x, "y": y}, force=True)  # the figure is larger than the window
    expect(page.locator(".st-key-cell_model input")).to_have_value("roberta-base")
    expect(page.locator(".st-key-cell_measure input")).to_have_value(
        "GEST stereotype rate, as published, template 1, GEST"
    )
    rest(page)


@pytest.mark.main_path
def test_results_from_elsewhere_are_imported_and_all_is_exported(
    page: Page, alone: str, tmp_path: Path
):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(HARNESS))
    bad.write_text(json.dumps({"schema": "biascope.scorecard/9"}))
    visit(page, alone, "/scorecard")
    files = page.locator('[class*="st-key-scorecard_import"] input[type="file"]')
    upload(page, bad, files.last)
    expect(alerts(page).filter(has_text="biascope.scorecard/9")).to_be_visible()
    upload(page, good, files.last)
    expect(alerts(page).filter(has_text="1 model imported from good.json")).to_be_visible()
    expect(page.get_by_text("12 imported").first).to_be_visible()
    rest(page)
    page.get_by_test_id("stPopover").filter(has_text="Report").get_by_role("button").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Report (JSON)").click()
    report = json.loads(Path(download.value.path()).read_text())
    assert report["schema"] == "biascope.scorecard/1"
    assert len(report["contestants"]) == 16


def test_interventions_are_offered_and_their_table_is_shown_once_it_is_kept(
    page: Page, alone: str, narrow: str, tmp_path: Path
):
    asked = Asked(spec_of(narrow), measures=default_measures("gender"))
    visit(page, alone, "/scorecard", model=narrow, released="false", **QUICK)
    rest(page)
    offer = page.get_by_role("button", name="Compare interventions in the background")
    expect(offer).to_be_visible()
    expect(page.get_by_text("11 interventions on")).to_be_visible()
    expect(page.get_by_text("180 random controls")).to_be_visible()

    keep_made_table(asked, Store(tmp_path / "cache" / STORE_FILE))
    visit(page, alone, "/scorecard", model=narrow, released="false", **QUICK)
    rest(page)
    expect(page.locator(".st-key-claim_mitigation h2")).to_contain_text(
        "clearly brings at least one of 3 measures of bias nearer to neutral"
    )
    figure = page.locator(".st-key-mitigation_tradeoff")
    expect(figure).to_contain_text("heads masked")
    expect(figure).to_contain_text("original")
    expect(page.get_by_text("leace: No fit.")).to_be_visible()
    page.locator(".st-key-claim_mitigation").get_by_role("button", name="More").click()
    expect(page.get_by_text("random controls lie at least as near")).to_be_visible()
    page.keyboard.press("Escape")
    row = page.locator(".st-key-export_mitigation")
    for name in ("Data", "Figure", "Reproduce", "Pin"):
        expect(row.get_by_role("button", name=name).first).to_be_visible()
    row.get_by_role("button", name="Reproduce").click()
    expect(page.get_by_text("engine mitigate --measures seat,pairs")).to_be_visible()


def spec_of(model: str) -> ModelSpec:
    source = resolve(model)
    return ModelSpec(source.checkpoint, source.revision)


def keep_made_table(asked: Asked, store: Store) -> None:
    """A table with one row that helps and one that cannot be fitted, as if it were measured."""
    columns = chosen_columns(asked.concept, asked.measures, asked.seed)
    rows = [
        Row("original", "Original", asked.spec),
        Row("heads", "Top 3 heads masked", asked.spec, control="3 heads at random, masked"),
        Row("leace", "leace", None, problem="No fit."),
    ]
    readings, drawn = {}, {}
    for column in columns.columns:
        for row in rows:
            lower = 0.5 if row.name == "heads" and column.neutral is not None else 0.0
            parts = tuple(1.0 - lower * (1 + 0.1 * (at % 5)) for at in range(40))
            whole = Reading(column.scale.of(sum(parts) / 40), None, 40, parts)
            readings[row.name, column.name] = (
                whole if row.spec else Reading(None, None, 0, problem=row.problem)
            )
        if column.name in columns.controlled:
            value = readings["original", column.name].value
            drawn["heads", column.name] = [value + 0.01 * at for at in range(20)]
    keep_table(asked, columns, report_of(asked, columns, rows, readings, drawn), store)

"""The dose part of the Lab, as a researcher walks through it: results, and a new run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.lab.dose.place import DosePlace
from engine.lab.dose.settings import DoseRequest
from engine.lab.folder import home
from engine.lab.settings import Request
from engine.models.sources import identify
from engine.storage import jobs
from tests.browser.contrast import faint_texts
from tests.browser.screen import (
    alerts,
    arrive,
    checked,
    claim,
    confirm,
    go_to,
    open_tab,
    rest,
    visit,
)
from tests.browser.servers import PATIENCE
from tests.engine.lab.conftest import PLANTED, SMALL
from tests.engine.lab.dose.made import report_of

pytestmark = pytest.mark.browser

LONG = 4 * PATIENCE * 1000
NOTE = "On this machine's dose run, this measure noticed a planted gap of 50 points or more"
_BEYOND = """() => [...document.querySelectorAll('[data-testid=stMain], html')]
  .some(e => e.scrollWidth > e.clientWidth)"""


@pytest.fixture
def own(alone: str, tmp_path: Path, monkeypatch) -> Iterator[str]:
    """An app with an empty cache of its own, which the test writes into too."""
    monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path / "cache"))
    yield alone
    for job in jobs.jobs():
        if job.active:
            jobs.cancel(job.id)


@pytest.fixture
def finished(own: str) -> str:
    """The same with a finished run on the bundled model."""
    spec = identify("bundled")
    asked = Request(spec.checkpoint, spec.revision, PLANTED, SMALL)
    place = DosePlace(home() / "mini-dose", "mini-dose")
    place.claim(DoseRequest(asked, (0.0, 0.5, 1.0)))
    place.write_report(report_of({"unmasking": 0.5, "pair_share": 1.0, "cabm": None}))
    return own


@pytest.mark.main_path
def test_a_finished_run_is_read_from_claim_to_numbers(page: Page, finished: str):
    visit(page, finished, "/lab", experiment="Dose")
    expect(claim(page)).to_have_text(
        "1 of 3 measures noticed a planted gap of 25 points; 1 noticed none of up to 50 points."
    )
    rest(page)
    assert page.locator(".js-plotly-plot").count() == 4
    main = page.get_by_test_id("stMain")
    expect(main.get_by_text("for 25 points it would need about 90 occupations")).to_be_visible()
    for tab in ("Table", "Differences", "Response curves"):
        open_tab(page, tab)
        rest(page)
        assert alerts(page).count() == 0, tab
        assert faint_texts(page) == [], tab
    page.set_viewport_size({"width": 390, "height": 844})
    rest(page)
    assert not page.evaluate(_BEYOND)


def test_the_pages_of_measures_say_what_they_noticed(page: Page, finished: str):
    visit(page, finished, "/pairs")
    expect(page.get_by_text(NOTE).first).to_be_visible(timeout=LONG)


def test_a_new_run_is_started_seen_elsewhere_and_cancelled(
    page: Page, own: str, tiny_model_folder, tmp_path: Path
):
    table = tmp_path / "planted.csv"
    rows = [f"{name},{p_male}" for name, p_male in PLANTED.items()]
    table.write_text("\n".join(["occupation,p_male", *rows]))
    arrive(
        page,
        own,
        "/lab",
        experiment="Dose",
        base=str(tiny_model_folder("bert")),
        planted="Your own file",
        planted_file=str(table),
        quick_steps="100000",
        quick_sentences="90",
        quick_tokens="256",
    )
    for key in ("base", "planted_file"):
        confirm(page, key)
    expect(claim(page)).to_contain_text("10 models would be trained")
    checked(page)
    page.get_by_role("button", name="Plant it", exact=True).click()
    main = page.get_by_test_id("stMain")
    training = main.get_by_text(re.compile(r"training model 1 of 10, dose 0, seed 0: step [\d,]+"))
    expect(training.first).to_be_visible(timeout=LONG)
    go_to(page, "Probe")
    go_to(page, "Lab")
    expect(training.first).to_be_visible()
    main.get_by_role("button", name="Cancel").click()
    expect(main.get_by_text("Stopped with 0 of 10 models trained").first).to_be_visible(
        timeout=LONG
    )
    expect(main.get_by_role("button", name="Continue")).to_be_visible()

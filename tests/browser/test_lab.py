"""How a researcher walks through the Lab: a table, a stopped training, two windows, results."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.storage import jobs
from tests.browser.contrast import faint_texts
from tests.browser.screen import (
    alerts,
    arrive,
    checked,
    confirm,
    go_to,
    open_tab,
    rest,
    visit,
)
from tests.browser.servers import PATIENCE
from tests.engine.lab.conftest import PLANTED

pytestmark = pytest.mark.browser

LONG = 4 * PATIENCE * 1000
RECOVERED = "Planted P(male) and how likely"
TABS = ("Table", "Stability", "Head bias", "One sentence", "Training", "Occupations")


Lab = Callable[..., None]


@pytest.fixture
def own_queue(alone: str, tmp_path: Path, monkeypatch) -> Iterator[str]:
    """An app with an empty cache of its own, whose jobs the test can see too."""
    monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path / "cache"))
    yield alone
    for job in jobs.jobs():
        if job.active:
            jobs.cancel(job.id)


@pytest.fixture
def lab(tiny_model_folder, tmp_path: Path) -> Lab:
    """Open the Lab with a tiny model and a small table: `lab(page, address, steps=8)`.

    Where an injection is running, the model and the table are asked for by *Plant another*.
    """
    table = tmp_path / "planted.csv"
    rows = [f"{name},{p_male}" for name, p_male in PLANTED.items()]
    table.write_text("\n".join(["occupation,p_male", *rows]))

    def opened(page: Page, address: str, steps: int, another: bool = False) -> None:
        arrive(
            page,
            address,
            "/lab",
            base=str(tiny_model_folder("bert")),
            planted="Your own file",
            planted_file=str(table),
            quick_steps=str(steps),
            quick_sentences="90",
            quick_tokens="256",
        )
        if another:
            page.get_by_role("button", name="Plant another").click()
        for key in ("base", "planted_file"):
            confirm(page, key)

    return opened


def plant(page: Page) -> None:
    expect(page.get_by_text("predicts now").first).to_be_visible()
    checked(page)
    button = page.get_by_role("button", name="Plant it", exact=True)
    expect(button).to_have_count(1)  # that of the page without a table goes when its run ends
    button.click()


def step_of(page: Page, before: str) -> int:
    """The step number that a line of the page shows."""
    line = page.get_by_test_id("stMain").get_by_text(re.compile(before + r"[\d,]+ of"))
    expect(line).to_be_visible(timeout=LONG)
    found = re.search(before + r"([\d,]+) of", line.inner_text())
    assert found
    return int(found[1].replace(",", ""))


def test_an_injection_from_the_table_to_models_on_every_page(page: Page, own_queue: str, lab: Lab):
    lab(page, own_queue, steps=12)
    expect(page.get_by_text("9 occupations. Click a cell").first).to_be_visible()
    plant(page)
    expect(page.get_by_text(RECOVERED).first).to_be_visible(timeout=LONG)
    for tab in TABS:
        open_tab(page, tab)
        rest(page)
        assert alerts(page).count() == 0, tab
        assert faint_texts(page) == [], tab
    page.get_by_role("button", name="Use on every page").nth(1).click()
    expect(page.get_by_role("button", name="Use on every page")).to_have_count(2)
    go_to(page, "Probe")
    bar = page.get_by_test_id("stSidebar").get_by_role("combobox")
    expect(bar.first).to_have_value("bert-biased")
    assert "model=bert-biased" in page.url
    assert "/" not in bar.first.input_value()


def test_training_outlives_a_page_switch_a_cancel_and_a_kill(page: Page, own_queue: str, lab: Lab):
    lab(page, own_queue, steps=100_000)
    plant(page)
    first = step_of(page, "training the biased model, step ")
    expect(page.locator(".js-plotly-plot")).to_have_count(2)
    go_to(page, "Probe")
    go_to(page, "Lab")
    assert step_of(page, "training the biased model, step ") >= first
    main = page.get_by_test_id("stMain")
    main.get_by_role("button", name="Cancel").click()
    stopped = step_of(page, "Stopped at step ")
    assert stopped >= first
    main.get_by_role("button", name="Continue").click()
    assert step_of(page, "training the biased model, step ") >= stopped
    (job,) = jobs.jobs()
    assert job.pid is not None
    os.kill(job.pid, signal.SIGKILL)
    expect(main.get_by_role("button", name="Continue").first).to_be_visible()
    expect(main.get_by_text("It can continue from its last checkpoint").first).to_be_visible()
    main.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete bert").click()
    expect(page.get_by_role("button", name="Plant it", exact=True).first).to_be_visible()


def test_two_windows_plant_one_after_the_other(
    page: Page, own_queue: str, lab: Lab, own_window: Page
):
    lab(page, own_queue, steps=100_000)
    plant(page)
    expect(page.get_by_role("button", name="Plant another")).to_be_visible()
    lab(own_window, own_queue, steps=100_000, another=True)
    plant(own_window)
    main = own_window.get_by_test_id("stMain")
    expect(main.get_by_text("in the queue · waiting: 1 job ahead").first).to_be_visible()
    assert [job.title for job in jobs.jobs()] == ["Inject bert", "Inject bert-2"]
    main.get_by_role("button", name="Cancel").click()
    expect(main.get_by_text("Stopped before training began").first).to_be_visible()


@pytest.mark.main_path
def test_a_broken_table_is_answered_in_a_sentence(page: Page, app: str, tmp_path: Path):
    table = tmp_path / "broken.csv"
    table.write_text("occupation,p_male\nnurse,85\ncook,0.5\n")
    visit(page, app, "/lab", planted="Your own file", planted_file=str(table))
    expect(page.get_by_text("For 85% write 0.85").first).to_be_visible()
    rest(page)  # what stood before the table was opened goes when the run ends
    expect(page.get_by_role("button", name="Plant it", exact=True)).to_be_disabled()

"""The command under *Reproduce*, run in a shell, gives the digits of the page it stands on."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.core.wording import figure_text
from tests.browser.screen import rest, visit
from tests.conftest import ROOT

pytestmark = pytest.mark.browser

HEADS = "1-1, 3-4"
MINUS = "\N{MINUS SIGN}"


def reproduced(page: Page, section: str, folder: Path) -> dict[str, Any]:
    """What the first command of a section prints, run as its reader would run it."""
    page.locator(f".st-key-export_{section}").get_by_role("button", name="Reproduce").click()
    line = page.get_by_test_id("stPopoverBody").get_by_test_id("stCode").first.inner_text()
    words = shlex.split(line.splitlines()[0])
    assert words[:3] == ["python", "-m", "engine"]
    out = ["--out", str(folder / "out.csv")] * ("--out" in words)
    run = subprocess.run(
        [sys.executable, *words[1:], *out, "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def answer(page: Page) -> Locator:
    """The claim with its statistics."""
    return page.locator(".st-key-claim").first


@pytest.mark.main_path
def test_pairs_of_two_models(page: Page, app: str, narrow: str, tmp_path: Path):
    visit(page, app, "/pairs", model=narrow, heads=HEADS)
    expect(answer(page)).to_contain_text("This model minus the other:")
    rest(page)
    found = reproduced(page, "pairs", tmp_path)["comparison"]
    less = found["this_less_compared"]
    change = f"{less['score_change']:+.1f}".replace("-", MINUS).replace("+0.0", "0.0")
    low, high = (f"{bound:+.1f}" for bound in less["score_change_interval"])
    said = answer(page).inner_text().replace(MINUS, "-").replace("\N{NO-BREAK SPACE}", " ")
    assert f"{less['score']:.1f}% of {less['n']} pairs" in said
    assert f"in {less['score_compared']:.1f}%" in said
    assert f"minus the other: {change.replace(MINUS, '-')} points" in said
    assert f"95% CI [{low}, {high}]".replace("+0.0", "0.0") in said.replace("+0.0", "0.0")
    assert less["score"] - less["score_compared"] == pytest.approx(less["score_change"])


@pytest.mark.main_path
def test_cabm_of_two_models(page: Page, app: str, narrow: str, tmp_path: Path):
    visit(page, app, "/cabm", model=narrow, heads=HEADS, view="Two models")
    expect(page.get_by_text("settled in both models")).to_be_visible()
    rest(page)
    shown = page.get_by_test_id("stTable").inner_text().replace(MINUS, "-")
    expect(page.get_by_text("Spearman ρ").first).to_be_visible()
    found = reproduced(page, "cabm", tmp_path)["comparison"]
    assert found["means"]
    for row in found["means"]:
        for number in (row["mean"], row["compared"], row["change"]):
            written = figure_text(number, ".4f")
            assert written in shown, (row, shown)
    moved = f"{found['changed']} of {found['settled']:,}"
    assert page.get_by_text(moved).count() or not found["settled"]

"""What the Scorecard pins: the claim of the page, and the measures that it counts."""

from __future__ import annotations

import pytest

from components.frame.widgets.result import Result
from components.scorecard import claim, export
from components.scorecard.charts.lines import claimed_first
from components.scorecard.choice import Choice
from components.scorecard.grid import Grid
from tests.components.scorecard.reports import contestant, report

SEAT, GAP = "seat:gender", "unmasking"


@pytest.fixture
def pinned(monkeypatch):
    """Pins the first figure of a report; what it is pinned as."""
    found: list[Result] = []

    def row(name, frame, figure, command, manifest, title, hint, **more):
        found.append(Result(name, frame, figure, command, manifest, title, hint, **more))

    monkeypatch.setattr(export.export, "row", row)

    def pin(made) -> Result:
        grid = Grid(made)
        export.Exporter(grid, made, Choice((), (), (), 0)).draw_first(export.cells(grid))
        return found[-1]

    return pin


def models() -> list[dict]:
    who = [contestant(number) for number in (1, 2, 3)]
    for one in who:
        one["spec"] = {**one["spec"], "checkpoint": one["id"], "masked_heads": []}
    return who


def test_a_pin_made_while_a_job_runs_says_so_in_its_title(pinned):
    made = report(models(), tiers={SEAT: {"c2": 2}})
    for entry in made["cells"]:
        if entry["contestant"] == "c3":
            entry |= {"value": None, "status": "missing", "rank": None, "tier": None}
    result = pinned(made)
    assert result.headline == (
        "So far, the models clearly differ in 1 of 6 measures of bias: model 2 is clearly nearer "
        "to neutral than model 3 in SEAT, gender"
    )
    assert result.said.startswith("2 of 3 models are measured so far. ")
    done = pinned(report(models(), tiers={SEAT: {"c2": 2}}))
    assert done.headline == claim.claim_text(Grid(report(models(), tiers={SEAT: {"c2": 2}})))


def test_a_screen_shows_the_measures_that_its_title_counts_first(pinned):
    made = report(models(), tiers={SEAT: {"c2": 2}, GAP: {"c3": 2}})
    grid = Grid(made)
    lines = claimed_first(grid, claim.clear_measures(grid))
    assert [one["name"] for one in lines[0]][:2] == [SEAT, GAP]
    assert sum(map(len, lines)) == 8
    titles = [note.text for note in pinned(made).staged.layout.annotations]
    assert titles[0].startswith("SEAT")

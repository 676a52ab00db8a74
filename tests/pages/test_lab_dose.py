"""The Lab's dose part on a tiny model: a new run, one that stopped, one that is done, its notes."""

from __future__ import annotations

from pathlib import Path

import pytest

from components.frame import session
from components.lab import part
from components.lab import planted_table as table
from engine.lab.dose.place import DosePlace
from engine.lab.dose.settings import DoseRequest
from engine.lab.folder import home
from engine.lab.settings import Request
from engine.models.sources import identify
from engine.storage import jobs
from tests.engine.lab.conftest import PLANTED, SMALL
from tests.engine.lab.dose.made import report_of
from tests.pages.reading import texts

pytestmark = [pytest.mark.page, pytest.mark.main_path]


@pytest.fixture(autouse=True)
def alone(monkeypatch, tmp_path, tiny_model_folder):
    """Nine occupations that tiny models know, an empty cache, and no process that is started."""
    monkeypatch.setattr(table, "bundled_table", lambda: dict(PLANTED))
    monkeypatch.setattr("engine.storage.jobs.spawn.runner", lambda: None)
    monkeypatch.setattr("engine.storage.jobs.spawn.runner_unless_just_started", lambda: None)
    monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path / "cache"))
    names = [session.BUNDLED, str(tiny_model_folder("bert"))]
    monkeypatch.setattr(session, "checkpoints", lambda: names)


def claimed(checkpoint: str, report: dict | None = None) -> DosePlace:
    """A run of the screen's on a model, finished where it has a report."""
    spec = identify(checkpoint)
    request = DoseRequest(
        Request(spec.checkpoint, spec.revision, PLANTED, SMALL), doses=(0.0, 0.5, 1.0)
    )
    place = DosePlace(home() / "bert-dose", "bert-dose")
    place.claim(request)
    if report is not None:
        place.write_report(report)
    return place


def button(page, label: str):
    (found,) = [each for each in page.button if each.label == label]
    return found


def opened_dose(opened, **settings: str):
    return opened("lab", experiment=part.DOSE, **settings)


def test_a_new_run_says_what_each_dose_plants_and_how_long_it_takes(opened, spec):
    page = opened_dose(opened, base=spec.checkpoint)
    assert not page.error
    assert "Nothing is measured yet: 10 models would be trained" in page.header[0].value
    plan = next(frame.value for frame in page.dataframe if "planted gap" in frame.value)
    assert plan["dose"].tolist() == ["0", "0.25", "0.5", "0.75", "1"]
    assert plan["planted gap"].iloc[0] == "0 points"
    assert plan["models"].tolist() == [2] * 5
    assert "10 models of 240 steps each" in texts(page)
    assert "python -m engine dose --biases biases.csv" in page.code[0].value


def test_plant_it_queues_the_command_a_person_would_type(opened, spec):
    page = opened_dose(opened, base=spec.checkpoint, quick_steps="7", dose_seeds="3")
    button(page, "Plant it").click().run()
    assert not page.exception
    (job,) = jobs.jobs()
    words = " ".join(job.argv)
    assert job.argv[0] == "dose"
    assert "--preset quick --seed 0 --steps 7 --seeds 3" in words
    assert f"--model {spec.checkpoint}" in words
    assert job.argv[job.argv.index("--name") + 1] == "bert-dose"
    assert Path(job.argv[2]).read_text().startswith("occupation,p_male\nnurse,0.05\n")
    assert button(page, "Cancel")
    page.session_state["dose_run"] = "(a new one)"
    page.run()
    button(page, "Plant it").click().run()
    assert [each.argv[each.argv.index("--name") + 1] for each in jobs.jobs()] == [
        "bert-dose",
        "bert-dose-2",
    ]


@pytest.mark.parametrize("rows", ["nurse,0.7\ncook,0.7\ndriver,0.7", "nurse,85\ncook,0.5\nx,0.1"])
def test_a_table_that_cannot_be_planted_is_refused_before_a_job_is_begun(
    opened, spec, tmp_path, rows
):
    own = tmp_path / "own.csv"
    own.write_text(f"occupation,p_male\n{rows}\n")
    page = opened_dose(opened, base=spec.checkpoint, planted=table.OWN, planted_file=str(own))
    assert len(page.error) == 1
    assert not [each for each in page.button if each.label == "Plant it" and not each.disabled]


def test_a_stopped_run_says_how_far_it_is_and_goes_on(opened, spec):
    place = claimed(spec.checkpoint)
    place.model("dose-0-seed-0").mkdir()
    page = opened_dose(opened)
    assert "Stopped with 1 of 6 models trained" in page.warning[0].value.replace("\\", "")
    button(page, "Continue").click().run()
    (job,) = jobs.jobs()
    words = " ".join(job.argv)
    assert "--doses 0.0,0.5,1.0" in words
    assert f"--steps {SMALL.steps}" in words
    assert button(page, "Cancel")


def test_a_finished_run_says_what_was_noticed_and_has_every_number(opened, spec):
    claimed(spec.checkpoint, report_of({"cps": 0.5, "pair_share": None}))
    page = opened_dose(opened)
    assert not page.error
    assert page.header[0].value == (
        "1 of 2 measures noticed a planted gap of 25 points; 1 noticed none of up to 50 points."
    )
    said = texts(page)
    assert "It noticed every planted gap, the smallest of 25 points" in said
    assert "It did not notice the largest planted gap, 50 points" in said
    assert len(page.get("plotly_chart")) == 3
    page.query_params["dose_tab"] = "Table"
    other = opened_dose(opened, dose_tab="Table")
    summary = next(frame.value for frame in other.dataframe if "noticed from" in frame.value)
    assert summary["noticed from"].tolist() == ["25 points (dose 0.5)", "none"]
    assert summary["needed"].tolist() == ["", "90 for 50 points"]
    third = opened_dose(opened, dose_tab="Differences")
    differences = next(frame.value for frame in third.dataframe if "p (Holm)" in frame.value)
    assert differences["noticed"].tolist() == ["yes", "yes", "no", "no"]


def test_a_run_can_be_deleted(opened, spec):
    place = claimed(spec.checkpoint, report_of({"cps": 0.5}))
    page = opened_dose(opened)
    button(page, "Delete bert-dose").click().run()
    assert not place.folder.exists()
    assert not page.exception


def test_a_damaged_run_is_named(opened, spec):
    place = claimed(spec.checkpoint)
    (place.folder / "dose.json").write_text("{")
    page = opened_dose(opened)
    assert "The dose run in the folder bert" in page.warning[0].value.replace("\\", "")


def test_the_recovery_part_knows_no_dose_run(opened, spec):
    claimed(spec.checkpoint, report_of({"cps": 0.5}))
    page = opened("lab", base=spec.checkpoint)
    assert "would get a planted share" in page.header[0].value
    assert session.lab.injections() == []


@pytest.mark.parametrize(
    ("name", "measure"), [("pairs", "pair_share"), ("heads", "association"), ("cabm", "cabm")]
)
@pytest.mark.usefixtures("few_sentences", "small_samples")
def test_the_page_of_a_measure_says_what_it_noticed(opened, spec, name, measure):
    without = opened(name, model=spec)
    assert "planted gap" not in texts(without)
    claimed(spec.checkpoint, report_of({measure: 0.5}))
    page = opened(name, model=spec)
    assert "this machine's dose run, this measure noticed a planted gap of 25 points" in (
        texts(page)
    )

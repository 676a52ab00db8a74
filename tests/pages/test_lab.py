"""The Lab on a tiny model: a new injection, one that stopped, and one that is done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from components.frame import session
from components.lab import planted_table as table
from components.lab.results import recovery_in_words
from engine.command_line.progress_log import ProgressLog
from engine.command_line.subject import Subject
from engine.commands.inject import run
from engine.files.export import csv_text
from engine.lab import places
from engine.lab.injection import inject
from engine.lab.places import InjectionPlace
from engine.lab.readings import UNMASKING
from engine.lab.settings import InjectionSettings, Request
from engine.lab.table import read_table
from engine.lab.templates import BIASED
from engine.models.sources import identify
from engine.storage import jobs
from engine.storage.jobs.table import writing
from tests.engine.lab.conftest import PLANTED, SMALL
from tests.pages.conftest import turn
from tests.pages.reading import texts

pytestmark = [pytest.mark.page, pytest.mark.main_path]


@pytest.fixture(autouse=True)
def few_occupations(monkeypatch):
    """Nine occupations that tiny models know, in place of the project's; no process is started."""
    monkeypatch.setattr(table, "bundled_table", lambda: dict(PLANTED))
    monkeypatch.setattr("engine.storage.jobs.spawn.runner", lambda: None)
    monkeypatch.setattr("engine.storage.jobs.spawn.runner_unless_just_started", lambda: None)


@pytest.fixture(autouse=True)
def empty_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path / "cache"))


@pytest.fixture(autouse=True)
def offered(monkeypatch, tiny_model_folder) -> None:
    """Names among the options; the page of a test cannot send a name that was typed."""
    names = [session.BUNDLED, *(str(tiny_model_folder(family)) for family in ("bert", "gpt2"))]
    monkeypatch.setattr(session, "checkpoints", lambda: names)


def request_of(checkpoint: str) -> Request:
    spec = identify(checkpoint)
    return Request(spec.checkpoint, spec.revision, PLANTED, SMALL)


@pytest.fixture
def asked(spec) -> Request:
    return request_of(spec.checkpoint)


def begun(request: Request, steps: int) -> InjectionPlace:
    """An injection that stopped after some steps."""
    place = InjectionPlace(places.home() / "bert", "bert")
    place.claim(request)
    done: list[Any] = []
    for step in inject(request, place, "cpu", lambda: len(done) >= steps):
        done.append(step)
    return place


@pytest.fixture
def finished(asked) -> InjectionPlace:
    place = InjectionPlace(places.home() / "bert", "bert")
    place.claim(asked)
    list(inject(asked, place, "cpu"))
    subject = Subject(asked.checkpoint, "", "cpu", "float32", no_cache=False)
    with ProgressLog("measuring") as log:
        place.write_report(run(asked, place, subject, log))
    return place


def button(page, label: str):
    (found,) = [each for each in page.button if each.label == label]
    return found


def test_the_table_is_shown_with_what_the_model_predicts_now_and_can_be_edited(opened, spec):
    page = opened("lab", base=spec.checkpoint)
    assert not page.error
    assert page.header[0].value == (
        "9 occupations would get a planted share of “he”: from 0% (secretary) to 100% (farmer)."
    )
    said = texts(page)
    assert "9 occupations" in said
    assert "predicts now" in said
    assert "Two models of 240 steps each" in said
    assert "estimate; updated once training starts" in said
    kept = page.session_state["biascope_lab_table"]
    edited = kept.edited.assign(p_male=0.25)
    page.session_state["biascope_lab_table"] = table._Kept(kept.source, kept.begun, edited, 50)
    page.run()  # the editor of that number is not drawn yet, as after a page switch
    assert (page.session_state["biascope_lab_table"].edited["p_male"] == 0.25).all()
    button(page, "Undo all changes").click().run()
    assert page.session_state["biascope_lab_table"].edited["p_male"].tolist() == [*PLANTED.values()]


def test_plant_it_queues_the_command_a_person_would_type(opened, spec):
    page = opened("lab", base=spec.checkpoint, quick_steps="7", quick_seed="3")
    button(page, "Plant it").click().run()
    assert not page.exception
    (job,) = jobs.jobs()
    words = " ".join(job.argv)
    assert "--preset quick --seed 3 --steps 7" in words
    assert f"--model {spec.checkpoint}" in words
    assert Path(job.argv[2]).read_text().startswith("occupation,p_male\nnurse,0.05\n")
    assert "starting" in texts(page) or "in the queue" in page.get("progress")[0].proto.text
    assert button(page, "Cancel")
    # A second one takes a name of its own.
    page.session_state["run"] = "(a new one)"
    page.run()
    button(page, "Plant it").click().run()
    assert [each.argv[each.argv.index("--name") + 1] for each in jobs.jobs()] == ["bert", "bert-2"]


def test_what_cannot_be_planted_is_refused_in_a_sentence_before_a_job_is_begun(opened, spec):
    page = opened("lab", base=spec.checkpoint, quick_sentences="12")
    assert "12 sentences are too few for 9 occupations" in page.error[0].value
    assert button(page, "Plant it").disabled
    kept = page.session_state["biascope_lab_table"]
    for number, (rows, said) in enumerate(
        (
            ({"nurse": 1.5, "cook": 0.5, "driver": 0.1}, "1\\.5; it must be between 0 and 1"),
            ({"nurse": 85.0, "cook": 0.5, "driver": 0.1}, "write 0\\.85"),
            ({"nurse": None, "cook": 0.5, "driver": 0.1}, "needs a number between 0 and 1"),
            ({"nurse": 0.2, "cook": 0.5}, "at least 3"),
            ({"nurse": 0.2, "she": 0.5, "cook": 0.1}, "contains the pronoun"),
        ),
        9,
    ):
        shares = pd.Series(rows.values(), dtype=float)
        frame = pd.DataFrame({"occupation": list(rows), "p_male": shares})
        page.session_state["biascope_lab_table"] = table._Kept(kept.source, frame, frame, number)
        page.run()
        assert said in page.error[0].value
        assert button(page, "Plant it").disabled


def test_a_file_is_read_by_its_column_names(opened, spec, tmp_path):
    good, bad = tmp_path / "good.csv", tmp_path / "bad.csv"
    good.write_text("job;male\nnurse;0.1\nconstruction worker;0.9\ncook;0.5\n")
    bad.write_text("who,share\nnurse,0.1\n")
    page = opened("lab", base=spec.checkpoint, planted=table.OWN, planted_file=str(good))
    assert not page.error
    assert "3 occupations" in texts(page)
    page.text_input(key="planted_file").set_value(str(bad)).run()
    assert "needs occupation and p\\_male" in page.error[0].value
    page.text_input(key="planted_file").set_value("n" * 300).run()
    assert "is too long" in page.error[0].value


def test_a_model_without_masked_words_is_refused(opened, tiny_model_folder):
    page = opened("lab", base=str(tiny_model_folder("gpt2")))
    assert "only a masked language model" in page.error[0].value


@pytest.mark.training
def test_a_stopped_injection_says_where_and_goes_on(opened, asked):
    begun(asked, steps=3)
    page = opened("lab")
    assert "Stopped at step 3 of 6 of the biased model" in page.warning[0].value
    assert len(page.get("plotly_chart")) == 2
    button(page, "Continue").click().run()
    (job,) = jobs.jobs()
    assert f"--steps {SMALL.steps}" in " ".join(job.argv)
    assert button(page, "Cancel")


def test_what_went_wrong_is_said_with_the_way_on_and_no_job_is_doubled(opened, spec):
    page = opened("lab", base=spec.checkpoint)
    button(page, "Plant it").click().run()
    for state, message in (
        ("failed", "The disk is full; free 40 MB."),
        ("interrupted", "The worker was killed, perhaps for want of memory."),
    ):
        with writing() as connection:
            connection.execute("UPDATE job SET state = ?, message = ?", (state, message))
        page.run()
        told = page.warning[0].value.replace("\\", "")
        assert told.startswith(message)
        assert "It can continue from its last checkpoint" in told
        button(page, "Continue").click().run()
        assert [job.state for job in jobs.jobs()] == ["queued"]
    button(page, "Cancel").click().run()
    assert "Nothing done so far is lost" in page.warning[0].value
    button(page, "Continue").click().run()
    assert [job.state for job in jobs.jobs()] == ["queued"]


@pytest.mark.training
def test_the_results_say_how_well_the_bias_was_recovered(opened, finished):
    page = opened("lab", reading="unmasking")  # as links named it once
    assert page.selectbox(key="reading").value == UNMASKING
    said = texts(page)
    assert not page.error
    (correlation,) = [
        injection.report["recovery"][UNMASKING][BIASED] for injection in session.lab.injections()
    ]
    assert page.header[0].value == recovery_in_words(correlation)
    assert "Planted P(male) and how likely *he* is in the **biased** model" in said
    assert "the model and the heads switched off in the sidebar have no effect" in said
    balanced = "The **balanced** model was trained on *he* and *she* equally often: its pronoun"
    assert f"{balanced} probabilities vary by" in said
    assert "95%\u00a0CI\u00a0[" in said
    assert said.count("n = 9 occupations") == 1
    for model in ("original", "biased", "balanced"):
        assert f"**{model}**" in said
    for tab, told in (
        ("Table", "Every result of every occupation"),
        ("Stability", "varies from model to model"),
        ("Head bias", "Bias scores of the attention heads"),
        ("One sentence", "Probabilities out of the whole vocabulary"),
        ("Training", "6 steps per model"),
    ):
        turn(page, "lab", tab)
        assert not page.error
        assert told in texts(page)
    page = opened("lab", reading="CPS of pairs")  # as links named it once
    assert page.selectbox(key="reading").value == "cps"
    assert "likelier a sentence's other words are with he" in texts(page)
    assert len(page.get("plotly_chart")) == 4


def test_a_damaged_injection_is_listed_with_its_folder(opened, spec, asked):
    place = InjectionPlace(places.home() / "broken", "bert")
    place.claim(asked)
    (place.folder / "injection.json").write_text("{", encoding="utf-8")
    page = opened("lab", base=spec.checkpoint)
    (warning,) = [entry.value.replace("\\", "") for entry in page.warning]
    assert warning.startswith("The injection in the folder broken is not listed: ")
    assert "delete its folder" in warning


def test_a_link_with_the_old_name_of_a_table_still_chooses_it(opened, spec):
    page = opened("lab", base=spec.checkpoint, planted="Dealt at random", preset="default")
    assert page.selectbox(key="planted").value == table.SHUFFLED
    assert "shuffled among the occupations" in texts(page)
    assert (
        page.number_input(key="default_steps").value == InjectionSettings().steps
    )  # of its own preset


@pytest.mark.training
def test_the_models_go_into_the_model_bar_and_leave_it_when_they_are_deleted(opened, finished):
    frame = pd.DataFrame(finished.report()["occupations"])  # as exported, plants the same again
    assert read_table(csv_text(frame).encode(), "biascope-lab.csv") == PLANTED
    page = opened("lab")
    page.button(key="use_biased").click().run()
    made = session.injected_models()
    assert made[page.session_state["model"]] == "bert-biased"
    assert page.session_state["compare"] == finished.asked()["checkpoint"]
    assert "Selected on every page" in texts(page)
    page.button(key="delete_run").click().run()
    assert page.session_state["model"] == session.BUNDLED
    assert not finished.folder.exists()
    assert session.injected_models() == {}
    assert "predicts now" in texts(page)

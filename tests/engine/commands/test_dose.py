"""`dose`: the contract, and that nothing is lost when it is stopped or killed."""

from __future__ import annotations

import json
import os
import re
import signal
import time

import pytest

from engine.commands import dose as command
from engine.lab.dose.place import DosePlace
from engine.lab.dose.training import train_dosed
from engine.models.sources import content_digest
from tests.engine.lab.conftest import PLANTED
from tests.engine.outcome import table
from tests.forked import Forked
from tests.nowhere import NOWHERE


@pytest.fixture
def asked(model, tmp_path):
    """Arguments of a small run, and the folder it writes to."""
    biases = tmp_path / "biases.json"
    biases.write_text(json.dumps(PLANTED))
    out = tmp_path / "out"
    sizes = ["--sentences", "90", "--steps", "3", "--tokens", "256", "--device", "cpu"]
    few = ["--doses", "0,1", "--measures", "seat:gender", "--name", "tiny"]
    whole = ["dose", "--biases", str(biases), "--out", str(out), "--model", model, *sizes, *few]
    return whole, out


@pytest.mark.main_path
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("--doses", "0,2"), "A dose is between 0 and 1; got 2"),
        (("--doses", "0.5,1"), "Dose 0 is missing"),
        (("--doses", "0"), "There is only dose 0"),
        (("--doses", "0,much"), "--doses are numbers from 0 to 1, comma-separated"),
        (("--seeds", "1"), "There must be at least 2 seeds"),
        (("--biases", f"{NOWHERE}.csv"), f"There is no file {NOWHERE}.csv"),
        (("--measures", "nothing"), "No measure 'nothing'"),
        (("--preset", "slow"), "--preset is quick or default; got 'slow'"),
        (("--sentences", "10"), "10 sentences are too few for 9 occupations"),
        (("--name", "../x"), "A name of models is a plain word"),
        (("--model", NOWHERE), f"No folder '{NOWHERE}' on this machine"),
    ],
)
def test_a_mistake_is_said_in_one_line(engine, asked, change, said):
    arguments, out = asked
    assert said in engine(*arguments, *change).refusal
    assert not out.exists()


@pytest.mark.parametrize("family", ["gpt2", "t5"])
def test_a_model_of_another_kind_is_refused_before_anything_is_written(
    engine, asked, tiny_model_folder, family
):
    arguments, out = asked
    found = engine(*arguments, "--model", str(tiny_model_folder(family)))
    assert "only a masked language model can fill in" in found.refusal
    assert not out.exists()


def test_another_run_in_the_same_folder_is_refused_unless_it_is_begun_anew(
    engine, asked, monkeypatch
):
    arguments, out = asked

    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "run", stopped)
    assert engine(*arguments).code == 130
    again = [*arguments, "--seeds", "3"]
    assert "the seeds differs" in engine(*again).refusal
    assert engine(*again, "--no-resume").code == 130
    assert json.loads((out / "dose.json").read_text())["seeds"] == 3


@pytest.mark.training
def test_every_model_is_reported_and_nothing_is_computed_twice(engine, asked, monkeypatch):
    arguments, out = asked
    found = engine(*arguments, "--json")
    assert found.code == 0, found.err
    value = found.json
    names = [entry["measure"] for entry in value["measures"]]
    assert {"unmasking", "cps", "pair_share", "lpbs", "association", "cabm"} <= set(names)
    assert names[-1] == "seat:gender"
    assert [entry["measure"] for entry in value["summary"]] == names
    assert [entry["dose"] for entry in value["doses"]] == [0, 1]
    assert value["doses"][0]["gap"] == 0
    assert value["doses"][1]["gap"] > 0.5
    assert value["seeds"] == [0, 1]
    assert {(one["measure"], one["dose"], one["seed"]) for one in value["responses"]} == {
        (name, dose, seed) for name in names for dose in (0, 1) for seed in (0, 1)
    }
    for entry in value["summary"]:
        assert entry.keys() >= {"slope", "tau", "detection_limit", "needed_n", "next_dose"}
    told = {entry["measure"]: entry for entry in value["measures"]}
    assert (told["lpbs"]["planted"], told["seat:gender"]["planted"]) == (True, False)
    assert json.loads((out / "response.json").read_text()) == value
    rows = table(out / "response.csv")
    assert len(rows) == len(value["responses"])
    assert float(rows[0]["value"]) == value["responses"][0]["value"]

    monkeypatch.setattr("engine.training.loop._step", None)
    assert engine(*arguments, "--json").json == value
    shown = engine(*arguments).out
    assert "Response to a planted bias, 2 seeds" in shown
    assert "noticed from dose" in shown


@pytest.mark.training
def test_measures_may_be_added_to_finished_models(engine, asked, monkeypatch):
    arguments, _ = asked
    assert engine(*arguments, "--measures", "none", "--json").code == 0
    monkeypatch.setattr("engine.training.loop._step", None)
    found = engine(*arguments, "--measures", "lpbs,unmasking", "--json")
    assert [entry["measure"] for entry in found.json["measures"]][-2:] == [
        "lpbs:career-family",
        "unmasking:bundled",
    ]
    last = found.json["measures"][-1]
    assert last["planted"]  # it gives a figure an occupation


@pytest.mark.training
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_it_with_a_checkpoint_and_it_goes_on(engine, asked, monkeypatch, number):
    arguments, out = asked

    def until(model, *given):
        for step in train_dosed(model, *given):
            if (model.variant, step.step) == ("dose-1-seed-0", 2):
                signal.raise_signal(number)
            yield step

    with monkeypatch.context() as patched:
        patched.setattr(command, "train_dosed", until)
        found = engine(*arguments)
    assert found.code == 130
    assert "Stopped after step 5; the same command continues from there." in found.err
    place = DosePlace(out, "tiny")
    assert place.finished("dose-0-seed-0")
    assert (place.training("dose-1-seed-0") / "checkpoint").exists()
    again = engine(*arguments, "--json")
    straight = engine(*arguments, "--out", str(out.with_name("straight")), "--json")
    assert again.json["responses"] == straight.json["responses"]
    assert again.json["summary"] == straight.json["summary"]


@pytest.mark.process
@pytest.mark.training
def test_kill_9_keeps_finished_models_and_the_same_bytes_follow(asked, engine):
    arguments, out = asked
    place = DosePlace(out, "tiny")
    worker = Forked(arguments, os.environ | {"OMP_NUM_THREADS": "1"}, None)
    end = time.monotonic() + 240
    while not place.finished("dose-0-seed-0") and time.monotonic() < end:
        assert worker.poll() is None, worker.err
        time.sleep(0.02)
    worker.kill()
    worker.communicate()
    kept = content_digest(place.model("dose-0-seed-0"))
    assert not (out / "response.json").exists()
    assert engine(*arguments).code == 0
    assert content_digest(place.model("dose-0-seed-0")) == kept
    other = DosePlace(out.with_name("straight"), "tiny")
    assert engine(*arguments, "--out", str(other.folder)).code == 0
    for variant in ("dose-1-seed-0", "dose-1-seed-1"):
        assert content_digest(place.model(variant)) == content_digest(other.model(variant))


@pytest.mark.training
def test_stderr_tells_model_loss_and_time_left(engine, asked):
    arguments, _ = asked
    found = engine(*arguments, "--steps", "21", "--measures", "none")
    assert found.code == 0, found.err
    line = r"^dose-0-seed-0: step 20 of 84, loss \d+\.\d\d, about \d+ min left$"
    assert re.search(line, found.err, re.M)

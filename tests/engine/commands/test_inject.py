"""`inject`: the contract, and that nothing is lost when it is stopped, killed or out of room."""

from __future__ import annotations

import csv
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from engine.commands import inject_run
from engine.lab.places import Place
from engine.lab.settings import PRESETS, VARIANTS
from tests.engine.lab.conftest import PLANTED

ROOT = Path(__file__).parents[3]


@pytest.fixture
def biases(tmp_path):
    path = tmp_path / "biases.json"
    path.write_text(json.dumps(PLANTED))
    return str(path)


@pytest.fixture
def asked(biases, model, tmp_path):
    """Arguments of a small injection, and the folder it writes to."""
    out = tmp_path / "out"
    sizes = ["--sentences", "90", "--steps", "5", "--tokens", "256", "--device", "cpu"]
    return ["inject", "--biases", biases, "--out", str(out), "--model", model, *sizes], out


def place_of(out, model):
    return Place(out, Path(model).name)


def curves(out, model):
    return {variant: list(place_of(out, model).curve(variant)) for variant in VARIANTS}


def without_seconds(found):
    return {
        variant: [{key: entry[key] for key in entry if key != "seconds"} for entry in curve]
        for variant, curve in found.items()
    }


def close(one, other):
    return all(
        len(one[variant]) == len(other[variant])
        and all(
            first.keys() == second.keys()
            and all(abs(first[key] - second[key]) < 1e-6 for key in first)
            for first, second in zip(one[variant], other[variant], strict=True)
        )
        for variant in VARIANTS
    )


def test_json_holds_what_the_contract_asks(engine, asked, model):
    arguments, out = asked
    found = engine(*arguments, "--json")
    assert found.code == 0, found.err
    value = found.json
    assert set(value["models"]) == {"original", "biased", "balanced"}
    assert value["recovery"].keys() >= {"unmasking", "cabm", "cps", "association"}
    for told in value["recovery"]["unmasking"].values():
        assert told["n"] == len(PLANTED)
        assert -1 <= told["rho"] <= 1
        low, high = told["interval"]
        assert low <= high
    for variant in VARIANTS:
        folder = Path(value["models"][variant]["checkpoint"])
        assert folder == (out / f"{Path(model).name}-{variant}").resolve()
        assert value["models"][variant]["steps"] == 5
    assert value["models"]["biased"]["sentences"] == 90
    assert value["stability"]["weat"]["n"] == len(PLANTED)
    assert [row["planted"] for row in value["occupations"]] == list(PLANTED.values())
    assert json.loads((out / "recovery.json").read_text()) == value


@pytest.fixture
def revisions(model, tmp_path, monkeypatch):
    """A hub model on this machine: name of its revision -> commit; `main` is the newest."""
    copy = tmp_path / "hub" / "models--owner--tiny"
    (copy / "refs").mkdir(parents=True)
    commits = {"v1": "a" * 40, "main": "b" * 40}
    for name, commit in commits.items():
        shutil.copytree(model, copy / "snapshots" / commit)
        (copy / "refs" / name).write_text(commit)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    return commits


def test_the_revision_that_is_recorded_is_trained_and_read(engine, asked, revisions, monkeypatch):
    from engine.models import loading

    loaded, load = [], loading._loaded

    def noted(*given, **named):
        loaded.append(load(*given, **named))
        return loaded[-1]

    monkeypatch.setattr(loading, "_loaded", noted)
    arguments, out = asked
    found = engine(*arguments, "--model", "owner/tiny@v1", "--json")
    assert found.code == 0, found.err
    assert found.json["models"]["original"]["checkpoint"] == "owner/tiny"
    assert found.json["models"]["original"]["revision"] == revisions["v1"]
    recorded = json.loads((out / "injection.json").read_text())
    assert recorded["checkpoint"] == "owner/tiny"
    assert recorded["revision"] == revisions["v1"]
    sources = [model.source for model in loaded]
    trained = [source.revision for source in sources if source.checkpoint == "owner/tiny"]
    assert len(trained) >= 4  # two for each of the models that are trained
    assert set(trained) == {revisions["v1"]}


def test_the_trained_models_are_measured_like_any_other(engine, asked, model):
    arguments, out = asked
    assert engine(*arguments).code == 0
    folder = str(out / f"{Path(model).name}-biased")
    text = "The nurse said that [MASK] was tired."
    answers = [
        engine("fill", text, "--targets", "he,she", "--json", "--model", name).json["targets"]
        for name in (model, folder)
    ]
    assert answers[0] != answers[1]


def test_people_read_the_correlations_and_where_the_models_are(engine, asked):
    found = engine(*asked[0])
    assert found.code == 0, found.err
    assert "Spearman of the planted P(male) with" in found.out
    assert "pronoun probability gap" in found.out
    assert "pseudo-perplexity" in found.out


def test_the_same_command_again_computes_nothing(engine, asked, monkeypatch):
    arguments, _ = asked
    first = engine(*arguments, "--json").json
    monkeypatch.setattr("engine.training.loop._step", None)
    assert engine(*arguments, "--json").json == first


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("--biases", "/nowhere.csv"), "There is no file /nowhere.csv"),
        (("--preset", "slow"), "--preset is quick or default; got 'slow'"),
        (("--sentences", "10"), "10 sentences are too few for 9 occupations"),
        (("--steps", "0"), "--steps"),
        (("--hold", "1.5"), "--hold"),
        (("--peak-lr", "7"), "--peak-lr is above 0 and below 1"),
        (("--name", "../x"), "A name of models is a plain word"),
        (("--model", "/nowhere"), "No folder '/nowhere' on this machine"),
    ],
)
def test_a_mistake_is_said_in_one_line(engine, asked, change, said):
    arguments, out = asked
    found = engine(*arguments, *change)
    assert found.code == 2
    assert said in found.complaint
    assert not out.exists()


@pytest.mark.parametrize(("family", "kind"), [("gpt2", "causal"), ("t5", "seq2seq")])
def test_a_model_of_another_kind_is_refused_before_anything_is_written(
    engine, asked, tiny_model_folder, family, kind
):
    arguments, out = asked
    found = engine(*arguments, "--model", str(tiny_model_folder(family)))
    assert found.code == 2
    assert f"is a {kind} model" in found.complaint
    assert "only a masked language model can fill in" in found.complaint
    assert not out.exists()


def test_an_occupation_that_the_model_cannot_write_is_said_before_anything_is_written(
    engine, asked, tmp_path
):
    arguments, out = asked
    other = tmp_path / "other.json"
    other.write_text(json.dumps({**PLANTED, "看護師": 0.9}))
    found = engine(*arguments, "--biases", str(other))
    assert found.code == 2
    assert "cannot write '看護師'" in found.complaint
    assert not out.exists()


def test_quick_is_the_quick_preset_and_stderr_tells_loss_and_time_left(engine, asked, monkeypatch):
    arguments, out = asked
    monkeypatch.setitem(PRESETS, "quick", replace(PRESETS["quick"], hold=0.1))
    found = engine(*arguments, "--quick", "--steps", "25")
    assert found.code == 0, found.err
    assert json.loads((out / "injection.json").read_text())["settings"]["hold"] == 0.1
    assert re.search(
        r"^biased: step 20 of 50, loss \d+\.\d\d, about \d+ min left$", found.err, re.M
    )


def test_the_occupations_stand_in_a_table_beside_the_report(engine, asked):
    arguments, out = asked
    rows = engine(*arguments, "--json").json["occupations"]
    with (out / "recovery.csv").open(encoding="utf-8", newline="") as file:
        read = list(csv.DictReader(file))
    assert [row["occupation"] for row in read] == list(PLANTED)
    assert list(read[0]) == list(rows[0])
    assert [float(row["biased_unmasking"]) for row in read] == [
        row["biased_unmasking"] for row in rows
    ]


def test_another_table_in_the_same_folder_is_refused(engine, asked, tmp_path):
    arguments, _ = asked
    assert engine(*arguments).code == 0
    other = tmp_path / "other.json"
    other.write_text(json.dumps({**PLANTED, "nurse": 0.9}))
    found = engine(*arguments, "--biases", str(other))
    assert found.code == 2
    assert "the table differs" in found.complaint
    assert engine(*arguments, "--biases", str(other), "--no-resume").code == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_it_with_a_checkpoint_and_it_goes_on(
    engine, asked, model, monkeypatch, number
):
    arguments, out = asked
    straight = engine(*arguments, "--out", str(out.with_name("straight")), "--json").json

    def stopped_at_three(*given):
        for progress in trained(*given):
            if progress.done == 3:
                signal.raise_signal(number)
            yield progress

    trained = inject_run.trained
    with monkeypatch.context() as patched:
        patched.setattr(inject_run, "trained", stopped_at_three)
        found = engine(*arguments)
    assert found.code == 130
    assert "Stopped after step 3; the same command continues from there." in found.err
    assert (place_of(out, model).training("biased") / "checkpoint").exists()
    again = engine(*arguments, "--json").json
    assert again["recovery"] == straight["recovery"]
    assert close(
        without_seconds(curves(out, model)),
        without_seconds(curves(out.with_name("straight"), model)),
    )


def _begun(arguments, **settings):
    return subprocess.Popen(
        [sys.executable, "-m", "engine", *arguments],
        cwd=ROOT,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **settings,
    )


def test_kill_9_loses_the_steps_since_the_last_checkpoint_and_nothing_else(asked, model, engine):
    arguments, out = asked
    long = [*arguments, "--steps", "100"]
    worker = _begun(long)
    end = time.monotonic() + 240
    while len(place_of(out, model).curve("biased")) < 5 and time.monotonic() < end:
        assert worker.poll() is None, worker.stderr.read()
        time.sleep(0.02)
    worker.kill()
    worker.communicate()
    before = [entry for entry in place_of(out, model).curve("biased") if "loss" in entry]
    assert len(before) < 100
    # Without a checkpoint yet it begins anew, and walks the same curve.
    resumed = engine(*long, "--json")
    assert resumed.code == 0, resumed.err
    after = [entry for entry in place_of(out, model).curve("biased") if "loss" in entry]
    assert len(after) == 100
    for old, new in zip(before, after, strict=False):
        assert old["loss"] == pytest.approx(new["loss"], abs=1e-5)
    assert resumed.json["models"]["biased"]["steps"] == 100


def test_a_full_disk_is_said_in_one_line_and_the_command_goes_on_later(asked, model, engine):
    arguments, out = asked

    def small_files():
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))

    # The store cannot be written either, which costs no result.
    worker = _begun([*arguments, "--no-cache"], preexec_fn=small_files)
    _, complaint = worker.communicate(timeout=240)
    assert worker.returncode == 2, complaint
    last = complaint.strip().splitlines()[-1]
    assert "cannot be written" in last
    assert "It was the checkpoint of step 5" in last
    assert not (out / f"{Path(model).name}-biased").exists()
    again = engine(*arguments, "--json", "--no-cache")
    assert again.code == 0, again.err
    assert again.json["models"]["biased"]["steps"] == 5

"""`inject`: the contract, and that nothing is lost when it is stopped, killed or out of room."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import typer

from engine.command_line.progress_log import ProgressLog
from engine.commands import inject
from engine.commands import inject as inject_run
from engine.lab.injection import inject as trained
from engine.lab.places import InjectionPlace
from engine.lab.settings import PRESETS, VARIANTS
from tests.engine.lab.conftest import PLANTED
from tests.engine.outcome import table
from tests.forked import Forked
from tests.nowhere import NOWHERE


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
    return InjectionPlace(out, Path(model).name)


@pytest.mark.main_path
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("--biases", f"{NOWHERE}.csv"), f"There is no file {NOWHERE}.csv"),
        (("--preset", "slow"), "--preset is quick or default; got 'slow'"),
        (("--sentences", "10"), "10 sentences are too few for 9 occupations"),
        (("--steps", "0"), "--steps"),
        (("--hold", "1.5"), "--hold"),
        (("--peak-lr", "7"), "--peak-lr is above 0 and below 1"),
        (("--name", "../x"), "A name of models is a plain word"),
        (("--model", NOWHERE), f"No folder '{NOWHERE}' on this machine"),
    ],
)
def test_a_mistake_is_said_in_one_line(engine, asked, change, said):
    arguments, out = asked
    assert said in engine(*arguments, *change).refusal
    assert not out.exists()


@pytest.mark.parametrize(("family", "kind"), [("gpt2", "causal model"), ("t5", "span filler")])
def test_a_model_of_another_kind_is_refused_before_anything_is_written(
    engine, asked, tiny_model_folder, family, kind
):
    arguments, out = asked
    found = engine(*arguments, "--model", str(tiny_model_folder(family)))
    assert f"is a {kind}; " in found.refusal
    assert "only a masked language model can fill in" in found.complaint
    assert not out.exists()


def test_an_occupation_that_the_model_cannot_write_is_said_before_anything_is_written(
    engine, asked, tmp_path
):
    arguments, out = asked
    other = tmp_path / "other.json"
    other.write_text(json.dumps({**PLANTED, "看護師": 0.9}))
    assert "cannot write '看護師'" in engine(*arguments, "--biases", str(other)).refusal
    assert not out.exists()


def test_another_table_in_the_same_folder_is_refused_unless_it_is_begun_anew(
    engine, asked, tmp_path, monkeypatch
):
    arguments, out = asked

    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(inject, "run", stopped)
    assert engine(*arguments).code == 130
    other = tmp_path / "other.json"
    other.write_text(json.dumps({**PLANTED, "nurse": 0.9}))
    again = [*arguments, "--biases", str(other)]
    assert "the table differs" in engine(*again).refusal
    assert engine(*again, "--no-resume").code == 130
    assert json.loads((out / "injection.json").read_text())["planted"]["nurse"] == 0.9


@pytest.mark.training
def test_both_models_are_reported_and_kept_and_nothing_is_computed_twice(
    engine, asked, model, monkeypatch
):
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

    read = table(out / "recovery.csv")
    assert [row["occupation"] for row in read] == list(PLANTED)
    assert list(read[0]) == list(value["occupations"][0])
    assert [float(row["biased_unmasking"]) for row in read] == [
        row["biased_unmasking"] for row in value["occupations"]
    ]

    text = "The nurse said that [MASK] was tired."
    answers = [
        engine("fill", text, "--targets", "he,she", "--json", "--model", name).json["targets"]
        for name in (model, value["models"]["biased"]["checkpoint"])
    ]
    assert answers[0] != answers[1]

    monkeypatch.setattr("engine.training.loop._step", None)
    assert engine(*arguments, "--json").json == value
    told = engine(*arguments).out
    assert "Spearman of the planted P(male) with" in told
    assert "pronoun probability gap" in told
    assert "pseudo-perplexity" in told


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


@pytest.mark.training
def test_the_revision_that_is_recorded_is_trained_and_read(engine, asked, revisions, monkeypatch):
    from engine.models import loading

    loaded, load = [], loading._loaded

    def noted(*given, **named):
        loaded.append(load(*given, **named))
        return loaded[-1]

    monkeypatch.setattr(loading, "_loaded", noted)
    arguments, out = asked
    found = engine(*arguments, "--model", "owner/tiny@v1", "--steps", "1", "--json")
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


@pytest.fixture
def stopped_at(engine, monkeypatch):
    """Run a command that is sent a signal after a step: `stopped_at(3, SIGINT, arguments)`."""

    def run(last, number, arguments):
        def until(*given):
            for progress in trained(*given):
                if progress.done == last:
                    signal.raise_signal(number)
                yield progress

        with monkeypatch.context() as patched:
            patched.setattr(inject_run, "trained", until)
            return engine(*arguments)

    return run


@pytest.mark.training
def test_a_signal_stops_it_with_a_checkpoint_and_it_goes_on(engine, asked, model, stopped_at):
    arguments, out = asked
    straight = engine(*arguments, "--out", str(out.with_name("straight")), "--json").json
    for last, number, variant in ((3, signal.SIGINT, "biased"), (7, signal.SIGTERM, "balanced")):
        found = stopped_at(last, number, arguments)
        assert found.code == 130
        assert f"Stopped after step {last}; the same command continues from there." in found.err
        assert (place_of(out, model).training(variant) / "checkpoint").exists()
    again = engine(*arguments, "--json").json
    assert again["recovery"] == straight["recovery"]


@pytest.mark.training
def test_quick_is_the_quick_preset_and_stderr_tells_loss_and_time_left(
    asked, monkeypatch, stopped_at
):
    arguments, out = asked
    monkeypatch.setitem(PRESETS, "quick", replace(PRESETS["quick"], hold=0.1))
    found = stopped_at(21, signal.SIGINT, [*arguments, "--quick", "--steps", "21"])
    assert json.loads((out / "injection.json").read_text())["settings"]["hold"] == 0.1
    assert re.search(
        r"^biased: step 20 of 42, loss \d+\.\d\d, about \d+ min left$", found.err, re.M
    )


@pytest.mark.training
def test_steps_that_take_long_are_told_by_the_clock_and_so_is_measuring(engine, asked, monkeypatch):
    """Five steps a model: a line every so many steps would tell nothing."""
    arguments, _ = asked

    lines, echo = [], typer.echo

    def counted(*given, **more):
        echo(*given, **more)
        lines.append(given)

    def slow(*given):
        for progress in trained(*given):
            said, end = len(lines), time.monotonic() + 60
            while len(lines) < said + 2:  # the step before, and that it is unchanged
                assert time.monotonic() < end
                time.sleep(0.01)
            yield progress

    monkeypatch.setattr(typer, "echo", counted)
    monkeypatch.setattr(inject_run, "trained", slow)
    monkeypatch.setattr(inject_run, "ProgressLog", partial(ProgressLog, every=0.1))
    found = engine(*arguments)
    assert found.code == 0, found.err
    told = found.err.splitlines()
    assert any(re.match(r"measuring the models: part \d+ of 15", line) for line in told)
    for step in range(1, 10):  # of the tenth the end is told
        variant = "biased" if step <= 5 else "balanced"
        assert any(line.startswith(f"{variant}: step {step} of 10, loss") for line in told)
    assert any("unchanged for" in line for line in told)


def _begun(arguments, largest=None):
    return Forked(arguments, os.environ | {"OMP_NUM_THREADS": "1"}, largest)


@pytest.mark.process
@pytest.mark.training
def test_kill_9_loses_the_steps_since_the_last_checkpoint_and_nothing_else(
    asked, model, stopped_at
):
    arguments, out = asked
    long = [*arguments, "--steps", "60"]
    worker = _begun(long)
    end = time.monotonic() + 240
    while len(place_of(out, model).curve("biased")) < 5 and time.monotonic() < end:
        assert worker.poll() is None, worker.err
        time.sleep(0.02)
    worker.kill()
    worker.communicate()
    before = [entry for entry in place_of(out, model).curve("biased") if "loss" in entry]
    assert len(before) < 60
    # Without a checkpoint yet it begins anew, and walks the same curve.
    resumed = stopped_at(61, signal.SIGINT, long)
    assert "Stopped after step 61" in resumed.err, resumed.err
    after = [entry for entry in place_of(out, model).curve("biased") if "loss" in entry]
    assert len(after) == 60
    for old, new in zip(before, after, strict=False):
        assert old["loss"] == pytest.approx(new["loss"], abs=1e-5)


@pytest.mark.process
@pytest.mark.training
def test_a_full_disk_is_said_in_one_line_and_the_command_goes_on_later(asked, model, engine):
    arguments, out = asked
    # The store cannot be written either, which costs no result.
    worker = _begun([*arguments, "--no-cache"], largest=60_000)
    _, complaint = worker.communicate(timeout=240)
    assert worker.returncode == 2, complaint
    last = complaint.strip().splitlines()[-1]
    assert "cannot be written" in last
    assert "It was the checkpoint of step 5" in last
    assert not (out / f"{Path(model).name}-biased").exists()
    again = engine(*arguments, "--json", "--no-cache")
    assert again.code == 0, again.err
    assert again.json["models"]["biased"]["steps"] == 5

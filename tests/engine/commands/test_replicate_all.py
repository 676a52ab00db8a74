"""`replicate list` and `replicate all`: what there is, what runs here, and what is left out."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from engine.command_line.entries import ENTRIES

NAMES = {name.partition(" ")[2] for name, entry in ENTRIES.items() if entry.tables}


@pytest.fixture(autouse=True)
def nothing_cached(monkeypatch, tmp_path):
    """No model in the hub's cache and no public data."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.delenv("BIASCOPE_DATA", raising=False)
    monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def started(monkeypatch):
    """Commands that `replicate all` starts; their exit codes are those of `codes`, in order."""
    found, codes = [], []

    def run(command, **given):
        assert command[:3] == [sys.executable, "-m", "engine"]
        assert given["env"]["HF_HUB_OFFLINE"] == "1"
        found.append(command[3:])
        code = codes.pop(0) if codes else 0
        text = '{"figures": []}' if "--json" in command else f"table of {command[4]}\n"
        return subprocess.CompletedProcess(command, code, "" if code else text)

    monkeypatch.setattr(subprocess, "run", run)
    return found, codes


def test_every_published_table_is_listed_with_what_it_needs(engine):
    assert {
        "alignment-arena", "bias-a-head", "cabm", "cinebias", "gest", "glue", "mozart",
    } == NAMES  # fmt: skip
    listed = engine("replicate", "list", "--json").json["tables"]
    assert {entry["name"] for entry in listed} == NAMES
    for entry in listed:
        assert all(entry[key] for key in ("paper", "shows", "models", "time"))
        assert bool(entry["why_not"]) != entry["runs_here"]
    told = engine("replicate", "list").out
    assert max(map(len, told.splitlines())) <= 80
    for name in NAMES:
        assert f"\n{name}: " in f"\n{told}"
    one_line = " ".join(told.split())
    assert "missing: bert-base-multilingual-uncased, xlm-roberta-base, google/mt5-base" in one_line
    assert "None of its models is here; --checkpoint MODEL=FOLDER names a copy." in one_line


def test_what_is_here_is_told_apart_from_what_is_missing(engine, model, data_folder):
    given = ("--checkpoint", f"google-bert/bert-base-uncased={model}")
    listed = engine("replicate", "list", "--json", *given).json["tables"]
    entries = {entry["name"]: entry for entry in listed}
    of_heads = {each["name"]: each["here"] for each in entries["bias-a-head"]["models"]}
    assert of_heads["bert-base-uncased"]
    assert not of_heads["gpt2"]
    assert entries["bias-a-head"]["runs_here"]
    assert not entries["mozart"]["runs_here"]
    assert "None of its models is here" in entries["mozart"]["why_not"]
    if (data_folder / "gest").is_dir():
        assert entries["gest"]["runs_here"]  # its scores were released


def test_without_anything_all_is_refused_in_one_line(engine):
    found = engine("replicate", "all")
    assert "None of the 7 tables can run here" in found.refusal
    assert "replicate list" in found.complaint


def test_a_checkpoint_of_no_table_is_refused_by_name(engine, model):
    for command, name in (("all", "nobody"), ("list", "nobody"), ("all", "RTE")):
        found = engine("replicate", command, "--checkpoint", f"{name}={model}")
        assert f"--checkpoint {name} would not be used" in found.refusal


def test_what_can_run_runs_with_the_models_that_are_here_and_the_rest_is_named_first(
    engine, model, started
):
    commands, _ = started
    options = ["--device", "cpu", "--dtype", "float32"]
    found = engine(
        "replicate", "all", "--device", "cpu",
        "--checkpoint", f"gpt2={model}", "--checkpoint", f"bert-base-uncased={model}",
    )  # fmt: skip
    assert found.code == 0, found.err
    assert commands == [
        ["replicate", "bias-a-head", "--model", model, "--published", name, *options]
        for name in ("bert-base-uncased", "gpt2")
    ]
    said, _, tables = found.out.partition("table of")
    assert tables
    for name in NAMES - {"bias-a-head"}:
        assert f"\n{name} " in f"\n{said}"
    assert "missing: meta-llama/Llama-2-7b-hf" in " ".join(said.split())
    assert "left out:" in said


def test_one_that_fails_ends_no_other_and_the_exit_code_says_so(engine, model, started):
    commands, codes = started
    codes[:] = [2, 0]
    arguments = ("--checkpoint", f"gpt2={model}", "--checkpoint", f"bert-base-uncased={model}")
    found = engine("replicate", "all", "--json", *arguments)
    assert len(commands) == 2
    assert found.code == 1
    assert [entry["code"] for entry in found.json["tables"]] == [2, 0]
    assert found.json["tables"][1]["result"] == {"figures": []}
    assert set(found.json["left_out"]) == NAMES - {"bias-a-head"}
    assert "Failed, with the reason above: python -m engine replicate bias-a-head" in found.err


@pytest.mark.process
def test_tables_are_really_computed_in_processes_of_their_own(process, model, tmp_path):
    found = process(
        "replicate", "all", "--json", "--checkpoint", f"bert-base-uncased={model}",
        BIASCOPE_DATA=str(tmp_path), BIASCOPE_CACHE=os.environ["BIASCOPE_CACHE"],
    )  # fmt: skip
    assert found.code == 0, found.err
    (table,) = json.loads(found.out)["tables"]
    assert table["name"] == "bias-a-head"
    assert table["result"]["published_model"] == "bert-base-uncased"

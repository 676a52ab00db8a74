"""Where `sweep` measures: what is refused before anything is measured."""

from __future__ import annotations

import pytest

from engine.command_line.command import Command

ASKED = ("sweep", "--measures", "pppl:bundled", "--out")


@pytest.mark.parametrize("option", [("--workers", "2"), ("--threads", "2"), ("--ship-models",)])
def test_options_of_a_cluster_need_one(engine, tmp_path, option):
    assert "--ray" in engine(*ASKED, str(tmp_path / "out"), *option).refusal


@pytest.mark.process
def test_a_cluster_that_is_not_there_is_said_and_nothing_written(engine, tmp_path, model):
    asked = (*ASKED, str(tmp_path / "out"), "--models", model, "--json")
    found = engine(*asked, "--ray", "127.0.0.1:1")
    assert found.code == 2
    assert "No Ray cluster answers at 127.0.0.1:1" in found.err
    assert found.out == ""


def test_the_same_work_on_a_cluster_is_the_same_work():
    here = Command((*ASKED, "out"))
    there = Command((*ASKED, "out", "--ray", "auto", "--ship-models", "--threads", "2"))
    assert here.normalised() == there.normalised()

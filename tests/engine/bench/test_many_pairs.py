from __future__ import annotations

import pytest
from typer.testing import CliRunner

from engine.bench import pairs as many_pairs
from engine.bench.pairs import MOST, CommandCost, command_cost, write_pairs
from engine.cli import app
from engine.measures.pairs.data.file import read_pairs
from engine.measures.pairs.quality import quality_flags


def test_every_pair_is_another_and_a_clean_one_and_some_hold_what_is_searched(tmp_path):
    file = write_pairs(tmp_path / "pairs.csv", 20_000)
    pairs = read_pairs(str(file)).pairs
    assert len(pairs) == 20_000
    assert not any(quality_flags(pairs))
    assert pairs["bias_type"].nunique() == 4
    lines = file.read_text().splitlines()[1:]
    for word in many_pairs.SEARCHED:
        assert 0 < sum(word in line for line in lines) < len(lines)


def test_more_pairs_than_there_are_is_a_callers_bug(tmp_path):
    with pytest.raises(ValueError, match=f"there are {MOST}"):
        write_pairs(tmp_path / "pairs.csv", MOST + 1)


def test_the_command_is_the_real_one_and_its_peak_is_told(tmp_path, tiny_model_folder, monkeypatch):
    def peak_of(command):
        done = CliRunner().invoke(app, command)
        assert done.exit_code == 0, done.output
        return 2 * 10**9, 3.0

    monkeypatch.setattr(many_pairs, "peak_of", peak_of)
    found = command_cost(tmp_path, 12, "aul", str(tiny_model_folder("bert")))
    assert found == CommandCost(12, "aul", 2.0, 3.0)
    assert len((tmp_path / "scores.csv").read_text().splitlines()) == 13

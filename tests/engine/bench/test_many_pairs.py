from __future__ import annotations

import os

import pytest

from engine.bench import many_pairs
from engine.bench.many_pairs import MOST, command_cost, write_pairs
from engine.datasets.pairs.file import read_pairs
from engine.measures.pairs.quality import quality_flags


def test_every_pair_is_another_and_a_clean_one(tmp_path):
    pairs = read_pairs(str(write_pairs(tmp_path / "pairs.csv", 20_000))).pairs
    assert len(pairs) == 20_000
    assert not any(quality_flags(pairs))
    assert pairs["bias_type"].nunique() == 4


def test_more_pairs_than_there_are_is_a_callers_bug(tmp_path):
    with pytest.raises(ValueError, match=f"there are {MOST}"):
        write_pairs(tmp_path / "pairs.csv", MOST + 1)


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="this system tells no peak memory")
def test_the_command_is_the_real_one_and_its_peak_is_told(tmp_path, tiny_model_folder):
    found = command_cost(tmp_path, 12, "aul", str(tiny_model_folder("bert")))
    assert (found.pairs, found.measure) == (12, "aul")
    assert 0.1 < found.peak_gb < 1.5  # torch alone takes more than the first
    assert len((tmp_path / "scores.csv").read_text().splitlines()) == 13


def test_what_is_searched_is_found_in_some_pairs_and_not_in_all(tmp_path):
    lines = write_pairs(tmp_path / "pairs.csv", 20_000).read_text().splitlines()[1:]
    for word in many_pairs.SEARCHED:
        assert 0 < sum(word in line for line in lines) < len(lines)

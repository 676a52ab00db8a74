"""Pairs are read from every set in the columns that scoring needs, as their sources count them."""

from __future__ import annotations

import json

import pytest

from engine.core.errors import DataSetError
from engine.measures.pairs.data.sets import (
    COLUMNS,
    crows_pairs,
    crows_pairs_dutch,
    load_pairs,
    pair_sets,
    stereoset_intrasentence,
)

NAMES = [entry.name for entry in pair_sets()]


def test_only_the_bundled_pairs_are_here_without_any_download(monkeypatch):
    monkeypatch.delenv("BIASCOPE_DATA", raising=False)
    assert [entry.name for entry in pair_sets() if entry.available] == ["bundled"]
    assert len(load_pairs("bundled")) == pair_sets()[0].pairs


@pytest.mark.parametrize("name", NAMES)
def test_every_set_has_the_promised_pairs(name, data_folder):
    listed = {entry.name: entry for entry in pair_sets()}[name]
    pairs = load_pairs(name)
    assert listed.available
    assert len(pairs) == listed.pairs
    assert list(pairs.columns[:4]) == COLUMNS
    assert list(pairs.index) == list(range(len(pairs)))
    assert set(pairs["stereo_antistereo"]) <= {"stereo", "antistereo"}
    for side in ("sent_more", "sent_less"):
        empty = [row for row, text in enumerate(pairs[side]) if not text.strip()]
        assert empty == ([127] if (name, side) == ("crows-pairs-parallel-fr", "sent_less") else [])
        assert not pairs[side].str.contains("\N{REPLACEMENT CHARACTER}").any()
    assert pairs.notna().all().all()


def test_crows_pairs_has_the_published_counts(data_folder):
    pairs = load_pairs("crows-pairs")
    assert pairs["stereo_antistereo"].value_counts().to_dict() == {
        "stereo": 1290,
        "antistereo": 218,
    }
    assert pairs["bias_type"].value_counts().to_dict() == {
        "race-color": 516,
        "gender": 262,
        "socioeconomic": 172,
        "nationality": 159,
        "religion": 105,
        "age": 87,
        "sexual-orientation": 84,
        "physical-appearance": 63,
        "disability": 60,
    }


def test_the_parallel_files_agree_on_the_direction_of_every_row(data_folder):
    sets = [load_pairs(f"crows-pairs-parallel-{language}") for language in ("en", "fr", "nl")]
    directions = [pairs["stereo_antistereo"].tolist() for pairs in sets]
    assert directions[0] == directions[1] == directions[2]


def test_stereoset_has_the_published_counts(data_folder):
    pairs = load_pairs("stereoset-intrasentence")
    assert pairs["bias_type"].value_counts().to_dict() == {
        "race": 962,
        "profession": 810,
        "gender": 255,
        "religion": 79,
    }
    assert (pairs["target"] != "").all()


# --- the readers, on small files --------------------------------------------------------

HEAD = "id,sent_more,sent_less,stereo_antistereo,bias_type,annotations\n"


def test_letters_in_the_encoding_of_old_macs_are_read(tmp_path):
    path = tmp_path / "pairs.csv"
    row = '0,"Het caf\x8e was na\x95ef, \xc3\xa9\xc3\xa9n.",N/A,stereo,age,[]\n'
    path.write_bytes((HEAD + row).encode("latin-1"))
    pairs = crows_pairs(path)
    assert pairs.loc[0, "sent_more"] == "Het café was naïef, één."
    assert pairs.loc[0, "sent_less"] == "N/A"
    assert list(pairs.columns) == COLUMNS


def test_dutch_pairs_take_their_direction_from_the_english_row(tmp_path):
    (tmp_path / "crows_dutch.csv").write_text(
        f"{HEAD}0,Een,Twee,antistereo,race-color,\n1,Drie,Vier,stereo,age,\n"
    )
    english = tmp_path / "crows_eng.csv"
    english.write_text(f"{HEAD}0,One,Two,stereo,religion,\n1,Three,Four,antistereo,age,\n")
    pairs = crows_pairs_dutch(tmp_path / "crows_dutch.csv")
    assert pairs["stereo_antistereo"].tolist() == ["stereo", "antistereo"]
    assert pairs["bias_type"].tolist() == ["race-color", "age"]
    english.write_text(f"{HEAD}0,One,Two,stereo,religion,\n")
    with pytest.raises(DataSetError, match="rows"):
        crows_pairs_dutch(tmp_path / "crows_dutch.csv")


def test_a_file_with_other_columns_is_no_crows_pairs_file(tmp_path):
    (tmp_path / "pairs.csv").write_text("a,b\n1,2\n")
    with pytest.raises(DataSetError, match="no column sent_more"):
        crows_pairs(tmp_path / "pairs.csv")


def test_stereoset_gives_stereotype_against_anti_stereotype(tmp_path):
    example = {
        "type": "intrasentence",
        "target": "chess player",
        "bias_type": "profession",
        "context": "The chess player was BLANK.",
        "stereotype": "The chess player was quiet.",
        "anti-stereotype": "The chess player was loud.",
        "unrelated": "The chess player was fox.",
    }
    other = {**example, "type": "intersentence"}
    path = tmp_path / "test.jsonl"
    path.write_text("\n".join(map(json.dumps, [other, example])) + "\n")
    assert stereoset_intrasentence(path).to_dict("records") == [
        {
            "sent_more": "The chess player was quiet.",
            "sent_less": "The chess player was loud.",
            "stereo_antistereo": "stereo",
            "bias_type": "profession",
            "target": "chess player",
        }
    ]

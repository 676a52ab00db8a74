from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from engine.storage.store import Store

TEXT = "The nurse said that [MASK] was tired."


@pytest.fixture
def filled(engine, model, cache_folder):
    """A store with two results."""
    for text in (TEXT, "The [MASK]."):
        engine("fill", text, "--model", model)
    return cache_folder / "results.sqlite"


def test_info_tells_place_number_and_size(engine, filled):
    found = engine("cache", "info", "--json")
    assert found.code == 0
    assert found.json["path"] == str(filled)
    assert found.json["results"] == 2
    assert 0 < found.json["bytes"] < found.json["limit"]
    told = engine("cache", "info").out
    assert "results" in told
    assert f"{found.json['limit'] / 2**20:,.1f} MiB" in told


@pytest.mark.parametrize("command", ["info", "verify", "prune"])
def test_an_empty_cache_is_no_mistake(engine, command, cache_folder):
    found = engine("cache", command, "--json")
    assert found.code == 0
    assert found.json.get("results", 0) == 0
    assert not list(cache_folder.iterdir())


def test_verify_finds_all_well(engine, filled):
    assert engine("cache", "verify", "--json").json == {"results": 2, "problems": []}
    assert "2 stored results are as written." in engine("cache", "verify").out


def test_verify_finds_a_changed_result_and_leaves_with_two(engine, filled):
    with closing(sqlite3.connect(filled)) as connection, connection:
        connection.execute("UPDATE result SET item = '{}' WHERE item LIKE '%nurse%'")
    found = engine("cache", "verify", "--json")
    assert found.code == 2
    assert len(found.json["problems"]) == 1
    assert "1 stored entry is not as written" in found.err
    assert "Delete" in engine("cache", "verify").complaint


def test_prune_comes_under_the_limit(engine, filled):
    assert engine("cache", "prune", "--json").json["deleted"] == 0
    assert engine("cache", "prune", "--limit-mb", "0", "--json").json["deleted"] == 2
    assert "0 are left" in engine("cache", "prune", "--limit-mb", "0").out
    assert engine("cache", "info", "--json").json["results"] == 0


def test_the_limit_of_prune_is_in_mebibytes(engine, filled, monkeypatch):
    asked = []
    monkeypatch.setattr(Store, "prune", lambda store, limit: asked.append(limit) or 0)
    engine("cache", "prune", "--limit-mb", "1.5")
    assert asked == [1_572_864]


@pytest.mark.parametrize("command", ["info", "verify", "prune"])
def test_a_file_that_is_no_store_is_said(engine, command, cache_folder):
    (cache_folder / "results.sqlite").write_bytes(b"not a database at all " * 100)
    assert "cannot be read as a result store" in engine("cache", command, "--json").refusal


def test_a_negative_limit_is_refused(engine):
    assert "--limit-mb" in engine("cache", "prune", "--limit-mb", "-1").refusal


def test_merge_adds_what_another_machine_measured(engine, model, filled, tmp_path, monkeypatch):
    monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path / "elsewhere"))
    engine("fill", TEXT, "--model", model)
    found = engine("cache", "merge", str(filled), "--json")
    assert found.code == 0
    (merged,) = found.json["merged"]
    assert (merged["added"], merged["same"], merged["different"]) == (1, 1, 0)
    assert found.json["results"] == 2
    assert "2 results in" in engine("cache", "merge", str(filled)).out


def test_merge_refuses_what_is_no_store(engine, model):
    found = engine("cache", "merge", f"{model}/config.json", "--json")
    assert "cannot be read as a result store" in found.refusal

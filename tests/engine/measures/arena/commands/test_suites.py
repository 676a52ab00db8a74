"""`arena suites`: what there is to judge with, and what each of it needs."""

from __future__ import annotations

import pytest

from engine.evaluators.suites import load_suite, suite_names


@pytest.fixture(autouse=True)
def _offline(monkeypatch, tmp_path):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))


def test_every_shipped_suite_is_described(engine):
    found = engine("arena", "suites", "--json")
    assert (found.code, found.err) == (0, "")
    suites = {entry["name"]: entry for entry in found.json["suites"]}
    assert list(suites) == list(suite_names())
    assert [entry["here"] for entry in suites["demo"]["evaluators"]] == [True, True]
    assert suites["demo"]["demo"]
    published = suites["published"]
    assert published["digest"] == load_suite("published").digest
    assert [entry["here"] for entry in published["evaluators"]] == [False] * 4
    assert "is not on this machine" in published["evaluators"][0]["problem"]
    (seegull,) = suites["seegull"]["evaluators"]
    assert seegull["licence"] == "CC BY 4.0"


def test_the_table_says_what_would_do_once(engine):
    found = engine("arena", "suites")
    assert found.code == 0
    assert "demo (demonstration)" in found.out
    assert "UnBIAS" in found.out
    assert " ".join(found.out.split()).count("`python -m engine datasets get hurtlex`") == 1


def test_a_suite_of_ones_own_is_described_and_a_mistake_in_it_said_in_one_line(engine, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('[[evaluator]]\nname = "tone"\nkind = "valence"\n', encoding="utf-8")
    (suite,) = engine("arena", "suites", str(path), "--json").json["suites"]
    assert (suite["name"], suite["evaluators"][0]["name"]) == ("mine", "tone")
    path.write_text('[[evaluator]]\nname = "tone"\nkind = "oracle"\n', encoding="utf-8")
    found = engine("arena", "suites", str(path))
    assert found.code == 2
    assert found.err.startswith("mine.toml, evaluator 1 (tone): a kind is one of")
    assert engine("arena", "suites", "publishd").code == 2

from __future__ import annotations

from pathlib import Path

import pytest

from engine.evaluators.classification.classifiers import need_of
from engine.evaluators.suite import LEXICON, STEREOTYPES, VALENCE, Evaluator
from engine.evaluators.suites import load_suite
from engine.files.fetch.registry import data_set
from tests.engine.evaluators.classification.conftest import declared, naming


def test_the_demo_suite_needs_nothing():
    for evaluator in load_suite("demo").evaluators:
        need = need_of(evaluator)
        assert need.here
        assert need.what.startswith("nothing")


def test_a_checkpoint_on_this_machine_has_a_size(classifier_folder):
    need = need_of(declared(classifier_folder))
    assert need.here
    assert (need.bytes or 0) >= (classifier_folder / "model.safetensors").stat().st_size


@pytest.mark.parametrize("revision", ["", "v1"])
def test_a_checkpoint_that_is_not_here_says_what_would_do(revision, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    need = need_of(naming("owner/model", revision=revision))
    assert not need.here
    assert ("at v1" in need.what) is bool(revision)
    assert "is not on this machine" in need.problem


def test_a_checkpoint_with_other_labels_is_not_ready(classifier_folder):
    need = need_of(declared(classifier_folder, labels={}))
    assert "no rule for 'bad', 'good'" in need.problem


@pytest.mark.parametrize(("kind", "name"), [(LEXICON, "hurtlex"), (STEREOTYPES, "seegull")])
def test_a_data_set_is_named_with_its_licence(kind, name, monkeypatch, tmp_path):
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))
    need = need_of(Evaluator("words", kind, source=name))
    assert not need.here
    assert f"datasets get {name}" in need.problem
    assert need.licence == data_set(name).licence
    assert need.bytes == data_set(name).bytes


def test_a_data_set_on_this_machine_is_found(shared_data, monkeypatch):
    monkeypatch.setenv("BIASCOPE_DATA", str(shared_data))
    assert need_of(Evaluator("words", STEREOTYPES, source="seegull")).here


def test_a_file_is_there_or_not(tmp_path: Path):
    path = tmp_path / "words.csv"
    evaluator = Evaluator("words", LEXICON, source=str(path))
    assert need_of(evaluator).problem == f"There is no file {path}."
    path.write_text("rude", encoding="utf-8")
    assert need_of(evaluator).here


def test_valence_comes_with_its_licence():
    assert need_of(Evaluator("tone", VALENCE)).licence == "MIT"

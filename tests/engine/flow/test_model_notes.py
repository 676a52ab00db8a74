"""What is noted of a model goes with what is measured on it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from engine.core.spec import HeadRef, ModelSpec
from engine.flow import measurement
from engine.flow.measurement import measure
from engine.flow.model_notes import keep_notes, stored_notes
from engine.measures.health.check import health_checks
from engine.models.loading import MaskedLM, load
from engine.models.reading import read_tokenizer
from engine.models.sources import resolve
from engine.models.vocabulary import doubts_of_files
from engine.storage.store import Store
from tests.unloaded import not_loaded

pytestmark = pytest.mark.model

ITEMS = [{"text": "The nurse was [MASK]."}]
PARAMS = {"top_k": 1}
NOTE = "The weights of layer 2 are not used"


@pytest.fixture
def shortened(tiny_model_folder, tmp_path) -> Path:
    """A tiny BERT of two layers, whose config names one."""
    folder = shutil.copytree(tiny_model_folder("bert"), tmp_path / "bert")
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"num_hidden_layers": 1}))
    return folder


def test_the_note_stays_with_results_that_are_read_from_the_store(shortened, tmp_path):
    lm = MaskedLM(load(str(shortened), "cpu"))
    store = Store(tmp_path / "results.sqlite")
    first = measure("completion", lm.spec, ITEMS, PARAMS, lambda: lm, store)
    second = measure("completion", lm.spec, ITEMS, PARAMS, not_loaded, store)
    assert second.values == first.values
    for found in (first, second):
        assert found.manifest["notes"][0].startswith(NOTE)


def test_a_sound_model_has_no_note_and_keeps_none(masked_lm, tmp_path):
    lm, store = masked_lm("bert"), Store(tmp_path / "results.sqlite")
    found = measure("completion", lm.spec, ITEMS, PARAMS, lambda: lm, store)
    assert "notes" not in found.manifest
    assert len(dict(store.values())) == 1


@pytest.fixture
def never_kept(monkeypatch):
    """Results as a version left them that did not look at models."""
    monkeypatch.setattr(measurement, "keep_notes", lambda *_: None)


def test_what_the_files_say_is_said_of_results_without_notes(
    engine, tiny_model_folder, tmp_path, never_kept
):
    folder = shutil.copytree(tiny_model_folder("bert"), tmp_path / "bert")
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"sep_token_id": 9}))
    doubts = doubts_of_files(resolve(str(folder)), read_tokenizer(resolve(str(folder))), "masked")
    assert doubts[0].startswith("Its config.json gives [SEP] the id 9")
    asked = ("fill", ITEMS[0]["text"], "--model", str(folder))
    engine(*asked)
    found = engine(*asked)
    assert found.code == 0
    assert found.err.count(doubts[0]) == 1


def test_notes_of_a_classifier_are_not_those_of_the_language_model_of_its_files(tmp_path):
    spec, store = ModelSpec("some/bert", "a" * 40), Store(tmp_path / "results.sqlite")
    keep_notes(spec, ["its head is as before any training"], store)
    keep_notes(spec, [], store, classifier=True)
    assert stored_notes(spec, store) == ["its head is as before any training"]
    assert stored_notes(spec, store, classifier=True) == []
    masked = ModelSpec("some/bert", "a" * 40, masked_heads=(HeadRef(0, 0),))
    assert stored_notes(masked, store) == stored_notes(spec, store)


def test_the_health_check_is_amber_and_says_it(shortened):
    lm = MaskedLM(load(str(shortened), "cpu"))
    questions = {
        "cloze": [{"sentence": "The nurse was [MASK].", "answers": ["tired"]}],
        "neutral": ["The door is old."],
    }
    (found,) = health_checks(lm, [questions], {})
    assert found["status"] == "amber"
    assert any(reason.startswith(NOTE) for reason in found["reasons"])


def test_a_command_says_it_once_on_stderr_whether_it_measures_or_reads(engine, shortened):
    for _ in range(2):
        found = engine("fill", ITEMS[0]["text"], "--model", str(shortened))
        assert found.code == 0
        assert found.err.count(NOTE) == 1

"""Whatever is typed into the model field, one sentence answers."""

from __future__ import annotations

import json
import shutil

import pytest

from components.frame.session import models
from engine.core.errors import BiascopeError
from engine.models.convert.made import RECORD

NAMES = [
    "~nobody-of-this-name/model",
    "~nobody-of-this-name",
    "x" * 300,
    "owner/" + "x" * 300,
    "a/" * 3000,
    "name\0with-nul",
    "name\ud800",
    "/dev/null",
]


@pytest.mark.parametrize("name", NAMES, ids=lambda name: repr(name[:30]))
def test_a_name_of_nothing_is_answered_in_a_sentence(name, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(BiascopeError) as caught:
        models.spec_and_facts(name)
    said = str(caught.value)
    assert "\n" not in said
    said.encode()


@pytest.mark.usefixtures("fresh_caches")
def test_a_converted_model_is_offered_by_its_name(tiny_model_folder, cache_folder):
    folder = shutil.copytree(
        tiny_model_folder("bert"), cache_folder / "converted" / "google--mt5-0"
    )
    (folder / RECORD).write_text(json.dumps({"model": "google/mt5-base"}), encoding="utf-8")
    assert str(folder) in models.checkpoints()
    assert models.made_models()[str(folder)] == "google/mt5-base, converted"
    assert models.may_open(str(folder))
    here = {each.checkpoint: name for each, name in models.suggestions().items()}
    assert here["google/mt5-base"] == str(folder)
    assert here["gpt2"] is None


def test_the_bundled_model_opens_without_a_look_for_others(monkeypatch):
    monkeypatch.setattr(models, "checkpoints", lambda: pytest.fail("listed"))
    assert models.may_open("bundled")


@pytest.mark.usefixtures("fresh_caches")
def test_sizes_of_suggested_models_are_known_without_the_hub(monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert models.download_bytes("bert-base-uncased") == 440_000_000
    assert models.download_bytes("google-bert/bert-base-uncased") == 440_000_000
    assert models.download_bytes("owner/name") is None


@pytest.mark.usefixtures("fresh_caches")
def test_a_path_that_was_typed_is_offered_again_by_its_name(tiny_model_folder, monkeypatch):
    folder = str(tiny_model_folder("bert"))
    assert folder not in models.checkpoints()
    typed = [folder, "/no/such/model", "owner/name"]
    monkeypatch.setattr(models, "confirmed_names", lambda kind: typed)
    assert folder in models.checkpoints()
    assert "/no/such/model" not in models.checkpoints()
    assert models.model_names() == {folder: "bert"}

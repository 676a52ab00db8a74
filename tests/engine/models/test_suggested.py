from __future__ import annotations

import json
import os
from types import MappingProxyType

import pytest

from engine.core.checkpoint_names import may_be_on_the_hub
from engine.models.convert.made import RECORD, converted_folders, converted_models
from engine.models.suggested import SUGGESTIONS, on_this_machine


def test_every_suggestion_is_a_hub_id_of_its_own():
    names = [each.checkpoint for each in SUGGESTIONS]
    assert all(map(may_be_on_the_hub, names))
    assert len(set(names)) == len(names)


def here(cached, converted=MappingProxyType({})):
    found = on_this_machine(cached, converted).items()
    return {each.checkpoint: name for each, name in found if name}


@pytest.mark.parametrize(
    ("suggested", "cached"),
    [
        ("bert-base-uncased", "bert-base-uncased"),
        ("gpt2", "openai-community/gpt2"),
        ("bert-base-uncased", "google-bert/bert-base-uncased"),
        ("bert-base-multilingual-cased", "google-bert/bert-base-multilingual-cased"),
        ("roberta-base", "FacebookAI/roberta-base"),
        ("xlm-roberta-base", "FacebookAI/xlm-roberta-base"),
        ("albert-base-v2", "albert/albert-base-v2"),
        ("distilbert-base-uncased", "distilbert/distilbert-base-uncased"),
        ("google/mt5-base", "google/mt5-base"),
    ],
)
def test_a_model_that_is_here_keeps_the_name_it_was_fetched_by(suggested, cached):
    assert here([cached]) == {suggested: cached}


@pytest.mark.parametrize("each", SUGGESTIONS, ids=lambda each: each.checkpoint)
def test_a_model_of_somebody_else_with_the_same_name_is_another(each):
    name = each.checkpoint.rpartition("/")[2]
    assert here([f"someone/{name}", f"someone/{name}-finetuned"]) == {}


def test_the_name_that_is_suggested_comes_first():
    assert here(["openai-community/gpt2", "gpt2"]) == {"gpt2": "gpt2"}


def test_a_converted_model_is_here_by_its_folder():
    folders = {"google/mt5-base": "/cache/converted/google--mt5-base-0"}
    assert here([], folders) == folders
    assert here(["google/mt5-base"], folders) == {"google/mt5-base": "google/mt5-base"}


def record(cache_folder, name, digest="0123456789abcdef", **told):
    folder = cache_folder / "converted" / f"{name}-{digest}"
    folder.mkdir(parents=True)
    (folder / RECORD).write_text(json.dumps({"from": "pytorch_model.bin", **told}))
    return folder


def test_what_was_converted_is_found_in_the_cache_by_its_record(cache_folder):
    assert converted_folders().get("google/mt5-base") is None
    record(cache_folder, "google--mt5-base", "0" * 16, model="/somewhere/google--mt5-base")
    record(cache_folder, "someone--mt5-base", model="someone/mt5-base")
    assert converted_folders().get("google/mt5-base") is None
    folder = record(cache_folder, "google--mt5-base", model="google/mt5-base")
    assert converted_folders().get("google/mt5-base") == str(folder.resolve())
    found = {each.checkpoint: name for each, name in on_this_machine([]).items() if name}
    assert found == {"google/mt5-base": str(folder.resolve())}


def test_a_record_that_names_no_model_is_none(cache_folder):
    record(cache_folder, "google--mt5-base")
    record(cache_folder, "someone--mt5-base", model=["google/mt5-base"])
    assert converted_models() == {}


def test_the_newest_of_several_conversions_is_taken(cache_folder):
    folders = [
        record(cache_folder, "google--mt5-base", digit * 16, model="google/mt5-base")
        for digit in "ab"
    ]
    os.utime(folders[1] / RECORD, (1, 1))
    assert converted_folders().get("google/mt5-base") == str(folders[0].resolve())


def test_a_record_that_cannot_be_read_is_no_model(cache_folder, monkeypatch):
    folder = record(cache_folder, "google--mt5-base")
    (folder / RECORD).write_text("no JSON")
    assert converted_folders().get("google/mt5-base") is None
    monkeypatch.setenv("BIASCOPE_CACHE", "~nobody-x/y")
    assert converted_folders().get("google/mt5-base") is None

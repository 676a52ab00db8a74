"""What the files of sentence-transformers say of a pooling, and what is wrong with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.models.facts import facts_of
from engine.models.sentence_modules import modules_of
from engine.models.sources import ModelSource
from tests.tiny_models.encoders import MEAN, add_modules, build_encoder

LEFT = "whole texts are represented by [CLS] unless another pooling is chosen"


def source(folder: Path) -> ModelSource:
    return ModelSource("owner/encoder", "", folder)


@pytest.mark.parametrize(
    ("pooling", "name"),
    [
        (MEAN, "mean-all"),
        ({"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}, "cls"),
        ({"pooling_mode_mean_sqrt_len_tokens": True}, "mean-all"),
        ({"pooling_mode": "mean"}, "mean-all"),
        ({"pooling_mode": ["cls"], "word_embedding_dimension": 32}, "cls"),
    ],
)
def test_a_pooling_is_read_in_every_form(pooling, name, tmp_path):
    found = modules_of(source(add_modules(tmp_path, pooling, "Normalize")))
    assert (found.pooling, found.notes) == (name, ())


@pytest.mark.parametrize(
    ("pooling", "asked"),
    [
        ({"pooling_mode_max_tokens": True}, "max_tokens"),
        ({"pooling_mode": "attention"}, "attention"),
        (MEAN | {"pooling_mode_cls_token": True}, "cls, mean"),  # both, side by side
        ({}, "none"),
    ],
)
def test_a_pooling_that_is_not_known_is_named(pooling, asked, tmp_path):
    found = modules_of(source(add_modules(tmp_path, pooling)))
    assert found.pooling == ""
    assert found.notes == (
        f"Its 1_Pooling/config.json asks for the pooling {asked}, which association tests do not "
        f"have: {LEFT}.",
    )


@pytest.mark.parametrize("content", ["[", "[1]", '{"a": 1}', '[{"type": "a.Pooling"}]', "7"])
def test_a_damaged_list_of_modules_is_named_and_leaves_the_usual_pooling(content, tmp_path):
    (tmp_path / "modules.json").write_text(content, encoding="utf-8")
    found = modules_of(source(tmp_path))
    assert found.pooling == ""
    (note,) = found.notes
    assert "The modules.json of owner/encoder" in note
    assert note.endswith(f"Until then {LEFT}.")


def test_a_pooling_that_is_absent_damaged_or_elsewhere_is_named(tmp_path):
    add_modules(tmp_path, None)
    absent = modules_of(source(tmp_path))
    (tmp_path / "1_Pooling" / "config.json").write_text("{", encoding="utf-8")
    said = f"Its 1_Pooling/config.json, which names its pooling, cannot be read: {LEFT}."
    assert absent.notes == modules_of(source(tmp_path)).notes == (said,)
    entry = {"type": "sentence_transformers.models.Pooling", "path": "../elsewhere"}
    (tmp_path / "modules.json").write_text(json.dumps([entry]), encoding="utf-8")
    (note,) = modules_of(source(tmp_path)).notes
    assert "'../elsewhere', which is no folder within it" in note


def test_a_layer_behind_the_pooling_is_named_as_not_applied(tmp_path):
    found = modules_of(source(add_modules(tmp_path, MEAN, "Dense", "Normalize")))
    assert found.pooling == "mean-all"
    (note,) = found.notes
    assert note.startswith("Its modules.json has a Dense module, which is not applied")


def test_without_modules_there_is_nothing_to_say(tmp_path):
    assert modules_of(source(tmp_path)).pooling == ""
    assert modules_of(source(tmp_path)).notes == ()


@pytest.mark.model
def test_the_notes_and_the_pooling_are_those_of_the_loaded_encoder(tmp_path):
    from engine.models.loading import load
    from engine.models.sources import resolve

    folder = add_modules(build_encoder("mpnet", tmp_path / "mpnet"), MEAN, "Dense")
    assert facts_of(resolve(str(folder))).pooling == "mean-all"
    assert any("Dense module" in note for note in load(str(folder), "cpu").notes)


@pytest.mark.model
def test_a_language_model_keeps_its_poolings_whatever_lies_beside_it(tiny_model_folder, tmp_path):
    import shutil

    from engine.models.sources import resolve

    folder = shutil.copytree(tiny_model_folder("bert"), tmp_path / "bert")
    assert facts_of(resolve(str(add_modules(folder)))).pooling == ""

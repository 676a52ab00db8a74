"""Folders of models that the user has added: listed, read anew each time, and never copied."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from engine.core.errors import InputTextError, StorageError
from engine.models import added_folders
from engine.models.added_folders import add_folder, added_models, is_model_folder, remove_folder


@pytest.fixture
def checkpoints(tiny_model_folder, tmp_path, cache_folder) -> Path:
    """A folder with two models, a file, and a folder that is none."""
    folder = tmp_path / "checkpoints"
    for name in ("b-model", "a-model"):
        shutil.copytree(tiny_model_folder("bert"), folder / name)
    (folder / "logs").mkdir()
    (folder / "notes.txt").write_text("notes", encoding="utf-8")
    return folder


def test_every_model_of_an_added_folder_is_listed(checkpoints):
    assert added_models() == []
    assert add_folder(str(checkpoints)).folder == str(checkpoints)
    assert added_models() == [str(checkpoints / "a-model"), str(checkpoints / "b-model")]
    shutil.copytree(checkpoints / "a-model", checkpoints / "c-model")  # trained later
    assert added_models()[-1] == str(checkpoints / "c-model")


def test_a_folder_says_which_models_it_has_and_leaves_out_what_cannot_be_measured(checkpoints):
    classifier = checkpoints / "judge"
    classifier.mkdir()
    config = {
        "model_type": "distilbert",
        "architectures": ["TFDistilBertForSequenceClassification"],
    }
    (classifier / "config.json").write_text(json.dumps(config), encoding="utf-8")
    (classifier / "tf_model.h5").write_bytes(b"weights")
    assert add_folder(str(checkpoints)).said == (
        "2 models found: a-model, b-model. Left out, because a classifier with weights for "
        "TensorFlow alone is neither a masked nor a causal language model: judge."
    )
    assert added_models() == [str(checkpoints / "a-model"), str(checkpoints / "b-model")]
    with pytest.raises(InputTextError, match=r"no model that can be measured\. Left out.*: judge"):
        add_folder(str(classifier))
    shutil.copy(checkpoints / "a-model" / "model.safetensors", classifier)
    assert str(classifier) in added_models()  # what is below its head is an encoder


def test_a_folder_that_is_a_model_is_listed_itself_and_only_once(checkpoints):
    model = checkpoints / "a-model"
    add_folder(str(model))
    add_folder(f"{model}/")
    assert added_folders.added_folders() == [str(model)]
    assert added_models() == [str(model)]


def test_a_removed_folder_keeps_its_files(checkpoints):
    add_folder(str(checkpoints))
    assert remove_folder(str(checkpoints)) == str(checkpoints)
    assert added_models() == []
    assert (checkpoints / "a-model" / "config.json").is_file()
    with pytest.raises(InputTextError, match="not among the folders"):
        remove_folder(str(checkpoints))


def test_a_folder_that_is_gone_lists_nothing_and_can_be_removed(checkpoints):
    add_folder(str(checkpoints))
    shutil.rmtree(checkpoints)
    assert added_models() == []
    remove_folder(str(checkpoints))
    assert added_folders.added_folders() == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "empty"),
        ("/no/such/folder", "no folder"),
        ("//server/share/models", "another machine"),
        ("with\0zero", "zero byte"),
    ],
)
def test_what_is_no_folder_is_refused_in_a_sentence(name, said, cache_folder):
    with pytest.raises(InputTextError, match=said):
        add_folder(name)
    assert added_folders.added_folders() == []


def test_a_folder_without_models_is_refused_with_the_one_that_holds_them(checkpoints):
    with pytest.raises(InputTextError, match="holds no model"):
        add_folder(str(checkpoints / "logs"))
    outer = checkpoints.parent / "outer"
    shutil.move(checkpoints, outer / "inner" / "checkpoints")
    with pytest.raises(InputTextError, match="inner/checkpoints"):
        add_folder(str(outer))


def test_a_damaged_list_is_no_list(checkpoints, cache_folder):
    add_folder(str(checkpoints))
    for text in ("{", "[1]", '{"a": []}', ""):
        (cache_folder / "model-folders.json").write_text(text, encoding="utf-8")
        assert added_models() == []
    add_folder(str(checkpoints))
    assert len(added_models()) == 2


def test_the_most_folders_are_kept_and_no_more(checkpoints, monkeypatch):
    monkeypatch.setattr(added_folders, "MOST_FOLDERS", 1)
    add_folder(str(checkpoints / "a-model"))
    with pytest.raises(InputTextError, match="remove one first"):
        add_folder(str(checkpoints / "b-model"))


def test_a_list_that_cannot_be_written_is_said(checkpoints, monkeypatch):
    def full(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(added_folders, "write_private", full)
    with pytest.raises(StorageError, match="No space left"):
        add_folder(str(checkpoints))


def test_only_a_folder_with_a_config_is_a_model(checkpoints):
    assert is_model_folder(str(checkpoints / "a-model"))
    for name in (str(checkpoints), "/no/such", "//server/share", "bert-base-uncased", "\0"):
        assert not is_model_folder(name)

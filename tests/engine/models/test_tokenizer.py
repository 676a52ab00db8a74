"""Tokenizers that do not fit their network, or fail: refused at load, or in one sentence later."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import UnusableModelError
from engine.inference.text import encode
from engine.models.loading import load
from engine.models.tokenizer import without_paths

FIXED_LENGTH_ZERO = {"type": "FixedLength", "length": 0}  # panics at the first word
NO_CHARACTERS = {"type": "Precompiled", "precompiled_charsmap": ""}  # panics when it is read


@pytest.fixture
def changed(tiny_model_folder, tmp_path) -> Callable[..., str]:
    """Folder of a model whose tokenizer.json is read as it is, with changes to it."""

    def change(edit: Callable[[dict[str, Any]], object], file: str = "tokenizer.json") -> str:
        folder = shutil.copytree(tiny_model_folder("modernbert"), tmp_path / "model")
        path = folder / file
        content = json.loads(path.read_text(encoding="utf-8"))
        edit(content)
        path.write_text(json.dumps(content), encoding="utf-8")
        return str(folder)

    return change


def added(number: int) -> dict[str, Any]:
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    return {"id": number, "content": "<new>", "special": True, **flags}


def with_start(content: dict[str, Any], number: int) -> None:
    content["post_processor"]["special_tokens"]["[CLS]"]["ids"] = [number]


def with_word(content: dict[str, Any], number: int) -> None:
    content["model"]["vocab"]["zzz"] = number


def with_added(content: dict[str, Any], _number: int) -> None:
    content["added_tokens"].append(added(len(content["model"]["vocab"])))


@pytest.mark.parametrize(
    ("edit", "number"),
    [
        *((edit, number) for edit in (with_word, with_start) for number in (100_000, 2**31 + 5)),
        (with_added, 0),
    ],
)
def test_ids_beyond_the_embeddings_are_refused(changed, edit, number):
    with pytest.raises(UnusableModelError, match=r"tokenizer of .* does not fit .* rows"):
        load(changed(lambda content: edit(content, number)), "cpu")


def test_embeddings_beyond_the_ids_are_no_fault(changed):
    def edit(content: dict[str, Any]) -> None:
        vocabulary = content["model"]["vocab"]
        last = max(vocabulary, key=vocabulary.get)
        del vocabulary[last]
        merges = content["model"]["merges"]
        content["model"]["merges"] = [
            pair for pair in merges if last not in pair and "".join(pair) != last
        ]

    model = load(changed(edit), "cpu")
    assert len(model.tokenizer) == model.vocabulary - 1


@pytest.mark.parametrize(
    "change",
    [{"normalizer": NO_CHARACTERS}, {"pre_tokenizer": FIXED_LENGTH_ZERO}],
    ids=["read", "word"],
)
def test_a_tokenizer_that_panics_when_it_is_read_or_at_a_word_is_refused(changed, change):
    with pytest.raises(UnusableModelError, match=r"The tokenizer of .* cannot be read") as caught:
        load(changed(lambda content: content.update(change)), "cpu")
    assert "\n" not in str(caught.value)


@pytest.fixture
def panicking(changed):
    """A tokenizer that reads plain words and panics at the letter q."""
    model = load(changed(lambda content: None), "cpu")
    from tokenizers import Regex, pre_tokenizers

    backend = model.tokenizer.backend_tokenizer
    backend.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex("[^q]+"), "removed"),
            pre_tokenizers.FixedLength(length=0),
        ]
    )
    return model


def test_a_panic_at_a_text_is_one_sentence(panicking):
    with pytest.raises(UnusableModelError, match="cannot read this text") as caught:
        encode(panicking.tokenizer, "quiet queue", panicking.max_length)
    assert "\n" not in str(caught.value)


def test_a_text_that_the_vocabulary_cannot_write_is_one_sentence(changed):
    def edit(content: dict[str, Any]) -> None:
        vocabulary = [[word, -1.0] for word in content["model"]["vocab"]]
        content["model"] = {"type": "Unigram", "unk_id": None, "vocab": vocabulary}
        content["pre_tokenizer"] = None

    model = load(changed(edit), "cpu")
    with pytest.raises(UnusableModelError, match="cannot read this text"):
        encode(model.tokenizer, "日本語", model.max_length)


def test_a_guarded_tokenizer_is_saved_as_what_it_is(changed, tmp_path):
    model = load(changed(lambda content: None), "cpu")
    model.tokenizer.save_pretrained(tmp_path / "saved")
    written = json.loads((tmp_path / "saved" / "tokenizer_config.json").read_text())
    source = json.loads((Path(model.source.folder) / "tokenizer_config.json").read_text())
    assert written["tokenizer_class"] == source["tokenizer_class"]


@pytest.mark.parametrize(
    "limit", ["long", 0, -5, [], True, float("nan"), pytest.param(-(10**400), id="digits")]
)
def test_a_limit_that_is_none_is_refused(changed, limit):
    folder = changed(
        lambda content: content.update(model_max_length=limit), file="tokenizer_config.json"
    )
    with pytest.raises(UnusableModelError, match="model_max_length"):
        load(folder, "cpu")


@pytest.mark.parametrize("limit", [float("inf"), 10**400, 1e300], ids=["inf", "digits", "float"])
def test_a_limit_without_end_is_that_of_the_network(changed, limit):
    folder = changed(
        lambda content: content.update(model_max_length=limit), file="tokenizer_config.json"
    )
    model = load(folder, "cpu")
    assert model.max_length == model.network.config.max_position_embeddings


def test_a_network_that_counts_from_padding_needs_its_number(tiny_model_folder, tmp_path):
    folder = shutil.copytree(tiny_model_folder("roberta"), tmp_path / "model")
    path = folder / "config.json"
    config = json.loads(path.read_text(encoding="utf-8")) | {"pad_token_id": None}
    path.write_text(json.dumps(config), encoding="utf-8")
    with pytest.raises(UnusableModelError, match="pad_token_id"):
        load(str(folder), "cpu")


def test_damaged_options_are_said_of_the_checkpoint_and_not_of_its_folder(tmp_path):
    (tmp_path / "tokenizer_config.json").write_text("no JSON")
    with pytest.raises(UnusableModelError, match=r"tokenizer_config\.json of owner/model cannot"):
        without_paths("owner/model", tmp_path)
    assert without_paths("owner/model", tmp_path / "empty") == {}

"""Files that editors, downloads and other libraries leave: refused with their cause and a step."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from engine.models.loading import load
from engine.models.wrapped_names import own_names
from tests.engine.models.refusals import refusal

pytestmark = pytest.mark.model

WEIGHTS = "model.safetensors"


@pytest.fixture
def bert(tiny_model_folder, tmp_path) -> Path:
    return shutil.copytree(tiny_model_folder("bert"), tmp_path / "bert")


def change_weights(folder: Path, change: Callable[[dict[str, torch.Tensor]], object]) -> Path:
    weights = load_file(folder / WEIGHTS)
    change(weights)
    save_file(weights, folder / WEIGHTS, metadata={"format": "pt"})
    return folder


def change_config(folder: Path, **fields: object) -> Path:
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | fields))
    return folder


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "tokenizer_config.json"])
@pytest.mark.parametrize(
    ("encoding", "said"), [("utf-8-sig", "UTF-8 with BOM"), ("utf-16", "UTF-16")]
)
def test_a_byte_order_mark_is_named_with_its_file(name, encoding, said, bert):
    path = bert / name
    path.write_text(path.read_text(encoding="utf-8"), encoding=encoding)
    found = refusal(bert)
    assert f"{name} in {bert} begins with a byte order mark" in found
    assert said in found
    assert "save it as UTF-8 without one" in found


def test_a_vocabulary_with_a_mark_is_refused_only_where_it_is_read(bert):
    words = json.loads((bert / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    (bert / "vocab.txt").write_text("\n".join(words), encoding="utf-8-sig")
    assert load(str(bert), "cpu").missing == ()
    (bert / "tokenizer.json").unlink()
    assert "vocab.txt" in refusal(bert)
    assert "byte order mark" in refusal(bert)


@pytest.mark.parametrize("ending", [".incomplete", ".part", ".crdownload"])
@pytest.mark.parametrize("name", ["config.json", WEIGHTS])
def test_a_download_that_has_not_ended_is_to_be_fetched_again(name, ending, bert):
    (bert / name).rename(bert / f"{name}{ending}")
    found = refusal(bert)
    assert f"{name}{ending} is a download that has not ended; fetch the model again" in found
    assert "save_pretrained" not in found


def test_weights_under_another_name_are_to_be_renamed(bert):
    (bert / WEIGHTS).rename(bert / "model (1).safetensors")
    assert "If model (1).safetensors holds the whole model, rename it" in refusal(bert)


def test_parts_without_their_index_name_the_index(bert):
    (bert / WEIGHTS).rename(bert / "model-00001-of-00002.safetensors")
    found = refusal(bert)
    assert "one of several parts" in found
    assert "fetch that file too" in found


@pytest.mark.parametrize("name", ["adapter_model.safetensors", "pytorch_adapter.bin"])
def test_an_adapter_without_its_config_is_still_one(name, tmp_path):
    (tmp_path / name).write_bytes(b"weights")
    assert "holds an adapter alone" in refusal(tmp_path)


def test_an_adapter_in_a_folder_of_a_run_is_found(tmp_path):
    inner = tmp_path / "checkpoint-20"
    inner.mkdir()
    (inner / "adapter_config.json").write_text('{"base_model_name_or_path": "owner/original"}')
    found = refusal(tmp_path)
    assert f"{inner} holds an adapter alone" in found
    assert "owner/original" in found


@pytest.mark.parametrize(
    "added",
    [
        "bert.encoder.layer.0.attention.self.query.ia3_l",
        "bert.encoder.layer.0.attention.self.query.lora_magnitude_vector.default.weight",
        "bert.encoder.layer.0.output.adapters.task.adapter_down.0.weight",
        "bert.encoder.layer.0.attention.self.query.loras.task.lora_A",
        "base_model.model.cls.modules_to_save.default.predictions.bias",
    ],
)
def test_an_adapter_of_any_layout_among_whole_weights_is_refused(added, bert):
    change_weights(bert, lambda weights: weights.update({added: torch.zeros(4)}))
    found = refusal(bert)
    assert "an adapter that is not merged" in found
    assert added[:60] in found


def test_weights_of_an_adapter_alone_are_no_damaged_model(bert):
    name = "base_model.model.bert.encoder.layer.0.attention.self.query.lora_A.weight"
    save_file({name: torch.zeros(4, 4)}, bert / WEIGHTS)
    assert "an adapter that is not merged" in refusal(bert)


def test_quantised_weights_are_refused_without_a_config_that_says_so(bert):
    change_weights(
        bert,
        lambda weights: weights.update(
            {
                name: (weight * 100).to(torch.int8)
                for name, weight in weights.items()
                if weight.dim() == 2
            }
        ),
    )
    assert "whole numbers" in refusal(bert)


def test_what_a_library_keeps_beside_quantised_weights_is_refused(bert):
    change_weights(bert, lambda weights: weights.update({"bert.pooler.dense.SCB": torch.zeros(4)}))
    assert "are quantised (bert.pooler.dense.SCB)" in refusal(bert)


@pytest.mark.parametrize("kind", ["roberta", "xlm-roberta"])
def test_a_config_of_another_family_is_no_prefix(kind, bert):
    found = refusal(change_config(bert, model_type=kind, pad_token_id=0))
    assert f"says model_type {kind}, but none of its weights" in found
    assert "convert" not in found


def test_a_masked_model_that_reads_from_left_to_right_is_refused(bert):
    assert "says is_decoder" in refusal(change_config(bert, is_decoder=True))


def test_a_few_names_with_a_known_wrapper_are_enough_to_name_it(bert):
    weights = load_file(bert / WEIGHTS)
    first = min(name for name in weights if name.startswith("cls."))
    weights[f"module.{first}"] = weights.pop(first)
    save_file(weights, bert / WEIGHTS, metadata={"format": "pt"})
    assert "The name of 1 weight of" in refusal(bert)
    assert "has a prefix, module." in refusal(bert)
    wanted = {f"bert.layer.{number}" for number in range(20)}
    there = wanted - {"bert.layer.0"} | {"student.bert.layer.0"}
    assert own_names(there, wanted, "bert") == {}


def test_a_number_of_thousands_of_digits_is_not_echoed(bert):
    path = bert / "config.json"
    path.write_text(path.read_text().replace('"hidden_size": ', '"hidden_size": ' + "7" * 5001))
    found = refusal(bert)
    assert "a number of thousands of digits" in found
    assert "set_int_max_str_digits" not in found

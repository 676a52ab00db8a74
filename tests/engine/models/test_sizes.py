"""Sizes that a config claims, against those of the weights: absurd ones are never built."""

from __future__ import annotations

import json
import re
import shutil
import struct
from copy import deepcopy
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from engine.core.errors import UnusableModelError
from engine.models.facts import facts_of
from engine.models.files import shapes_of
from engine.models.loading import load, load_classifier
from engine.models.sizes import without_values
from engine.models.sources import ModelSource
from tests.engine.models.refusals import refusal
from tests.tiny_models import FAMILIES, SEQ2SEQ, VARIANTS


@pytest.fixture
def folder(tiny_model_folder, tmp_path):
    """A copy of the tiny model of a family, with changes to its config."""

    def copy(family: str, **changes: object) -> Path:
        made = shutil.copytree(tiny_model_folder(family), tmp_path / family)
        path = made / "config.json"
        config = json.loads(path.read_text(encoding="utf-8")) | changes
        path.write_text(json.dumps(config), encoding="utf-8")
        return made

    return copy


FIELDS = [
    ("bert", "num_attention_heads"),
    ("bert", "hidden_size"),
    ("bert", "vocab_size"),
    ("bert", "intermediate_size"),
    ("bert", "max_position_embeddings"),
    ("distilbert", "n_layers"),
    ("gpt2", "n_layer"),
    ("llama", "num_key_value_heads"),
    ("t5", "d_kv"),
]
BAD = [10**18, 1_000_000_000, 0, -1, "12", 2.0, [2], {}, True, False]


@pytest.mark.parametrize(
    ("family", "field", "value"),
    [
        *(("bert", "num_hidden_layers", value) for value in BAD),
        *((*field, value) for field in FIELDS for value in (1_000_000_000, "12")),
        # What models have, but not these weights.
        ("bert", "num_hidden_layers", 900),
        ("bert", "intermediate_size", 100_000),
        ("bert", "vocab_size", 100_000),
        ("bert", "hidden_size", 4096),
        ("bert", "max_position_embeddings", 100_000),
        ("bert", "type_vocab_size", 100_000),
        ("bert", "num_labels", 60_000),
        ("distilbert", "dim", 4096),
        ("gpt2", "n_embd", 4096),
        ("albert", "num_hidden_groups", 900),
        ("albert", "inner_group_num", 900),
        ("albert", "embedding_size", 4096),
        ("llama", "head_dim", 10_000),
        ("deberta", "max_position_embeddings", 10_000_000),
        ("t5", "num_decoder_layers", 900),
        ("t5", "d_ff", 100_000),
        # Labels, before each gets a name.
        *(("bert", "num_labels", labels) for labels in (10**18, 10_000_000, -1, "12")),
    ],
    ids=repr,
)
def test_a_size_that_cannot_be_is_refused_by_its_name(folder, family, field, value):
    assert f"{field} in the config.json" in refusal(folder(family, **{field: value}))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"model_type": "qwen2", "num_hidden_layers": 10_000_000}, "from 1 to 1,000"),
        (
            {
                "model_type": "mbart",
                "architectures": ["MBartForConditionalGeneration"],
                "num_hidden_layers": 10_000_000,
            },
            "T5, mT5 and BART",
        ),
        ({"model_type": "bert" * 1000, "num_hidden_layers": 10_000_000}, "does not describe"),
        ({"model_type": None, "num_hidden_layers": 10_000_000}, "has no model_type"),
        ({"model_type": ["bert"], "num_hidden_layers": 10_000_000}, "does not describe"),
    ],
    ids=["layers", "unsupported", "long", "none", "list"],
)
def test_sizes_of_other_types_never_reach_a_library(folder, monkeypatch, changes, said):
    made = folder("bert", **changes)
    given: list[object] = []
    monkeypatch.setattr("transformers.AutoConfig.from_pretrained", lambda *_, **__: given.append(1))
    refused = refusal(made)
    assert said in refused
    assert len(refused) < 1000
    assert not given


def test_a_model_that_is_used_in_part_is_loaded(folder):
    model = load(str(folder("bert", num_hidden_layers=1)), "cpu")
    assert (model.layers, model.missing) == (1, ())


def test_a_body_without_its_prefix_and_its_head_is_loaded(folder):
    made = folder("bert")
    weights = load_file(made / "model.safetensors")
    bare = {
        name.removeprefix("bert."): weight
        for name, weight in weights.items()
        if name.startswith("bert.")
    }
    save_file(bare, made / "model.safetensors", metadata={"format": "pt"})
    model = load(str(made), "cpu")
    assert (model.family.kind, model.missing) == ("encoder", ())


def test_weights_without_a_layer_are_named_in_the_sentence(folder):
    made = folder("bert")
    weights = load_file(made / "model.safetensors")
    body = {name: weight for name, weight in weights.items() if ".layer." not in name}
    save_file(body, made / "model.safetensors", metadata={"format": "pt"})
    assert "num_hidden_layers in the config.json" in refusal(made)


@pytest.mark.parametrize("name", ["encoder.layer.{}.x", "h.{}.x", "layers.{}.x"])
def test_a_layer_with_thousands_of_digits_is_none(folder, name):
    made = folder("bert")
    weights = {name.format("9" * 5000): torch.zeros(1)}
    save_file(weights, made / "model.safetensors", metadata={"format": "pt"})
    assert "its weights are those of 0" in refusal(made)


@pytest.mark.parametrize("family", ["bert", "gpt2", "llama", "t5"])
def test_one_long_weight_does_not_stand_for_all_others(folder, family):
    layer = {"bert": "encoder.layer.1.x", "t5": "decoder.block.1.x"}.get(family, "layers.1.x")
    width = {"gpt2": "n_embd", "t5": "d_model"}.get(family, "hidden_size")
    made = folder(family, **{width: 2048, "vocab_size": 32_768})
    save_file({layer: torch.zeros(32_768)}, made / "model.safetensors", metadata={"format": "pt"})
    assert re.search(
        r"asks for [\d,]{10,} numbers in its weights, but its files hold 32,768", refusal(made)
    )


@pytest.mark.parametrize("family", [*FAMILIES, *VARIANTS, *SEQ2SEQ])
def test_a_network_without_values_is_that_which_is_loaded(family, loaded):
    network = loaded(family).network
    bare = without_values(lambda: type(network)(deepcopy(network.config)))
    shapes = {name: weight.shape for name, weight in network.named_parameters()}
    assert {name: weight.shape for name, weight in bare.named_parameters()} == shapes
    assert all(weight.is_meta for weight in bare.parameters())


def test_a_classifier_with_more_classes_than_its_weights_is_refused(folder):
    with pytest.raises(UnusableModelError, match=r"num_labels in the config\.json"):
        load_classifier(str(folder("bert", num_labels=60_000)), "cpu")


# --- headers -----------------------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES)
def test_shapes_are_those_of_the_weights(tiny_model_folder, family):
    path = tiny_model_folder(family) / "model.safetensors"
    weights = load_file(path)
    assert shapes_of("x", [path]) == {name: tuple(w.shape) for name, w in weights.items()}


def header(content: bytes, length: int | None = None) -> bytes:
    return struct.pack("<Q", len(content) if length is None else length) + content


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x10\0",
        header(b"{}", 2**63),
        header(b"{}", 10**9),
        header(b"[]"),
        header(b"[" * 50_000),
        header(b'{"a": 1}'),
        header(b'{"a": {"shape": "x"}}'),
        header(b'{"a": {"shape": [1e400]}}'),
        header(b'{"a": {"shape": [-1]}}'),
        header(b'{"a": {"shape": [true]}}'),
        header(b'{"a": {"shape": [1000000000, 1000000000]}}'),
        header(b'{"a": {"shape": [' + b"1," * 1000 + b"1]}}"),
        header(b"\xff\xfe"),
    ],
)
def test_a_header_that_is_none_is_refused(content, tmp_path):
    path = tmp_path / "model.safetensors"
    path.write_bytes(content)
    with pytest.raises(UnusableModelError, match=r"The weights of it cannot be read") as caught:
        shapes_of("it", [path])
    assert "\n" not in str(caught.value)


# --- facts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"model_type": "bert", "num_hidden_layers": 1e400, "num_attention_heads": 4}',
        b'{"model_type": "bert", "num_hidden_layers": true, "num_attention_heads": 4}',
        b'{"model_type": "bert", "num_hidden_layers": "12", "num_attention_heads": 4}',
        b'{"model_type": "bert", "num_hidden_layers": NaN, "num_attention_heads": 4}',
        b'{"model_type": "bert", "num_hidden_layers": 12, "num_attention_heads": -4}',
        b'{"model_type": "bert", "num_hidden_layers": 1000000, "num_attention_heads": 4}',
        b'{"model_type": "bert", "num_hidden_layers": ' + b"9" * 5000 + b"}",
        b'{"model_type": ["bert"]}',
        b'{"model_type": "bert"}',
        b"\x00",
        b'{"model_type": "bert", "x": "' + b"x" * 20_000_000 + b'"}',
    ],
    ids=lambda content: repr(content[:60]),
)
def test_facts_of_an_absurd_config_are_refused(tmp_path, content):
    (tmp_path / "config.json").write_bytes(content)
    with pytest.raises(UnusableModelError) as caught:
        facts_of(ModelSource("it", "r", tmp_path))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_an_absurd_config_in_the_hub_cache_hides_no_other_model(tmp_path, monkeypatch):
    from engine.models.facts import models_on_this_machine

    for name, config in (("bad", b"[" * 100_000), ("good", b'{"model_type": "bert"}')):
        snapshot = tmp_path / f"models--owner--{name}" / "snapshots" / "abc"
        snapshot.mkdir(parents=True)
        (snapshot / "config.json").write_bytes(config)
        (snapshot / "model.safetensors").touch()
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    assert models_on_this_machine() == ["owner/good"]

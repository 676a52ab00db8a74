"""Weights that no training leaves, and weights that no network reads."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForMaskedLM

from engine.core.errors import UnusableModelError
from engine.measures.health.check import faults_of, gate_for
from engine.models.loading import LoadedModel, MaskedLM, load, load_classifier
from tests.engine.classifiers import build_classifier

pytestmark = pytest.mark.model

Weights = dict[str, torch.Tensor]
WORDS = "bert.embeddings.word_embeddings.weight"


@pytest.fixture
def copied(tiny_model_folder, tmp_path) -> Callable[[str], Path]:
    return lambda family: shutil.copytree(tiny_model_folder(family), tmp_path / family)


def changed(folder: Path, change: Callable[[Weights], object]) -> LoadedModel:
    weights = load_file(folder / "model.safetensors")
    change(weights)
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    return load(str(folder), "cpu")


def asking_for(folder: Path, **fields: object) -> LoadedModel:
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | fields))
    return load(str(folder), "cpu")


def emptied(part: Callable[[int, str], bool]) -> Callable[[Weights], None]:
    def change(weights: Weights) -> None:
        for number, name in enumerate(sorted(weights)):
            if part(number, name):
                weights[name].zero_()

    return change


# --- blocks ------------------------------------------------------------------------------


@pytest.mark.parametrize("family", ["bert", "roberta", "distilbert", "gpt2", "t5", "llama"])
def test_a_file_of_zeros_is_red_whatever_reads_it(family, copied):
    model = changed(copied(family), emptied(lambda *_: True))
    assert "takes every word for the same one" in faults_of(model)[0]
    with pytest.raises(UnusableModelError, match="word embeddings are equal"):
        gate_for(MaskedLM(model), "health")


def test_embeddings_that_are_one_row_are_red(folder):
    model = changed(
        folder, lambda weights: weights[WORDS].copy_(weights[WORDS][7].clone().expand(514, -1))
    )
    assert "all 514 rows of its word embeddings are equal" in faults_of(model)[0]


def test_matrices_of_one_number_are_red_where_they_are_half_of_all(folder):
    def fill(weights: Weights) -> None:
        for name in sorted(weights)[:22]:
            if name != WORDS:
                weights[name].fill_(0.02)

    assert "matrices hold one number over and over" in faults_of(changed(folder, fill))[0]


def test_a_head_of_equal_rows_is_red_for_what_reads_it_alone(copied):
    folder = copied("bert")
    network = AutoModelForMaskedLM.from_pretrained(folder, tie_word_embeddings=False)
    with torch.no_grad():
        network.cls.predictions.decoder.weight = torch.nn.Parameter(torch.zeros(514, 32))
    network.config.tie_word_embeddings = False
    network.save_pretrained(folder)
    lm = MaskedLM(load(str(folder), "cpu"))
    with pytest.raises(UnusableModelError, match="scores every word alike"):
        gate_for(lm, "completion")
    gate_for(lm, "seat")


def test_a_classifier_of_zeros_is_refused(tmp_path):
    folder = build_classifier("bert", tmp_path / "classifier")
    weights = load_file(folder / "model.safetensors")
    save_file(
        {name: torch.zeros_like(weight) for name, weight in weights.items()},
        folder / "model.safetensors",
        metadata={"format": "pt"},
    )
    with pytest.raises(UnusableModelError, match="takes every word for the same one"):
        load_classifier(str(folder), "cpu")


# --- warns -------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [0.0, 0.5])
@pytest.mark.parametrize(
    ("family", "name"),
    [
        ("bert", "bert.encoder.layer.1.attention.self.query.weight"),
        ("bert", "bert.encoder.layer.1.output.LayerNorm.weight"),
        ("gpt2", "transformer.h.0.mlp.c_fc.weight"),
        ("t5", "encoder.block.1.layer.1.DenseReluDense.wi.weight"),
    ],
)
def test_a_weight_of_one_number_is_named(family, name, value, copied):
    model = changed(copied(family), lambda weights: weights[name].fill_(value))
    assert faults_of(model) == ()
    assert f"1 of its weights holds one number over and over ({name})" in model.notes[0]


def test_weights_that_are_zero_by_half_are_named_with_their_share(folder):
    def halve(weights: Weights) -> None:
        for weight in weights.values():
            weight.view(-1)[: weight.numel() // 2] = 0

    model = changed(folder, halve)
    assert faults_of(model) == ()
    assert re.search(
        r"15 of its weights are exactly 0 for a quarter or more \(50% of", model.notes[0]
    )


def test_what_published_models_leave_at_its_start_is_not_suspected(copied):
    def published(weights: Weights) -> None:
        weights["roberta.embeddings.token_type_embeddings.weight"].zero_()
        weights["roberta.embeddings.word_embeddings.weight"][1] = 0
        for name, weight in weights.items():
            if "attention.self.key.bias" in name:
                weight.zero_()

    assert changed(copied("roberta"), published).notes == ()


def test_tokens_that_share_one_embedding_are_counted(folder):
    model = changed(
        folder, lambda weights: weights[WORDS][100:].copy_(weights[WORDS][7].expand(414, -1))
    )
    assert model.notes[0].startswith("80% of its tokens have the same embedding as another one")


@pytest.mark.parametrize(
    ("family", "kind", "what"),
    [
        ("bert", AutoModelForMaskedLM, "It is as new"),
        ("electra", AutoModelForMaskedLM, "It is as new"),
        ("gpt2", AutoModelForCausalLM, "It is as new"),
    ],
)
def test_a_network_that_was_saved_before_its_training_is_named(family, kind, what, copied):
    folder = copied(family)
    kind.from_config(AutoConfig.from_pretrained(folder)).save_pretrained(folder)
    assert load(str(folder), "cpu").notes[0].startswith(what)


@pytest.mark.parametrize("family", ["bert", "roberta", "distilbert", "albert", "deberta-v2"])
def test_a_head_that_was_saved_before_its_training_is_named(family, copied):
    folder = copied(family)
    trained = AutoModelForMaskedLM.from_pretrained(folder)
    network = AutoModelForMaskedLM.from_config(trained.config)
    setattr(network, trained.base_model_prefix, trained.base_model)
    network.tie_weights()
    network.save_pretrained(folder)
    assert load(str(folder), "cpu").notes[0].startswith("Its language-model head is as new")


# --- not used ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("family", "field", "stack"),
    [
        ("bert", "num_hidden_layers", "encoder.layer"),
        ("xlm-roberta", "num_hidden_layers", "encoder.layer"),
        ("distilbert", "n_layers", "transformer.layer"),
        ("gpt2", "n_layer", "h"),
        ("llama", "num_hidden_layers", "layers"),
        ("t5", "num_layers", "encoder.block"),
        ("t5", "num_decoder_layers", "decoder.block"),
    ],
)
def test_layers_that_the_config_leaves_out_are_named(family, field, stack, copied):
    (note,) = asking_for(copied(family), **{field: 1}).notes
    assert f"The weights of layer 2 are not used ({stack}): its config.json names 1 layer;" in note


def test_several_layers_are_named_from_the_first_to_the_last(folder):
    def add(weights: Weights) -> None:
        for name in [name for name in weights if ".layer.1." in name]:
            for number in range(2, 6):
                weights[name.replace(".layer.1.", f".layer.{number}.")] = weights[name].clone()

    (note,) = changed(folder, add).notes
    assert note.startswith("The weights of layers 3 to 6 are not used")
    assert "names 2 layers" in note


def test_a_body_without_its_prefix_has_its_layers_named_too(folder):
    def bare(weights: Weights) -> None:
        for name in list(weights):
            weights[name.removeprefix("bert.")] = weights.pop(name)

    changed(folder, bare)
    (note,) = asking_for(folder, num_hidden_layers=1).notes
    assert "layer 2 are not used (encoder.layer)" in note


@pytest.mark.parametrize(
    ("before", "after", "first"),
    [
        ("bert.", "teacher.", "teacher.embeddings"),
        ("attention.", "crossattention.", "bert.encoder.layer.0.crossattention"),
    ],
)
def test_another_encoder_and_other_attention_are_loaded_and_named(before, after, first, folder):
    def add(weights: Weights) -> None:
        held = [name for name in weights if name.startswith("bert.") and before in name]
        weights.update({name.replace(before, after): weights[name].clone() for name in held})

    model = changed(folder, add)
    assert (model.missing, faults_of(model)) == ((), ())
    assert f"its config.json does not describe are not used ({first}" in model.notes[0]


def test_heads_of_other_tasks_and_tables_of_positions_are_usual(copied):
    def add(weights: Weights) -> None:
        weights["bert.embeddings.position_ids"] = torch.arange(128)[None]
        weights["bert.pooler.dense.weight"] = torch.zeros(32, 32)
        weights["cls.seq_relationship.weight"] = torch.zeros(2, 32)
        weights["classifier.weight"] = torch.zeros(2, 32)
        weights["qa_outputs.bias"] = torch.zeros(2)

    assert changed(copied("bert"), add).notes == ()

    def add_masks(weights: Weights) -> None:
        weights["transformer.h.0.attn.bias"] = torch.ones(1, 1, 128, 128)
        weights["transformer.h.0.attn.masked_bias"] = torch.tensor(-1e4)

    assert changed(copied("gpt2"), add_masks).notes == ()

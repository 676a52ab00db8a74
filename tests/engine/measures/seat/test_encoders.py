"""Association tests of encoders without a language-model head, against plain transformers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine.core.families import ENCODER, MASKED
from engine.core.spec import parse_heads
from engine.inference.vectors import pooled_vectors
from engine.measures.heads.attention_pair import attention_maps
from engine.measures.heads.bias import (
    ablation_items,
    ablation_params,
    bias_params,
    head_ablations,
    head_biases,
)
from engine.measures.seat.column import column
from engine.measures.seat.measure import association_tests, default_pooling, seat_params
from engine.measures.seat.reading import read_test
from engine.models.loading import MaskedLM, load
from tests.engine.measures.association_items import ITEM, plain_effect_size, word_vector
from tests.tiny_models.encoders import MEAN, add_modules, build_encoder

pytestmark = pytest.mark.model

SENTENCES = {
    "x": ["This is John.", "Here is Paul and a table."],
    "y": ["This is Amy.", "Here is Lisa."],
    "a": ["This is a career.", "That is business."],
    "b": ["This is a family.", "That is a wedding."],
    "contexts": None,
}
# With a pooler of its own in its files, with modules, and with neither.
ENCODERS = {
    "bert": lambda folder: build_encoder("bert", folder),
    "mpnet": lambda folder: add_modules(build_encoder("mpnet", folder), MEAN, "Normalize"),
    "roberta": lambda folder: build_encoder("roberta", folder, add_pooling_layer=False),
    "modernbert": lambda folder: build_encoder("modernbert", folder),
}
# Attention output projections by path, and whether the weight is [out, in].
PROJECTIONS = {
    "bert": "encoder.layer.{}.attention.output.dense",
    "mpnet": "encoder.layer.{}.attention.attn.o",
    "roberta": "encoder.layer.{}.attention.output.dense",
    "modernbert": "layers.{}.attn.Wo",
}


@pytest.fixture(params=ENCODERS)
def family(request) -> str:
    return request.param


@pytest.fixture
def folder(family, tmp_path) -> Path:
    return ENCODERS[family](tmp_path / family)


@pytest.fixture
def lm(folder) -> Callable[[str], MaskedLM]:
    model = load(str(folder), "cpu")
    return lambda heads="": MaskedLM(model, parse_heads(heads))


def plain(folder: Path) -> tuple:
    """What transformers reads of the folder by itself, and the tokenizer."""
    from transformers import AutoModel, AutoTokenizer

    network = AutoModel.from_pretrained(folder, attn_implementation="eager").eval()
    return network, AutoTokenizer.from_pretrained(folder)


def mean_vectors(network, tokenizer, texts: list[str]) -> np.ndarray:
    """sum(mask * state) / sum(mask) of a padded batch, as sentence-transformers does it."""
    import torch

    inputs = tokenizer(texts, padding=True, return_tensors="pt")
    with torch.inference_mode():
        states = network(
            input_ids=inputs["input_ids"], attention_mask=inputs["attention_mask"]
        ).last_hidden_state
    mask = inputs["attention_mask"][..., None].double()
    return ((states.double() * mask).sum(1) / mask.sum(1)).numpy()


def by_set(network, tokenizer) -> dict[str, list[np.ndarray]]:
    return {name: [*mean_vectors(network, tokenizer, SENTENCES[name])] for name in "xyab"}


def zero(network, family: str, layer: int, head: int) -> None:
    """Zero the columns of a projection that read one of four heads of width 8."""
    import torch

    with torch.no_grad():
        path = PROJECTIONS[family].format(layer)
        network.get_submodule(path).weight[:, 8 * head : 8 * head + 8] = 0


def test_whole_texts_have_the_vectors_of_the_pooling_of_sentence_encoders(lm, folder):
    reading = read_test(lm(), SENTENCES, "mean-all", 10)
    vectors = pooled_vectors(lm(), reading.shares, len(reading.examples)).numpy()
    expected = mean_vectors(*plain(folder), [text for _, text in reading.examples])
    np.testing.assert_allclose(vectors, expected, atol=2e-5)
    (found,) = association_tests(lm(), [SENTENCES], seat_params("mean-all"))
    worked = plain_effect_size(**by_set(*plain(folder)))
    assert found["effect_size"] == pytest.approx(worked, abs=2e-4)


def test_words_are_read_as_by_a_language_model(lm):
    vectors = {
        name: [word_vector(lm(), word, ITEM["contexts"]) for word in ITEM[name]] for name in "xyab"
    }
    (found,) = association_tests(lm(), [ITEM], seat_params("token"))
    assert found["effect_size"] == pytest.approx(plain_effect_size(**vectors), abs=2e-4)


def test_masked_heads_are_columns_of_zeros(lm, folder, family):
    (found,) = association_tests(lm("1-2, 2-4"), [SENTENCES], seat_params("mean-all"))
    network, tokenizer = plain(folder)
    zero(network, family, 0, 1)
    zero(network, family, 1, 3)
    worked = plain_effect_size(**by_set(network, tokenizer))
    assert found["effect_size"] == pytest.approx(worked, abs=2e-4)
    (whole,) = association_tests(lm(), [SENTENCES], seat_params("mean-all"))
    assert found["effect_size"] != pytest.approx(whole["effect_size"], abs=1e-3)


def test_bias_scores_are_the_slope_of_the_effect_and_ablations_its_value(lm, folder, family):
    import torch

    (found,) = head_biases(lm(), [SENTENCES], bias_params("mean-all"))
    params = ablation_params(SENTENCES, "mean-all")
    ablated = head_ablations(lm(), ablation_items(2, 4), params)
    network, tokenizer = plain(folder)
    whole = plain_effect_size(**by_set(network, tokenizer))
    weight = network.get_submodule(PROJECTIONS[family].format(1)).weight
    step = 1e-2
    sizes = []
    for gate in (1 + step, 1 - step):
        with torch.no_grad():
            kept = weight[:, 16:24].clone()
            weight[:, 16:24] *= gate
            sizes.append(abs(plain_effect_size(**by_set(network, tokenizer))))
            weight[:, 16:24] = kept
    slope = (sizes[0] - sizes[1]) / (2 * step)
    assert found["effect_size"] == pytest.approx(whole, abs=2e-4)
    assert found["gradient"][1][2] == pytest.approx(slope, abs=5e-3)
    zero(network, family, 1, 2)
    worked = plain_effect_size(**by_set(network, tokenizer))
    assert ablated[6]["effect_size"] == pytest.approx(worked, abs=2e-4)


def test_attention_is_that_of_the_network_by_itself(lm, folder):
    import torch

    text = "The nurse said that she was tired."
    network, tokenizer = plain(folder)
    ids = tokenizer(text, return_tensors="pt")["input_ids"]
    with torch.inference_mode():
        expected = network(input_ids=ids, output_attentions=True).attentions
    found = attention_maps(lm(), text, False).weights
    np.testing.assert_allclose(found, torch.cat(expected).numpy(), atol=1e-5)


def test_the_own_pooling_is_the_default_of_whole_texts_alone():
    assert default_pooling(SENTENCES, ENCODER) == "cls"
    assert default_pooling(SENTENCES, ENCODER, "mean-all") == "mean-all"
    assert default_pooling(ITEM, ENCODER, "mean-all") == "token"


def test_a_column_may_name_the_pooling_and_cls_is_one_of_encoders(tmp_path):
    sets = {
        name: {"category": name, "examples": SENTENCES[part]}
        for name, part in zip(("targ1", "targ2", "attr1", "attr2"), "xyab", strict=True)
    }
    path = tmp_path / "test.jsonl"
    path.write_text(json.dumps(sets), encoding="utf-8")
    assert column(f"{path}:mean-all").variant.endswith(
        "pooling mean-all, two-sided permutation test"
    )
    refuses = column(f"{path}:cls").refuses
    assert [refuses(kind) for kind in (MASKED, ENCODER)] == ["", ""]
    assert refuses("causal").startswith("This model has no [CLS] token")


def test_the_command_says_which_pooling_it_took(engine, tmp_path):
    sets = {
        name: {"category": name, "examples": SENTENCES[part]}
        for name, part in zip(("targ1", "targ2", "attr1", "attr2"), "xyab", strict=True)
    }
    path = tmp_path / "test.jsonl"
    path.write_text(json.dumps(sets), encoding="utf-8")
    folder = ENCODERS["mpnet"](tmp_path / "mpnet")
    by_default = engine("seat", str(path), "--json", "--model", str(folder)).json
    named = engine(
        "seat", str(path), "--pooling", "mean-all", "--json", "--model", str(folder)
    ).json
    assert by_default["pooling"] == "mean-all"
    assert by_default["effect_size"] == named["effect_size"]
    worked = plain_effect_size(**by_set(*plain(folder)))
    assert named["effect_size"] == pytest.approx(worked, abs=2e-4)

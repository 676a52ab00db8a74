"""Scores of a device are compared with those of a copy of the model on the CPU."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
import torch

from engine.core.spec import DTYPES
from engine.inference.against_cpu import BOUNDS, NATS, OF_SIZE, compared, on_cpu, scores_of
from engine.models.loading import LoadedModel, MaskedLM, load, load_classifier
from tests.engine.classifiers import build_classifier
from tests.engine.plain_forward import log_probabilities
from tests.engine.second_device import SECOND

pytestmark = pytest.mark.model


def wrong(model: LoadedModel, by: float) -> LoadedModel:
    """The same model on a device that adds to every score of its head's first word."""
    network = on_cpu(model).network
    found = replace(model, network=network, device=SECOND)
    with torch.no_grad():
        network.get_output_embeddings().bias[0] += by
    return found


@pytest.mark.parametrize("family", ["bert", "gpt2", "roberta", "t5"])
def test_a_copy_on_the_cpu_gives_the_same_scores(family, tiny_model_folder):
    model = load(str(tiny_model_folder(family)), "cpu")
    found = compared(replace(model, device=SECOND))
    assert (found.largest, found.is_rounding, found.bound) == (0.0, True, 1e-3)
    assert found.unit == (OF_SIZE if family == "t5" else NATS)
    assert found.scores > 10


@pytest.mark.parametrize("dtype", DTYPES)
def test_the_copy_has_the_precision_and_shares_nothing(tiny_model_folder, dtype):
    model = load(str(tiny_model_folder("bert")), "cpu", dtype)
    before = scores_of(model)
    copy = on_cpu(model)
    assert scores_of(copy) == before
    assert compared(model).bound == BOUNDS[dtype]
    own, other = (
        dict(each.network.named_parameters(remove_duplicate=False)) for each in (model, copy)
    )
    assert {name: weight.dtype for name, weight in own.items()} == {
        name: weight.dtype for name, weight in other.items()
    }
    assert copy.network.get_output_embeddings().weight is copy.network.get_input_embeddings().weight
    with torch.no_grad():
        for weight in copy.network.parameters():
            weight.zero_()
    assert scores_of(model) == before


def test_scores_are_log_probabilities_of_masked_tokens(masked_lm):
    lm = masked_lm("bert")
    found, unit = scores_of(lm.model)
    ids = tuple(lm.tokenizer("She is tired.")["input_ids"])
    masked = (ids[0], lm.tokenizer.mask_token_id, *ids[2:])
    expected = float(log_probabilities(lm, [masked])[0][1, ids[1]])
    assert (found[0], unit) == (pytest.approx(expected, abs=1e-5), NATS)


@pytest.mark.parametrize(("by", "is_rounding"), [(0.01, True), (3.0, False)])
def test_a_device_that_computes_otherwise_is_seen(tiny_model_folder, by, is_rounding, monkeypatch):
    model = load(str(tiny_model_folder("bert")), "cpu")
    reference = on_cpu(model)
    monkeypatch.setattr("engine.inference.against_cpu.on_cpu", lambda _: reference)
    found = compared(wrong(model, by))
    pairs = zip(scores_of(wrong(model, by))[0], scores_of(model)[0], strict=True)
    assert found.largest == pytest.approx(max(abs(a - b) for a, b in pairs), abs=1e-12)
    assert 0 < found.largest <= by * 1.01
    assert found.is_rounding is is_rounding


def test_scores_that_are_no_numbers_are_no_rounding(tiny_model_folder, monkeypatch):
    model = load(str(tiny_model_folder("bert")), "cpu")
    reference = on_cpu(model)
    monkeypatch.setattr("engine.inference.against_cpu.on_cpu", lambda _: reference)
    found = compared(wrong(model, math.nan))
    assert math.isnan(found.largest)
    assert not found.is_rounding


def test_a_classifier_is_compared_by_its_classes(tmp_path):
    model = load_classifier(str(build_classifier("bert", tmp_path / "classifier")), "cpu")
    found, unit = scores_of(model, classifier=True)
    assert len(found) == 4 * model.network.config.num_labels
    assert unit == NATS
    assert compared(model, classifier=True).largest == 0.0


def test_a_model_without_a_mask_token_is_compared_by_its_states(tiny_model_folder, monkeypatch):
    model = load(str(tiny_model_folder("bert")), "cpu")
    monkeypatch.setattr(type(MaskedLM(model).tokenizer), "mask_token_id", None, raising=False)
    found, unit = scores_of(model)
    assert unit == OF_SIZE
    assert sum(value**2 for value in found) / len(found) == pytest.approx(1.0)

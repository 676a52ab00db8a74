"""Pooled states of texts, compared with what transformers itself gives."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from engine.core.errors import InputTextError, UnusableModelError
from engine.core.families import encoder_of, predicting_states
from engine.inference.states import last_states, layer_states
from engine.models.hooks import AffineMap, Changes
from engine.models.loading import MaskedLM
from tests.tiny_models import FAMILIES

TEXTS = ["The nurse said that she was tired.", "Amy sings.", "He loves math and hates art!"]


def own_tokens(lm, text):
    """Ids as the model reads them, and which of them are of the text."""
    out = lm.tokenizer(text, return_special_tokens_mask=True)
    ids, special = out["input_ids"], out["special_tokens_mask"]
    start = lm.tokenizer.bos_token_id
    if lm.model.family.kind == "causal" and start is not None and ids[0] != start:
        ids, special = [start, *ids], [1, *special]
    return torch.tensor([ids]), [place for place, mark in enumerate(special) if not mark]


@pytest.mark.parametrize("family", FAMILIES)
def test_the_last_state_is_the_mean_of_what_the_head_reads_over_the_texts_own_tokens(
    family, masked_lm
):
    lm = masked_lm(family)
    found = last_states(lm, TEXTS)
    assert found.dtype == np.float64
    for text, state in zip(TEXTS, found, strict=True):
        ids, own = own_tokens(lm, text)
        with torch.inference_mode():
            states = predicting_states(lm.model.network, input_ids=ids)[0]
        np.testing.assert_allclose(state, states[own].double().mean(0), atol=1e-5)


@pytest.mark.parametrize("family", FAMILIES)
def test_states_of_layers_are_those_that_transformers_lists(family, masked_lm):
    lm = masked_lm(family)
    found = layer_states(lm, TEXTS)
    assert found.shape[:2] == (lm.model.layers, len(TEXTS))
    for number, text in enumerate(TEXTS):
        ids, own = own_tokens(lm, text)
        with torch.inference_mode():
            listed = encoder_of(lm.model.network)(
                input_ids=ids, output_hidden_states=True
            ).hidden_states
        # What is listed last may be normalised already.
        for layer in range(lm.model.layers - 1):
            expected = listed[layer + 1][0][own].double().mean(0)
            np.testing.assert_allclose(found[layer, number], expected, atol=1e-5)


@pytest.mark.parametrize("family", ["bert", "gpt2", "albert"])
def test_a_vector_moves_the_state_of_its_layer_by_itself(family, masked_lm, monkeypatch):
    lm = masked_lm(family)
    before = layer_states(lm, TEXTS)
    vector = torch.linspace(-1, 1, before.shape[-1])
    steered = MaskedLM(lm.model)
    steered.__dict__["changes"] = Changes(added={1: vector})
    after = layer_states(steered, TEXTS)
    np.testing.assert_array_equal(after[0], before[0])
    np.testing.assert_allclose(after[1] - before[1], np.tile(vector, (3, 1)), atol=1e-5)


@pytest.mark.parametrize("family", ["bert", "gpt2", "bart"])
def test_an_erasure_acts_on_the_last_states(family, masked_lm):
    lm = masked_lm(family)
    before = last_states(lm, TEXTS)
    direction = torch.zeros(1, before.shape[-1])
    direction[0, 3] = 1.0
    erased = MaskedLM(lm.model)
    center = torch.full((before.shape[-1],), 0.5)
    erased.__dict__["changes"] = Changes(maps=(AffineMap(center, direction, direction),))
    after = last_states(erased, TEXTS)
    np.testing.assert_allclose(after[:, 3], 0.5, atol=1e-5)
    np.testing.assert_allclose(np.delete(after, 3, 1), np.delete(before, 3, 1), atol=1e-5)


def test_equal_texts_have_equal_states_and_the_order_is_kept(masked_lm):
    lm = masked_lm("bert")
    found = last_states(lm, [*TEXTS, TEXTS[0]])
    np.testing.assert_array_equal(found[0], found[3])
    np.testing.assert_allclose(found[1], last_states(lm, TEXTS[1:2])[0], atol=1e-6)


def test_an_empty_text_is_refused(masked_lm):
    with pytest.raises(InputTextError, match="empty"):
        last_states(masked_lm("bert"), ["  "])


def test_a_model_whose_layers_are_not_known_has_no_states_of_layers(masked_lm):
    plain = masked_lm("bert").model
    unknown = replace(plain, steers=False)
    with pytest.raises(UnusableModelError, match="where its layers end is not known"):
        layer_states(MaskedLM(unknown), TEXTS)

from __future__ import annotations

import numpy as np
import pytest

from engine.core.errors import UnusableModelError
from engine.inference.attention import attention_received
from engine.inference.plan import Row
from engine.models.hooks import gated
from tests.tiny_models import FAMILIES

TEXTS = ["The nurse said that she was tired.", "Amy sings.", "He loves math and hates art!"]


def rows_of(lm):
    return [Row(tuple(lm.tokenizer(text)["input_ids"]), ()) for text in TEXTS]


@pytest.mark.parametrize("family", FAMILIES)
def test_what_a_token_receives_is_the_mean_over_layers_heads_and_tokens(family, masked_lm):
    import torch

    lm = masked_lm(family, "1-1, 2-4")
    for row, found in zip(rows_of(lm), attention_received(lm, rows_of(lm)), strict=True):
        with torch.inference_mode(), gated(lm.model, lm.gates):
            maps = lm.model.eager(torch.tensor([row.ids]), output_attentions=True).attentions
        expected = torch.stack(maps).mean((0, 1, 2, 3))
        np.testing.assert_allclose(found, expected, atol=1e-6)
        assert sum(found) == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_eager_twin_shares_every_weight_and_obeys_the_gates(family, masked_lm):
    import torch

    lm = masked_lm(family, "1-1, 2-2")
    model = lm.model
    ours, twins = dict(model.network.named_parameters()), dict(model.eager.named_parameters())
    assert ours.keys() == twins.keys()
    assert all(ours[name] is twins[name] for name in ours)
    row = torch.tensor([rows_of(lm)[0].ids])
    outputs = []
    for network in (model.network, model.eager):
        with torch.inference_mode():
            outputs.append(network(row).logits)
            with gated(model, lm.gates):
                outputs.append(network(row).logits)
    base, masked, twin_base, twin_masked = outputs
    torch.testing.assert_close(twin_base, base, atol=1e-4, rtol=0)
    torch.testing.assert_close(twin_masked, masked, atol=1e-4, rtol=0)
    assert (masked - base).abs().max() > 1e-2


@pytest.mark.parametrize("family", ["bert", "gpt2"])
def test_making_the_twin_leaves_the_model_as_it_was(family, masked_lm):
    model = masked_lm(family).model
    assert model.eager is not model.network
    assert model.network.config._attn_implementation == "sdpa"
    assert model.eager.config._attn_implementation == "eager"


def test_a_library_that_returns_no_maps_is_refused(masked_lm, monkeypatch):
    lm = masked_lm("bert")
    monkeypatch.setitem(lm.model.__dict__, "eager", lm.model.network)  # fused: an empty tuple
    with pytest.raises(UnusableModelError, match="0 layers"):
        attention_received(lm, rows_of(lm))

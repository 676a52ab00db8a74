from __future__ import annotations

import pytest
import torch

from engine.core.errors import UnusableModelError
from engine.core.families import FAMILIES, hidden_states, projections
from tests.tiny_models import BY_RULE, EVERY_CAUSAL, VARIANTS
from tests.tiny_models import FAMILIES as TINY


@pytest.mark.parametrize("family", TINY)
def test_every_layer_has_one_output_projection_that_takes_all_heads(family, loaded):
    model = loaded(family)
    found = projections(model.network, model.family)
    assert len(found) == (1 if family == "albert" else model.layers)
    assert len({id(module) for module in found}) == len(found)
    # A Conv1D keeps its weight the other way round.
    inputs = [module.weight.shape[0 if family == "gpt2" else 1] for module in found]
    assert set(inputs) == {32}


@pytest.mark.parametrize("family", TINY)
def test_projections_are_in_the_order_of_the_layers(family, loaded):
    model = loaded(family)
    seen = []
    handles = [
        module.register_forward_hook(lambda _module, _args, _out, layer=layer: seen.append(layer))
        for layer, module in enumerate(projections(model.network, model.family))
    ]
    try:
        with torch.inference_mode():
            hidden_states(model.network, **model.tokenizer("She is tired.", return_tensors="pt"))
    finally:
        for handle in handles:
            handle.remove()
    assert seen == ([0, 0, 0] if family == "albert" else list(range(model.layers)))


@pytest.mark.parametrize("family", [*TINY, *VARIANTS])
def test_the_encoder_and_the_head_together_are_the_model(family, loaded):
    model = loaded(family)
    inputs = model.tokenizer("The nurse said that he was tired.", return_tensors="pt")
    with torch.inference_mode():
        hidden = hidden_states(model.network, **inputs)
        logits = model.family.language_model_head(model.network, hidden)
        torch.testing.assert_close(logits, model.network(**inputs).logits, rtol=0, atol=1e-5)
    assert hidden.shape[-1] == 32


def test_a_network_without_the_familys_modules_is_refused(loaded):
    with pytest.raises(UnusableModelError, match="has 0 attention projections where 2 were"):
        projections(loaded("distilbert").network, FAMILIES["bert"])


def test_causal_families_say_so():
    causal = {name for name, family in FAMILIES.items() if family.kind == "causal"}
    assert causal == {*EVERY_CAUSAL} - {*BY_RULE}


def test_span_fillers_say_so():
    assert {name for name, family in FAMILIES.items() if family.kind == "seq2seq"} == {"t5", "mt5"}

"""Where the parts of a sum are found, and what is recorded of them."""

from __future__ import annotations

import pytest
import torch

from engine.inference.parts import parts_of, read_by
from engine.inference.plan import Row
from engine.models.hooks import gated


@pytest.mark.parametrize(
    ("family", "first", "feed_forward", "norm"),
    [
        ("gpt2", "transformer.h.0", "transformer.h.1.mlp.c_proj", "transformer.ln_f"),
        ("llama", "model.layers.0", "model.layers.1.mlp.down_proj", "model.norm"),
        (
            "gpt_neox",
            "gpt_neox.layers.0",
            "gpt_neox.layers.1.mlp.dense_4h_to_h",
            "gpt_neox.final_layer_norm",
        ),
        ("cohere", "model.layers.0", "model.layers.1.mlp.down_proj", "model.norm"),
    ],
)
def test_the_parts_are_found_by_their_paths(family, first, feed_forward, norm, loaded):
    parts = parts_of(loaded(family))
    assert (parts.first, parts.feed_forward[-1], parts.norm) == (first, feed_forward, norm)


@pytest.mark.parametrize("family", ["bert", "gemma2", "opt", "convbert"])
def test_other_families_have_no_parts_that_add_up(family, loaded):
    assert parts_of(loaded(family)) is None


def test_what_a_part_reads_is_what_the_network_itself_reads(loaded):
    model = loaded("gpt2")
    parts = parts_of(model)
    row = Row((5, 6, 7), (1,))
    gates = torch.ones(model.layers, model.heads)
    gates[0, 0] = 0.0
    with torch.inference_mode(), gated(model, gates):
        seen = read_by(model, row, parts)
        states = model.network.transformer(
            torch.tensor([row.ids]), output_hidden_states=True
        ).hidden_states
    assert set(seen) == set(parts.paths)
    torch.testing.assert_close(seen[parts.first], states[0][0, 1])
    normed = model.network.transformer.ln_f(seen[parts.norm])
    torch.testing.assert_close(normed, states[-1][0, 1])
    size = seen[parts.attention[0]].shape[-1] // model.heads
    assert not seen[parts.attention[0]][:size].any()
    assert seen[parts.attention[0]][size:].all()

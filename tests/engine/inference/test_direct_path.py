"""Direct paths add up to what the network gives, and are those worked out by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
import torch

from engine.core.errors import UnusableModelError
from engine.core.interventions import Interventions
from engine.core.spec import HeadRef
from engine.inference.direct_path import TOLERANCE, direct_paths
from engine.inference.plan import Row
from engine.inference.runner import score_rows
from engine.models.loading import MaskedLM, load
from tests.kept_fits import erasure, keep, vector
from tests.tiny_models import class_of
from tests.tiny_models.architectures import config_for, network_of
from tests.tiny_models.vocabularies import tokenizer_for

ADD_UP = (
    *("gpt2", "llama", "qwen2", "qwen3", "mistral", "gemma", "phi3", "smollm3", "gpt_neox"),
    *("bloom", "cohere", "eurobert"),
)
DO_NOT = (
    *("bert", "roberta", "modernbert", "albert", "gemma2", "gemma3_text", "olmo2", "llama4_text"),
    *("opt", "nomic_bert"),
)
MASK = (HeadRef(0, 1), HeadRef(1, 3))


@pytest.fixture
def own_network(tmp_path):
    """Write a network with other settings, and load it; what is done to its weights first."""

    def model(family, change=lambda network: None, dtype="float32", **settings):
        tokenizer = tokenizer_for(family)
        network = network_of(class_of(family), config_for(family, tokenizer, **settings))
        with torch.no_grad():
            change(network)
        network.save_pretrained(tmp_path)
        tokenizer.save_pretrained(tmp_path)
        return load(str(tmp_path), "cpu", dtype)

    return model


def asked(model, text="The nurse said that she"):
    """A row that asks for two tokens at the last but one place."""
    ids = tuple(model.tokenizer(text)["input_ids"])
    return Row(ids, (len(ids) - 2, len(ids) - 2), (7, 11))


def path_of(model, heads=(), row=None):
    (found,) = direct_paths(MaskedLM(model, heads), [row or asked(model)])
    return found


def difference(model, heads=(), row=None):
    """ln P(first) - ln P(second), as the scores of rows give it."""
    (score,) = score_rows(MaskedLM(model, heads), [row or asked(model)])
    first, second = score.log_probabilities
    return first - second


@pytest.mark.parametrize("family", ADD_UP)
@pytest.mark.parametrize("heads", [(), MASK], ids=["all heads on", "masked"])
def test_all_parts_are_the_difference_that_the_network_gives(family, heads, loaded):
    model = loaded(family)
    found = path_of(model, heads)
    assert found.difference == pytest.approx(difference(model, heads), abs=1e-4)
    total = found.embedding + found.bias + sum(found.feed_forward) + sum(map(sum, found.heads))
    assert total == pytest.approx(difference(model, heads), abs=TOLERANCE)
    assert abs(found.remainder) < 1e-5
    assert [len(row) for row in found.heads] == [model.heads] * model.layers
    assert len(found.feed_forward) == model.layers
    silent = [HeadRef(*at) for at, one in cells(found.heads) if one == 0.0]
    assert silent == list(heads)


def cells(grid):
    return (((layer, head), one) for layer, row in enumerate(grid) for head, one in enumerate(row))


def test_an_opt_that_norms_what_its_layers_read_adds_up(own_network):
    model = own_network("opt", word_embed_proj_dim=32, do_layer_norm_before=True)
    found = path_of(model)
    assert abs(found.remainder) < 1e-5
    assert found.difference == pytest.approx(difference(model), abs=1e-4)


@pytest.mark.parametrize("family", DO_NOT)
def test_what_does_not_add_up_is_refused_in_a_sentence(family, loaded):
    with pytest.raises(UnusableModelError, match="does not reach the answer unchanged"):
        path_of(loaded(family))


def test_a_family_that_should_add_up_is_refused_where_its_numbers_do_not(own_network):
    def change(network):
        for block in network.transformer.h:
            block.input_layernorm.weight.mul_(3.0)

    # The residual is then taken behind a norm, which the names of the modules do not show.
    model = own_network("bloom", change, apply_residual_connection_post_layernorm=True)
    with pytest.raises(UnusableModelError, match=r"add up to .* logits and its two words differ"):
        path_of(model)


def test_what_is_added_or_erased_between_the_parts_is_named_where_they_miss_it(loaded):
    model = loaded("gpt2")
    values = torch.arange(model.network.config.hidden_size).tolist()
    steered = replace(keep(vector(model, values)), strength=1.0)
    erased = keep(erasure(model, values, values))
    for done, named in (
        (Interventions(steered=(steered,)), r"with steering along gender by \+1 at layer 1"),
        (Interventions(erased=(erased,)), r"with gender erased \(LEACE\)"),
    ):
        with pytest.raises(UnusableModelError, match=f"{named} add up to .* differ by"):
            direct_paths(MaskedLM(model, (), done), [asked(model)])


def test_a_head_that_caps_its_logits_is_refused(loaded):
    def capped(network, hidden):
        return 0.5 * torch.tanh(network.lm_head(hidden) / 0.5)

    model = loaded("gpt2")
    family = replace(model.family, language_model_head=capped)
    with pytest.raises(UnusableModelError, match=r"add up to .* logits and its two words differ"):
        path_of(replace(model, family=family))


def test_rounding_is_named_where_it_is_why_parts_do_not_add_up(own_network):
    with pytest.raises(UnusableModelError, match="bfloat16 may be too coarse, try float32"):
        path_of(own_network("gpt2", dtype="bfloat16"))


# --- by hand ------------------------------------------------------------------------------


def by_hand(network):
    """One layer whose two heads pass on the mean of what they read, and nothing else.

    Token 0 is (1, -1, 1, -1) and token 1 is (1, 1, -1, -1); the first norm changes neither.
    """
    for weights in network.parameters():
        weights.zero_()
    body, (block,) = network.transformer, network.transformer.h
    body.wte.weight[0] = torch.tensor([1.0, -1.0, 1.0, -1.0])
    body.wte.weight[1] = torch.tensor([1.0, 1.0, -1.0, -1.0])
    block.ln_1.weight.fill_(1.0)
    body.ln_f.weight.fill_(1.0)
    block.attn.c_attn.weight[:, 8:] = torch.eye(4)  # values; queries and keys are all 0
    block.attn.c_proj.weight.copy_(torch.eye(4))
    network.lm_head.weight[7] = torch.tensor([1.0, 0.0, 1.0, 0.0])
    network.lm_head.weight[11] = torch.tensor([0.0, 0.0, 0.0, 1.0])


def test_the_paths_of_one_layer_are_those_worked_out_by_hand(own_network):
    size = {"n_layer": 1, "n_head": 2, "n_embd": 4, "tie_word_embeddings": False}
    model = own_network("gpt2", by_hand, **size)
    # Both tokens are read alike, so the heads add (1, 0, 0, 0) and (0, 0, 0, -1) to token 1, which
    # is then (2, 1, -1, -2) with variance 2.5. The difference of both words' rows is (1, 0, 1, -1).
    row = Row((0, 1), (1, 1), (7, 11))
    spread = math.sqrt(2.5)
    found = path_of(model, row=row)
    assert found.embedding == pytest.approx(1.0 / spread, abs=1e-4)
    assert found.heads == [pytest.approx([0.75 / spread, 1.25 / spread], abs=1e-4)]
    assert found.feed_forward == [0.0]
    assert found.bias == 0.0
    assert found.difference == pytest.approx(3.0 / spread, abs=1e-4)
    # Without its second head the token is (2, 1, -1, -1): mean 0.25, variance 1.6875.
    masked = path_of(model, (HeadRef(0, 1),), row)
    assert masked.heads == [pytest.approx([0.75 / math.sqrt(1.6875), 0.0], abs=1e-4)]


def test_nothing_stays_recorded_or_changed_on_the_network(loaded):
    model = loaded("gpt2")
    before = difference(model)
    forwards = [vars(module).get("forward") for module in model.network.modules()]
    path_of(model, MASK)
    assert [vars(module).get("forward") for module in model.network.modules()] == forwards
    assert difference(model) == before

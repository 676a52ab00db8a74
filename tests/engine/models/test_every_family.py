"""What must hold of every family beyond those that all other tests run on."""

from __future__ import annotations

import pytest
import torch

from engine.core.errors import UnusableModelError
from engine.core.families import hidden_states
from engine.inference.ablation import ablated_rows, score_ablated
from engine.inference.attention import attention_received
from engine.inference.plan import Row
from engine.inference.runner import distributions, score_rows
from engine.inference.vectors import Share, gate_gradient, pooled_vectors
from engine.models.hooks import gated
from engine.models.loading import MaskedLM, load
from tests.tiny_models import BY_RULE, EVERY_CAUSAL, MORE, class_of

FAMILIES = (*MORE, *BY_RULE)
WITHOUT_HEADS = ("convbert",)
WITH_HEADS = [family for family in FAMILIES if family not in WITHOUT_HEADS]
TEXTS = (
    "The nurse said that he was tired.",
    "The doctor was kind because the kitchen was cold and the women sang.",
    "She works hard at night.",
)


@pytest.fixture(scope="session")
def plain(tiny_model_folder):
    """The network as transformers reads it by itself, with the attention that is right for all."""

    def network(family):
        return class_of(family).from_pretrained(
            tiny_model_folder(family), attn_implementation="eager"
        )

    return network


def ids_of(model, text):
    return tuple(model.tokenizer(text)["input_ids"])


def logits(model, text=TEXTS[0]):
    """[token, vocabulary] of the plain forward under the gates in force."""
    with torch.inference_mode():
        return model.network(input_ids=torch.tensor([ids_of(model, text)])).logits[0]


def head_of(module, head, heads):
    """The part of a projection's weights that reads one head; a Linear keeps them as columns."""
    size = module.weight.shape[1] // heads
    return module.weight[:, head * size : (head + 1) * size]


@pytest.mark.parametrize("family", FAMILIES)
def test_scores_of_texts_in_one_batch_are_those_of_plain_transformers(family, loaded, plain):
    model, network = loaded(family), plain(family)
    rows, expected = [], []
    for text in TEXTS:
        ids = ids_of(model, text)
        hidden = list(ids)
        if family not in EVERY_CAUSAL:
            hidden[3] = model.tokenizer.mask_token_id
        # A causal model reads a token from those before it, a masked one in the mask's place.
        position = 2 if family in EVERY_CAUSAL else 3
        rows.append(Row(tuple(hidden), (position,), (ids[3],)))
        with torch.inference_mode():
            given = network(input_ids=torch.tensor([hidden])).logits[0, position].float()
        expected.append(given.log_softmax(-1))
    lm = MaskedLM(model)
    found = [score.log_probabilities[0] for score in score_rows(lm, rows)]
    wanted = [float(one[row.targets[0]]) for one, row in zip(expected, rows, strict=True)]
    assert found == pytest.approx(wanted, abs=2e-4)
    (whole,) = distributions(lm, rows[:1])
    torch.testing.assert_close(torch.tensor(whole[0]), expected[0], rtol=0, atol=2e-4)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_vector_of_a_text_does_not_depend_on_the_batch(family, loaded):
    model = loaded(family)
    lm = MaskedLM(model)
    texts = [ids_of(model, text) for text in TEXTS]
    together = pooled_vectors(
        lm, {ids: [Share(place, (1, 2), 1.0)] for place, ids in enumerate(texts)}, len(texts)
    )
    for ids, vector in zip(texts, together, strict=True):
        with torch.inference_mode():
            states = hidden_states(model.network, input_ids=torch.tensor([ids]))[0]
        expected = states[1:3].mean(0).double()
        torch.testing.assert_close(vector, expected, rtol=0, atol=2e-5)


@pytest.mark.parametrize("family", WITH_HEADS)
def test_a_masked_head_is_a_head_whose_columns_are_zero(family, loaded, plain):
    from engine.core.families import projections
    from engine.models.architectures import projections_by_rule

    model, network = loaded(family), plain(family)
    of = projections_by_rule if family in BY_RULE else lambda net: projections(net, model.family)
    gates = torch.ones(model.layers, model.heads)
    gates[1, 2] = 0.0
    with torch.no_grad():
        head_of(of(network)[1], 2, model.heads).zero_()
        expected = network(input_ids=torch.tensor([ids_of(model, TEXTS[0])])).logits[0]
    with gated(model, gates):
        masked = logits(model)
    torch.testing.assert_close(masked, expected, rtol=0, atol=1e-5)


@pytest.mark.parametrize("family", WITH_HEADS)
def test_every_head_has_an_effect_of_its_own(family, loaded):
    model = loaded(family)
    ids = ids_of(model, TEXTS[0])
    heads = [(layer, head) for layer in range(model.layers) for head in range(model.heads)]
    found = [logits(model)]
    for layer, head in heads:
        gates = torch.ones(model.layers, model.heads)
        gates[layer, head] = 0.0
        with gated(model, gates):
            found.append(logits(model))
    with gated(model, torch.zeros(model.layers, model.heads)):
        found.append(logits(model))
    for index, one in enumerate(found):
        assert all(not torch.allclose(one, other, atol=1e-5) for other in found[:index])
    # And the same, all heads in one batch.
    row = Row(ids, (2,), (ids[3],))
    scores = score_ablated(MaskedLM(model), ablated_rows(row, [None, *_refs(heads)]))
    for score, given in zip(scores, found[:-1], strict=True):
        expected = float(given[2].float().log_softmax(-1)[ids[3]])
        assert score.log_probabilities[0] == pytest.approx(expected, abs=2e-4)


def _refs(heads):
    from engine.core.spec import HeadRef

    return [HeadRef(*head) for head in heads]


@pytest.mark.parametrize("family", WITH_HEADS)
def test_the_gradient_of_a_gate_is_the_finite_difference(family, loaded):
    model = loaded(family)
    ids = ids_of(model, TEXTS[0])
    shares = {ids: [Share(0, (3,), 1.0)]}
    width = 16 if family == "opt" else 32  # OPT projects its last states to its embeddings' width
    upstream = torch.linspace(-1, 1, width, dtype=torch.float64)[None]
    gradient = gate_gradient(MaskedLM(model), shares, upstream)
    step = 1e-2

    def value(layer, head, by):
        gates = torch.ones(model.layers, model.heads)
        gates[layer, head] += by
        with torch.inference_mode(), gated(model, gates):
            state = hidden_states(model.network, input_ids=torch.tensor([ids]))[0, 3]
        return float((state.double() * upstream[0]).sum())

    for layer, head in ((0, 1), (1, 3)):
        difference = (value(layer, head, step) - value(layer, head, -step)) / (2 * step)
        assert float(gradient[layer, head]) == pytest.approx(difference, abs=5e-3, rel=2e-2)
    assert gradient.abs().min() > 0


@pytest.mark.parametrize("family", FAMILIES)
def test_attention_that_all_tokens_receive_is_that_which_they_pay(family, loaded):
    model = loaded(family)
    rows = [Row(ids_of(model, text), ()) for text in TEXTS]
    for row, received in zip(rows, attention_received(MaskedLM(model), rows), strict=True):
        assert len(received) == len(row.ids)
        assert sum(received) == pytest.approx(1, abs=1e-4)


def test_soft_caps_and_scales_of_logits_are_there(loaded):
    assert float(logits(loaded("gemma2")).abs().max()) < 3.0  # its final_logit_softcapping
    cohere = loaded("cohere")
    with torch.inference_mode():
        states = hidden_states(cohere.network, input_ids=torch.tensor([ids_of(cohere, TEXTS[0])]))
        unscaled = cohere.network.lm_head(states)[0]
    torch.testing.assert_close(logits(cohere), unscaled * 0.5, rtol=0, atol=1e-5)


def test_a_model_without_heads_is_scored_and_refuses_a_mask(loaded, masked_lm):
    model = loaded("convbert")
    assert (model.heads, model.layers) == (0, 2)
    with pytest.raises(UnusableModelError, match="is scored, heads not available"):
        masked_lm("convbert", "1-1")
    with (
        pytest.raises(UnusableModelError, match="is scored, heads not available"),
        gated(model, torch.ones(2, 0)),
    ):
        raise AssertionError("the block was entered")


def test_bloom_and_opt_read_on_behind_padding_as_without(loaded):
    for family in ("bloom", "opt", "gpt_neox", "convbert"):
        model = loaded(family)
        short, long = (ids_of(model, text) for text in (TEXTS[2], TEXTS[1]))
        lm = MaskedLM(model)
        one = Row(short, (1,), (short[2],))
        other = Row(long, (1,), (long[2],))
        both = score_rows(lm, [one, other])
        alone = score_rows(lm, [one])
        assert both[0].log_probabilities == pytest.approx(alone[0].log_probabilities, abs=1e-5)


def test_a_network_that_transformers_cannot_run_is_refused_in_a_sentence(
    tiny_model_folder, tmp_path
):
    import json
    import shutil

    folder = tmp_path / "flaubert-large"
    shutil.copytree(tiny_model_folder("flaubert"), folder)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(json.dumps(config | {"pre_norm": True}), encoding="utf-8")
    with pytest.raises(UnusableModelError, match=r"FlauBERT\) cannot be run by this version of"):
        load(str(folder), "cpu")


def test_the_rule_finds_the_projections_of_all_families_that_the_table_has(loaded):
    from engine.core.families import FAMILIES as TABLE
    from engine.core.families import projections
    from engine.models.architectures import projections_by_rule

    for family in TABLE:
        if family in ("albert", "t5", "mt5"):  # one module for all layers; other names of sizes
            continue
        model = loaded(family)
        expected = projections(model.network, model.family)
        found = projections_by_rule(model.network)
        assert list(map(id, found)) == list(map(id, expected)), family


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"model_type": "gemma3", "vision_config": {}}, "reads pictures or sound beside text"),
        ({"model_type": "x-new", "auto_map": {"AutoModel": "a.B"}}, "such code is never run"),
        ({"model_type": "x-new"}, "does not describe a model that this version"),
        ({"model_type": "pegasus", "is_encoder_decoder": True}, "T5, mT5 and BART can be measured"),
        ({"model_type": "vit", "architectures": ["ViTModel"]}, "is neither a masked nor a causal"),
    ],
)
def test_what_no_language_model_is_is_refused_by_its_config(changes, said):
    from engine.models.architectures import family_for

    with pytest.raises(UnusableModelError, match=said):
        family_for("it", changes)


@pytest.mark.parametrize(
    ("config", "name", "kind"),
    [
        ({"model_type": "cohere", "architectures": ["CohereForCausalLM"]}, "Cohere", "causal"),
        ({"model_type": "ctrl", "architectures": ["CTRLLMHeadModel"]}, "CTRL", "causal"),
        ({"model_type": "ernie", "architectures": ["ErnieForMaskedLM"]}, "Ernie", "masked"),
        ({"model_type": "ernie", "architectures": ["ErnieModel"]}, "Ernie", "masked"),
        ({"model_type": "mixtral"}, "mixtral", "causal"),
    ],
)
def test_other_types_have_the_kind_of_their_architecture(config, name, kind):
    from engine.models.architectures import family_for

    family = family_for("it", config)
    assert (family.name, family.kind, family.by_rule) == (name, kind, True)


@pytest.mark.parametrize(
    ("kind", "said"),
    [("causal", "depends on those behind it"), ("masked", "does not depend on those behind it")],
)
def test_a_model_that_reads_in_another_direction_than_its_name_says_is_refused(kind, said, loaded):
    from dataclasses import replace

    from engine.models.architectures import wiring

    model = loaded("convbert" if kind == "causal" else "cohere")
    with pytest.raises(UnusableModelError, match=said):
        wiring("it", model.network, replace(model.family, kind=kind), model.tokenizer, False)


def test_a_network_whose_heads_differ_in_size_has_none_here(loaded):
    from types import SimpleNamespace

    from engine.models.architectures import projections_by_rule

    class Several:
        num_attention_heads, num_hidden_layers = 4, 2

        @property
        def head_dim(self):
            raise RuntimeError("may vary across layers")

    assert projections_by_rule(SimpleNamespace(config=Several())) == []
    assert len(projections_by_rule(loaded("cohere").network)) == 2


def test_values_of_one_head_must_reach_one_part_of_a_projection(loaded):
    """Differential attention subtracts heads from each other: its parts are not those of heads."""
    from transformers import AutoConfig, AutoModelForCausalLM

    from engine.models.architectures import family_for, projections_by_rule, wiring

    config = AutoConfig.for_model(
        "diffllama",
        **{"vocab_size": 2000, "hidden_size": 32, "num_hidden_layers": 2, "pad_token_id": 0},
        **{"num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 64},
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(20)
        network = AutoModelForCausalLM.from_config(config).eval()
    written = {"model_type": "diffllama", "architectures": ["DiffLlamaForCausalLM"]}
    family = family_for("it", written)
    assert len(projections_by_rule(network)) == 2  # which their shapes alone would allow
    found = wiring("it", network, family, loaded("cohere").tokenizer, False)
    assert (found.heads, found.projections) == (0, ())
    assert (found.splits, found.pads) == (True, True)

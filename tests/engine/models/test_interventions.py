"""Interventions on networks, compared with what the same numbers do by hand."""

from __future__ import annotations

import random
import threading
from dataclasses import replace

import numpy as np
import pytest
import torch

from engine.core.errors import BiascopeError, UnusableModelError
from engine.core.families import encoder_of, hidden_states, projections
from engine.core.interventions import Interventions, ScaledHead, SelfDebias
from engine.core.spec import HeadRef
from engine.inference.plan import Row
from engine.inference.runner import distributions
from engine.inference.vectors import Share, gate_gradient, pooled_vectors
from engine.models.hooks import gated
from engine.models.interventions import reference_texts
from engine.models.loading import MaskedLM
from tests.kept_fits import erasure, keep, vector
from tests.tiny_models import BY_RULE, FAMILIES, MORE

TEXT = "The nurse said that he was tired because the kitchen was cold."
WIDTH = 32
UNSTEERED = ("xlm", "flaubert", "convbert")
EVERY = (*FAMILIES, *MORE, *BY_RULE)
STEERED = [family for family in EVERY if family not in UNSTEERED]


def inputs_of(model):
    return model.tokenizer(TEXT, return_tensors="pt")["input_ids"]


def states(lm):
    """[token, hidden] of the plain forward under everything that is done."""
    with torch.inference_mode(), gated(lm.model, lm.gates, lm.changes):
        return hidden_states(lm.model.network, input_ids=inputs_of(lm.model))[0]


def layers_of(lm):
    with torch.inference_mode(), gated(lm.model, lm.gates, lm.changes):
        found = encoder_of(lm.model.network)(
            input_ids=inputs_of(lm.model), output_hidden_states=True
        )
    return [layer[0] for layer in found.hidden_states]


def logits(lm):
    with torch.inference_mode(), gated(lm.model, lm.gates, lm.changes):
        return lm.model.network(input_ids=inputs_of(lm.model)).logits[0]


def lm_with(model, *masked, **parts):
    return MaskedLM(model, masked, Interventions(**parts))


def test_an_erasure_is_the_affine_map_worked_out_by_hand(loaded):
    model = loaded("bert")
    left, right, center = np.zeros(WIDTH), np.zeros(WIDTH), np.zeros(WIDTH)
    left[0], right[1], center[1] = 2.0, 1.0, 0.5
    fit = keep(erasure(model, left, right, center))
    plain, erased = states(MaskedLM(model)), states(lm_with(model, erased=(fit,)))
    expected = plain.clone()
    expected[:, 0] = plain[:, 0] - 2.0 * (plain[:, 1] - 0.5)
    torch.testing.assert_close(erased, expected, rtol=0, atol=1e-6)


@pytest.mark.parametrize("family", ["bert", "albert", "gpt2", "llama", "modernbert"])
def test_what_is_erased_stays_erased_and_the_language_model_head_reads_it(family, loaded):
    model = loaded(family)
    axis = np.eye(1, WIDTH)
    lm = lm_with(model, erased=(keep(erasure(model, axis, axis)),))
    assert float(states(lm)[:, 0].abs().max()) < 1e-6
    with torch.inference_mode():
        by_hand = hidden_states(model.network, input_ids=inputs_of(model))[0].clone()
        by_hand[:, 0] = 0.0
        expected = model.family.language_model_head(model.network, by_hand)
    torch.testing.assert_close(logits(lm), expected, rtol=0, atol=1e-5)


@pytest.mark.parametrize("family", STEERED)
def test_a_vector_is_added_to_what_its_layer_gives_and_to_nothing_before(family, loaded):
    model = loaded(family)
    values = np.linspace(-1, 1, WIDTH)
    plain = MaskedLM(model)
    for layer in range(1, model.layers):
        fit = keep(vector(model, values, layer=layer))
        before, after = layers_of(plain), layers_of(lm_with(model, steered=(fit,)))
        for number in range(layer):
            assert torch.equal(after[number], before[number])
        added = after[layer] - before[layer]
        wanted = torch.tensor(values, dtype=torch.float32).expand_as(added)
        torch.testing.assert_close(added, wanted, rtol=0, atol=1e-5)


@pytest.mark.parametrize("family", STEERED)
def test_a_vector_at_the_last_layer_changes_the_words(family, loaded):
    model = loaded(family)
    fit = keep(vector(model, np.linspace(-1, 1, WIDTH), layer=model.layers))
    assert not torch.allclose(
        states(lm_with(model, steered=(fit,))), states(MaskedLM(model)), atol=1e-3
    )


@pytest.mark.parametrize("family", UNSTEERED)
def test_a_family_whose_layers_are_not_known_is_not_steered(family, loaded):
    model = loaded(family)
    fit = keep(vector(model, np.ones(WIDTH)))
    with pytest.raises(UnusableModelError, match=r"cannot be steered: where its layers end"):
        lm_with(model, steered=(fit,))


def test_strength_scales_the_vector_and_zero_changes_no_bit(loaded):
    model = loaded("bert")
    fit = keep(vector(model, np.ones(WIDTH), layer=1))
    plain = layers_of(MaskedLM(model))[1]
    half = layers_of(lm_with(model, steered=(replace(fit, strength=0.5),)))[1]
    torch.testing.assert_close(half - plain, torch.full_like(plain, 0.5), rtol=0, atol=1e-6)
    nothing = lm_with(model, steered=(replace(fit, strength=0.0),))
    assert torch.equal(logits(nothing), logits(MaskedLM(model)))
    assert nothing.spec == MaskedLM(model).spec


def test_vectors_at_one_layer_add_up(loaded):
    model = loaded("bert")
    one, two = (
        keep(vector(model, np.full(WIDTH, size), layer=1, concept=name))
        for size, name in ((1.0, "gender"), (2.0, "race"))
    )
    plain = layers_of(MaskedLM(model))[1]
    both = layers_of(lm_with(model, steered=(one, two)))[1]
    torch.testing.assert_close(both - plain, torch.full_like(plain, 3.0), rtol=0, atol=1e-5)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_scaled_head_is_a_head_whose_columns_are_scaled(family, loaded):
    model = loaded(family)
    if family == "albert":  # one module for all layers: its columns are those of every layer
        return
    gates = torch.ones(model.layers, model.heads)
    gates[1, 2] = 0.5
    with gated(model, gates), torch.inference_mode():
        expected = model.network(input_ids=inputs_of(model)).logits[0]
    scaled = lm_with(model, scaled_heads=(ScaledHead(1, 2, 0.5),))
    assert torch.equal(logits(scaled), expected)
    module = projections(model.network, model.family)[1]
    part = slice(2 * 8, 3 * 8)
    seen = []
    handle = module.register_forward_pre_hook(lambda _m, args: seen.append(args[0]))
    try:
        logits(MaskedLM(model))
        logits(scaled)
    finally:
        handle.remove()
    torch.testing.assert_close(seen[1][..., part], seen[0][..., part] * 0.5, rtol=0, atol=1e-6)


@pytest.mark.parametrize("family", ["bert", "gpt2", "albert"])
@pytest.mark.parametrize("ablation", ["mean", "resample:3"])
def test_an_ablated_head_gives_what_it_gave_for_other_texts(family, ablation, loaded):
    model = loaded(family)
    by_text = []
    found = {}
    modules = projections(model.network, model.family)
    handles = [
        module.register_forward_pre_hook(
            lambda _m, args, at=at: found.setdefault(at, []).append(args[0][0])
        )
        for at, module in enumerate(modules)
    ]
    try:
        for text in reference_texts():
            found.clear()
            with torch.no_grad():
                model.network.base_model(**model.tokenizer(text, return_tensors="pt"))
            by_text.append(found[0][0])
        part = slice(8, 16)
        if ablation == "mean":
            wanted = torch.cat(by_text)[:, part].mean(0).expand(64, -1)
        else:
            drawn = by_text[random.Random(3).randrange(len(by_text))][:, part]
            wanted = drawn.repeat(64, 1)
        lm = lm_with(model, HeadRef(0, 1), ablation=ablation)
        assert lm.changes.replaced
        found.clear()
        states(lm)
        seen = found[0][0]
    finally:
        for handle in handles:
            handle.remove()
    torch.testing.assert_close(seen[:, part], wanted[: len(seen)], rtol=0, atol=1e-5)
    assert not torch.allclose(seen[:, :8], wanted[: len(seen)], atol=1e-3)


def test_ablations_differ_from_each_other_and_from_zero(loaded):
    model = loaded("bert")
    found = [
        logits(lm_with(model, HeadRef(0, 1), ablation=ablation))
        for ablation in ("zero", "mean", "resample:0", "resample:1")
    ]
    for index, one in enumerate(found):
        assert all(not torch.allclose(one, other, atol=1e-6) for other in found[:index])


def test_gradients_of_gates_are_those_of_the_model_that_is_changed(loaded):
    model = loaded("bert")
    fit = keep(vector(model, np.linspace(-1, 1, WIDTH), layer=1))
    shares = {tuple(inputs_of(model)[0].tolist()): [Share(0, (3, 4), 1.0)]}
    upstream = torch.linspace(-1, 1, WIDTH, dtype=torch.float64)[None]

    def number(gate, lm):
        gates = torch.ones(model.layers, model.heads)
        gates[1, 2] = gate
        with torch.inference_mode(), gated(model, gates, lm.changes):
            found = hidden_states(model.network, input_ids=inputs_of(model))[0, [3, 4]].mean(0)
        return float((found.double() * upstream[0]).sum())

    axis = np.eye(1, WIDTH)
    changed = lm_with(model, steered=(fit,), erased=(keep(erasure(model, axis, axis)),))
    for lm in (MaskedLM(model), changed):
        slope = (number(1.01, lm) - number(0.99, lm)) / 0.02
        assert float(gate_gradient(lm, shares, upstream)[1, 2]) == pytest.approx(slope, abs=2e-3)
    plain = gate_gradient(MaskedLM(model), shares, upstream)
    with_nothing = gate_gradient(lm_with(model), shares, upstream)
    assert torch.equal(plain, with_nothing)


def test_two_threads_with_different_interventions_on_one_model_never_mix(loaded):
    model = loaded("bert")
    axis = np.eye(1, WIDTH)
    lms = [
        MaskedLM(model),
        lm_with(model, steered=(keep(vector(model, np.ones(WIDTH))),)),
        lm_with(model, erased=(keep(erasure(model, axis, axis)),)),
        lm_with(model, HeadRef(0, 0), ablation="mean"),
        lm_with(model, scaled_heads=(ScaledHead(1, 1, 2.0),)),
    ]
    expected = [logits(lm) for lm in lms]
    together = threading.Barrier(len(lms))
    wrong = []

    def work(mine):
        for turn in range(20):
            if turn % 10 == 0:
                together.wait()
            if not torch.equal(logits(lms[mine]), expected[mine]):
                wrong.append((mine, turn))

    threads = [threading.Thread(target=work, args=(index,)) for index in range(len(lms))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize("family", ["bert", "gpt2", "cohere"])
def test_scores_and_vectors_are_read_under_everything_that_is_done(family, loaded):
    model = loaded(family)
    axis = np.eye(1, WIDTH)
    fits = {
        "erased": (keep(erasure(model, axis, axis)),),
        "steered": (keep(vector(model, np.linspace(-1, 1, WIDTH))),),
    }
    lm = lm_with(model, **fits)
    ids = tuple(inputs_of(model)[0].tolist())
    (found,) = distributions(lm, [Row(ids, (3,))])
    expected = logits(lm)[3].log_softmax(-1)
    np.testing.assert_allclose(found[0], expected.numpy(), rtol=0, atol=1e-4)
    pooled = pooled_vectors(lm, {ids: [Share(0, (3,), 1.0)]}, 1)[0]
    np.testing.assert_allclose(pooled, states(lm)[3].double().numpy(), rtol=0, atol=1e-5)


def test_a_fit_of_another_model_is_refused_before_anything_runs(loaded):
    fit = keep(vector(loaded("bert"), np.ones(WIDTH)))
    with pytest.raises(BiascopeError, match="was fitted on"):
        _ = lm_with(loaded("electra"), steered=(fit,)).changes


def test_a_fit_of_another_width_is_refused(loaded):
    model = loaded("bert")
    fit = keep(vector(model, np.ones(WIDTH + 1)))
    with pytest.raises(BiascopeError, match=r"states of 33 numbers, and .* has 2 with 32; fit it"):
        _ = lm_with(model, steered=(fit,)).changes


def test_what_a_span_filler_cannot_have_is_refused(loaded):
    model = loaded("t5")
    axis = np.eye(1, WIDTH)
    with pytest.raises(UnusableModelError, match="writes with a decoder"):
        lm_with(model, erased=(keep(erasure(model, axis, axis)),))
    with pytest.raises(UnusableModelError, match="cannot debias itself"):
        lm_with(model, self_debias=SelfDebias("gender"))

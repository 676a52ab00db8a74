from __future__ import annotations

import weakref

import pytest
import torch

from engine.core.errors import InputTextError
from engine.core.families import projections
from engine.inference import vectors
from engine.inference.vectors import gate_gradient, pooled_vectors
from engine.measures.heads import bias
from engine.measures.heads.bias import (
    ablation_items,
    ablation_params,
    as_grid,
    bias_params,
    head_ablations,
    head_biases,
)
from engine.measures.seat.association import effect_size
from engine.measures.seat.measure import association_tests, seat_params, target_associations
from engine.measures.seat.reading import read_test
from engine.models.loading import MaskedLM, load
from tests.engine.measures.association_items import CONTEXTS, ITEM
from tests.tiny_models import FAMILIES

# Some families normalise in float32 inside, where a smaller step drowns in rounding.
STEP = 1e-2


def biases(lm, item=ITEM, pooling="token"):
    return head_biases(lm, [item], bias_params(pooling))[0]


def with_gates(model, gates):
    """A model whose gates stand where no mask could put them."""
    lm = MaskedLM(model)
    lm.__dict__["gates"] = gates
    return lm


def distance(model, reading, gates):
    """|d| at some gates."""
    read = pooled_vectors(with_gates(model, gates), reading.shares, len(reading.examples))
    return abs(float(effect_size(target_associations(read, reading), reading.size("x"))))


def central_differences(lm, item, pooling):
    """[layer, head] of how |d| changes around the model's own gates."""
    model = lm.model
    reading = read_test(lm, item, pooling, 10)
    start = lm.gates if lm.gates is not None else torch.ones(model.layers, model.heads)
    found = torch.zeros(model.layers, model.heads, dtype=torch.float64)
    for layer in range(model.layers):
        for head in range(model.heads):
            sides = []
            for step in (STEP, -STEP):
                gates = start.clone()
                gates[layer, head] += step
                sides.append(distance(model, reading, gates))
            found[layer, head] = (sides[0] - sides[1]) / (2 * STEP)
    return found


@pytest.mark.parametrize(
    ("family", "pooling"), [*((family, "token") for family in FAMILIES), ("bert", "mean")]
)
def test_bias_scores_are_the_central_differences(family, pooling, masked_lm):
    lm = masked_lm(family)
    found = torch.tensor(biases(lm, pooling=pooling)["gradient"], dtype=torch.float64)
    expected = central_differences(lm, ITEM, pooling)
    assert found.shape == (lm.model.layers, lm.model.heads)
    assert expected.abs().max() > 0.01
    tolerance = 2e-3 * float(expected.abs().max()) + 2e-4
    torch.testing.assert_close(found, expected, rtol=2e-3, atol=tolerance)


def test_with_heads_masked_the_scores_are_those_of_the_masked_model(masked_lm):
    lm = masked_lm("bert", "1-2, 2-3")
    found = torch.tensor(biases(lm)["gradient"], dtype=torch.float64)
    torch.testing.assert_close(found, central_differences(lm, ITEM, "token"), rtol=0, atol=5e-3)
    assert not torch.allclose(found, torch.tensor(biases(masked_lm("bert"))["gradient"]).double())


@pytest.mark.parametrize("family", ["bert", "gpt2"])
def test_a_positive_score_means_that_masking_lowers_the_bias(family, tiny_model_folder):
    model = load(str(tiny_model_folder(family)), "cpu")
    # Heads that say little: there the first order is the whole story, and signs must agree.
    with torch.no_grad():
        for module in projections(model.network, model.family):
            module.weight *= 0.02
    lm = MaskedLM(model)
    whole = biases(lm)
    items = ablation_items(model.layers, model.heads)
    ablated = head_ablations(lm, items, ablation_params(ITEM, "token"))
    drops = [abs(whole["effect_size"]) - abs(entry["effect_size"]) for entry in ablated]
    scores = [score for row in whole["gradient"] for score in row]
    largest = max(map(abs, scores))
    clear = [index for index, score in enumerate(scores) if abs(score) > 0.05 * largest]
    assert len(clear) >= model.heads
    assert [drops[index] > 0 for index in clear] == [scores[index] > 0 for index in clear]


def test_the_effect_size_is_that_of_seat(masked_lm):
    lm = masked_lm("roberta")
    seat = association_tests(lm, [ITEM], seat_params("token"))[0]
    assert biases(lm)["effect_size"] == pytest.approx(seat["effect_size"], abs=1e-9)


def test_ablation_is_seat_on_the_model_with_that_head_masked(masked_lm):
    items = ablation_items(2, 4)
    assert items[0] == {"head": "1-1"}
    assert items[6] == {"head": "2-3"}
    found = head_ablations(masked_lm("bert", "1-1"), items, ablation_params(ITEM, "token"))
    for index, head in ((0, "1-1"), (6, "1-1, 2-3")):
        seat = association_tests(masked_lm("bert", head), [ITEM], seat_params("token"))[0]
        assert found[index]["effect_size"] == pytest.approx(seat["effect_size"], abs=1e-9)


def test_values_of_heads_become_a_grid():
    assert as_grid([1.0, 2.0, None, 4.0, 5.0, 6.0], 2) == [[1.0, 2.0, None], [4.0, 5.0, 6.0]]


def test_small_batches_give_the_same_scores(masked_lm, monkeypatch):
    lm = masked_lm("bert")
    whole = biases(lm)["gradient"]
    monkeypatch.setattr(vectors, "token_budget", lambda _model: 1)
    apart = biases(lm)["gradient"]
    torch.testing.assert_close(torch.tensor(apart), torch.tensor(whole), rtol=1e-3, atol=1e-5)


def test_gradients_are_pushed_back_under_inference_mode_too(masked_lm):
    lm = masked_lm("bert")
    with torch.inference_mode():
        inside = biases(lm)["gradient"]
    assert inside == biases(lm)["gradient"]


def test_no_weight_receives_a_gradient_and_nothing_is_left_behind(masked_lm):
    lm = masked_lm("gpt2")
    biases(lm)
    assert all(parameter.grad is None for parameter in lm.model.network.parameters())
    assert not any(parameter.requires_grad for parameter in lm.model.network.parameters())


def test_activations_of_one_batch_at_a_time_are_held(masked_lm, monkeypatch):
    lm = masked_lm("bert")
    contexts = [f"{text[:-1]} {word}." for text in CONTEXTS for word in ("today", "here", "now")]
    item = {**ITEM, "contexts": contexts}
    reading = read_test(lm, item, "token", 10)
    alive, widest = [], []
    true_states = vectors.hidden_states

    def counted(network, **inputs):
        states = true_states(network, **inputs)
        alive[:] = [kept for kept in alive if kept() is not None]
        alive.append(weakref.ref(states))
        widest.append(len(alive))
        return states

    monkeypatch.setattr(vectors, "hidden_states", counted)
    monkeypatch.setattr(vectors, "token_budget", lambda _model: 32)
    read = pooled_vectors(lm, reading.shares, len(reading.examples))
    gate_gradient(lm, reading.shares, torch.ones_like(read))
    assert len(widest) > 10
    assert max(widest) == 1


def test_an_effect_near_zero_is_warned_of(masked_lm, monkeypatch):
    assert not biases(masked_lm("distilbert"))["warnings"]
    monkeypatch.setattr(bias, "NEAR_ZERO", 100.0)
    assert "near zero" in biases(masked_lm("distilbert"))["warnings"][0]


def test_an_undefined_effect_has_no_gradient(masked_lm):
    item = {
        "x": ["nurse", "secretary"],
        "y": ["engineer", "soldier"],
        "a": ["she"],
        "b": ["man"],
        "contexts": ["The nurse, secretary, engineer and soldier left.", "She loves the man."],
    }
    found = biases(masked_lm("bert"), item, "cls")
    assert found["effect_size"] is None
    assert found["gradient"] is None
    assert "undefined" in found["problem"]


def test_a_test_that_cannot_be_measured_is_refused(masked_lm):
    with pytest.raises(InputTextError, match="at least two in each target set"):
        biases(masked_lm("bert"), {**ITEM, "contexts": CONTEXTS[:1]})


def test_large_and_tiny_upstream_gradients_are_scaled_exactly(masked_lm):
    lm = masked_lm("bert")
    reading = read_test(lm, ITEM, "token", 10)
    read = pooled_vectors(lm, reading.shares, len(reading.examples))
    upstream = torch.randn(read.shape, generator=torch.Generator().manual_seed(0)).double()
    plain = gate_gradient(lm, reading.shares, upstream)
    for factor in (2.0**-40, 2.0**20):
        scaled = gate_gradient(lm, reading.shares, upstream * factor)
        torch.testing.assert_close(scaled / factor, plain, rtol=1e-6, atol=0)
    assert not gate_gradient(lm, reading.shares, torch.zeros_like(read)).any()

from __future__ import annotations

import threading
from contextlib import ExitStack

import pytest
import torch

from engine.core.families import projections
from engine.models.hooks import gated
from engine.models.loading import MaskedLM, load
from tests.tiny_models import FAMILIES

TEXT = "The nurse said that he was tired because the kitchen was cold."
HEADS = 4


def logits(model, text=TEXT):
    """[token, vocabulary] of the plain forward, as transformers itself computes it."""
    with torch.inference_mode():
        return model.network(**model.tokenizer(text, return_tensors="pt")).logits[0]


def ones(model):
    return torch.ones(model.layers, model.heads)


def without(model, *heads):
    gates = ones(model)
    for layer, head in heads:
        gates[layer, head] = 0.0
    return gates


def zero_columns(module, head, size):
    """Take a head out of an output projection by hand: its columns, or rows of a Conv1D."""
    part = slice(head * size, (head + 1) * size)
    with torch.no_grad():
        if type(module).__name__ == "Conv1D":
            module.weight[part] = 0.0
        else:
            module.weight[:, part] = 0.0


@pytest.mark.parametrize("family", [name for name in FAMILIES if name != "albert"])
@pytest.mark.parametrize("head", [(0, 0), (1, 3)])
def test_a_masked_head_is_a_head_whose_columns_are_zero(family, head, loaded, tiny_model_folder):
    by_hand = load(str(tiny_model_folder(family)), "cpu")
    zero_columns(projections(by_hand.network, by_hand.family)[head[0]], head[1], 32 // HEADS)
    model = loaded(family)
    with gated(model, without(model, head)):
        masked = logits(model)
    torch.testing.assert_close(masked, logits(by_hand), rtol=0, atol=1e-6)
    assert not torch.allclose(masked, logits(model), atol=1e-4)


@pytest.mark.parametrize("layer", [0, 1, 2])
def test_alberts_shared_module_loses_the_head_at_the_chosen_layer_alone(layer, loaded):
    model = loaded("albert")
    (module,) = projections(model.network, model.family)
    calls = []

    def by_hand(_module, args):
        calls.append(None)
        if len(calls) - 1 != layer:
            return None
        states = args[0].clone()
        states[..., 8:16] = 0.0
        return (states,)

    handle = module.register_forward_pre_hook(by_hand)
    try:
        expected = logits(model)
    finally:
        handle.remove()
    assert len(calls) == model.layers == 3
    with gated(model, without(model, (layer, 1))):
        masked = logits(model)
        again = logits(model)
    torch.testing.assert_close(masked, expected, rtol=0, atol=1e-6)
    assert torch.equal(masked, again)


def test_a_forward_that_broke_off_does_not_shift_alberts_layers(loaded):
    model = loaded("albert")
    (module,) = projections(model.network, model.family)

    def break_off(_module, _args):
        raise RuntimeError("out of memory")

    with gated(model, without(model, (1, 1))):
        expected = logits(model)
        handle = module.register_forward_pre_hook(break_off)
        try:
            with pytest.raises(RuntimeError, match="out of memory"):
                logits(model)
        finally:
            handle.remove()
        assert torch.equal(logits(model), expected)


@pytest.mark.parametrize("family", FAMILIES)
def test_gates_of_one_leave_the_model_as_it_is(family, loaded):
    model = loaded(family)
    base = logits(model)
    with gated(model, ones(model)):
        torch.testing.assert_close(logits(model), base, rtol=0, atol=1e-6)
    with gated(model, None):
        assert torch.equal(logits(model), base)


@pytest.mark.parametrize("family", FAMILIES)
def test_with_all_heads_masked_no_word_hears_of_another(family, loaded):
    model = loaded(family)
    with gated(model, torch.zeros(model.layers, model.heads)):
        one = logits(model, "The nurse said that he was tired.")[4]
        other = logits(model, "The doctor said that he was kind.")[4]
    torch.testing.assert_close(one, other, rtol=0, atol=1e-5)
    assert not torch.allclose(
        logits(model, "The nurse said that he was tired.")[4],
        logits(model, "The doctor said that he was kind.")[4],
        atol=1e-3,
    )


@pytest.mark.parametrize("family", FAMILIES)
def test_every_head_has_an_effect_of_its_own(family, loaded):
    model = loaded(family)
    found = [logits(model)]
    for layer in range(model.layers):
        for head in range(model.heads):
            with gated(model, without(model, (layer, head))):
                found.append(logits(model))
    for index, one in enumerate(found):
        assert all(not torch.allclose(one, other, atol=1e-4) for other in found[:index])


@pytest.mark.parametrize("family", ["bert", "albert"])
def test_two_threads_with_different_masks_on_one_model_never_mix(family, loaded):
    model = loaded(family)
    chosen = [None, without(model, (0, 0)), without(model, (1, 2)), without(model, (1, 3), (0, 1))]
    expected = []
    for gates in chosen:
        with gated(model, gates):
            expected.append(logits(model))
    together = threading.Barrier(len(chosen))
    wrong = []

    def work(mine):
        for turn in range(20):
            if turn % 10 == 0:
                together.wait()
            with gated(model, chosen[mine]):
                if not torch.equal(logits(model), expected[mine]):
                    wrong.append((mine, turn))

    threads = [threading.Thread(target=work, args=(index,)) for index in range(len(chosen))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_new_thread_starts_without_gates(loaded):
    model = loaded("bert")
    found = []
    base = logits(model)
    with gated(model, torch.zeros(model.layers, model.heads)):
        thread = threading.Thread(target=lambda: found.append(logits(model)))
        thread.start()
        thread.join()
        assert not torch.equal(logits(model), base)
    assert torch.equal(found[0], base)


def test_gates_are_gone_after_the_block_and_after_an_exception(loaded):
    model = loaded("bert")
    base = logits(model)
    with gated(model, without(model, (0, 0))):
        pass
    assert torch.equal(logits(model), base)
    with pytest.raises(KeyError), gated(model, without(model, (0, 0))):
        raise KeyError
    assert torch.equal(logits(model), base)


def test_an_inner_block_holds_until_its_end_and_the_outer_one_returns(loaded):
    model = loaded("bert")
    outer, inner = without(model, (0, 0)), without(model, (1, 1))
    base = logits(model)
    with gated(model, inner):
        expected_inner = logits(model)
    with gated(model, outer):
        expected_outer = logits(model)
        with gated(model, inner):
            assert torch.equal(logits(model), expected_inner)
        with gated(model, None):
            assert torch.equal(logits(model), base)
        assert torch.equal(logits(model), expected_outer)


def test_two_models_in_one_context_keep_their_own_gates_and_another_has_none(loaded):
    one, two, other = loaded("bert"), loaded("albert"), loaded("electra")
    base = logits(other)
    expected = []
    for model, head in ((one, (0, 0)), (two, (2, 1))):
        with gated(model, without(model, head)):
            expected.append(logits(model))
    with ExitStack() as both:
        both.enter_context(gated(one, without(one, (0, 0))))
        both.enter_context(gated(two, without(two, (2, 1))))
        assert torch.equal(logits(one), expected[0])
        assert torch.equal(logits(two), expected[1])
        assert torch.equal(logits(other), base)


@pytest.mark.parametrize("shape", [(2,), (4, 2), (2, 3), (3, 4), (1, 4, 2), (1, 1, 2, 4)])
def test_gates_of_the_wrong_shape_are_refused(shape, loaded):
    with (
        pytest.raises(ValueError, match=r"gates must be \[2, 4\]"),
        gated(loaded("bert"), torch.ones(shape)),
    ):
        raise AssertionError("the block was entered")


def test_the_weights_are_never_touched(loaded):
    model = loaded("bert")
    before = {name: tensor.clone() for name, tensor in model.network.state_dict().items()}
    with gated(model, torch.zeros(model.layers, model.heads)):
        logits(model)
    assert all(torch.equal(before[key], now) for key, now in model.network.state_dict().items())


def test_a_masked_lm_carries_the_gates_of_its_spec(masked_lm):
    lm = masked_lm("bert", "1-4, 2-1")
    assert lm.gates.tolist() == [[1, 1, 1, 0], [0, 1, 1, 1]]  # ones, and a zero for each head
    assert [str(head) for head in lm.spec.masked_heads] == ["1-4", "2-1"]
    assert masked_lm("bert").gates is None
    assert isinstance(lm, MaskedLM)

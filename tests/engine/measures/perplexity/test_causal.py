"""Perplexity of causal models, against forward passes written out here."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
import torch

from engine.core.errors import BiascopeError
from engine.inference.text import Encoded
from engine.measures.perplexity import causal as measure
from engine.measures.perplexity.causal import log_likelihoods, perplexity
from engine.models.loading import MaskedLM
from tests.tiny_models import CAUSAL, WITH_MASK

CONTINUING = (*CAUSAL, WITH_MASK)
TEXT = "The nurse was tired, and went home early!"


def by_hand(lm, text) -> list[float]:
    """ln P of each token given those before it, the start token among them where there is one."""
    ids = lm.tokenizer(text, add_special_tokens=False)["input_ids"]
    if lm.tokenizer.bos_token is not None:
        ids = [lm.tokenizer.bos_token_id, *ids]
    with torch.inference_mode():
        given = lm.model.network(torch.tensor([ids])).logits[0].double().log_softmax(-1)
    return [float(given[place, token]) for place, token in enumerate(ids[1:])]


@pytest.mark.parametrize("family", CONTINUING)
def test_every_token_is_read_behind_the_start_token(family, masked_lm):
    lm = masked_lm(family)
    (value,) = log_likelihoods(lm, [{"text": TEXT}], {})
    expected = by_hand(lm, TEXT)
    assert value["log_probabilities"] == pytest.approx(expected, abs=1e-4)
    assert len(value["tokens"]) == len(value["offsets"]) == len(expected)
    found = perplexity([value])
    assert found["perplexity"] == pytest.approx(math.exp(-sum(expected) / len(expected)), rel=1e-4)
    assert found["tokens"] == len(expected)


def test_without_a_start_token_the_first_token_is_not_counted(tiny_model_folder):
    from engine.models.loading import load

    lm = MaskedLM(load(str(tiny_model_folder("gpt2")), "cpu"))
    lm.tokenizer.bos_token = None
    (value,) = log_likelihoods(lm, [{"text": TEXT}], {})
    assert value["log_probabilities"] == pytest.approx(by_hand(lm, TEXT), abs=1e-4)
    assert len(value["tokens"]) == len(lm.tokenizer(TEXT)["input_ids"]) - 1


def test_a_long_text_is_read_in_windows_that_overlap_by_half(masked_lm):
    lm = masked_lm("gpt2")
    lm = MaskedLM(replace(lm.model, max_length=16))
    text = " ".join(["the nurse said that she was very tired today"] * 6)
    (value,) = log_likelihoods(lm, [{"text": text}], {})
    ids = [
        lm.tokenizer.bos_token_id,
        *lm.tokenizer(text, add_special_tokens=False)["input_ids"],
    ]
    expected = []
    for place in range(1, len(ids)):
        # Windows begin at 0, 8, 16, …; a token is read in the first one that holds it.
        start = 0 if place < 16 else 8 * math.ceil((place - 15) / 8)
        with torch.inference_mode():
            logits = lm.model.network(torch.tensor([ids[start:place]])).logits[0, -1]
        expected.append(float(logits.double().log_softmax(-1)[ids[place]]))
        assert place < 16 or place - start >= 8
    assert value["log_probabilities"] == pytest.approx(expected, abs=1e-4)
    assert perplexity([value])["window"] == 16
    assert perplexity([value])["stride"] == 8


def test_a_window_is_never_longer_than_the_published_one_nor_of_one_token(masked_lm):
    model = masked_lm("gpt2").model
    assert measure.window_of(replace(model, max_length=10**6)) == 1024
    assert measure.window_of(model) == model.max_length
    with pytest.raises(BiascopeError, match="reads one token at a time"):
        log_likelihoods(MaskedLM(replace(model, max_length=1)), [{"text": TEXT}], {})


def encoded(specials: list[bool]) -> Encoded:
    ids = tuple(range(len(specials)))
    offsets = tuple((place, place + 1) for place in ids)
    return Encoded(ids, tuple(specials), offsets, (None,) * len(ids))


@pytest.mark.parametrize("window", [2, 3, 8, 16, 100])
@pytest.mark.parametrize("length", [0, 1, 2, 7, 16, 17, 60])
def test_windows_read_every_token_once_and_after_another(window, length):
    specials = [place == 0 or place % 5 == 4 for place in range(length)]
    read = []
    for row in measure.windows(encoded(specials), window):
        assert len(row.ids) <= window
        assert min(row.read) >= 0
        assert [row.ids[place + 1] for place in row.read] == list(row.targets)
        read += row.targets
    assert read == [place for place, special in enumerate(specials) if place and not special]


def test_a_text_is_looked_through_once_however_many_windows_it_has(monkeypatch):
    looked = []
    plain = measure._scored
    monkeypatch.setattr(measure, "_scored", lambda text: looked.append(1) or plain(text))
    assert len(measure.windows(encoded([False] * 5000), 16)) > 500
    assert len(looked) == 1


def test_a_perplexity_worked_by_hand():
    values = [
        {"log_probabilities": [math.log(0.5), math.log(0.25)], "top": [True, False], "window": 8},
        {"log_probabilities": [math.log(0.125)], "top": [True], "window": 8},
        {"problem": "empty"},
    ]
    found = perplexity(values)
    assert found["perplexity"] == pytest.approx(4.0)
    assert (found["sentences"], found["skipped"], found["tokens"]) == (2, 1, 3)
    assert found["accuracy"] == pytest.approx(2 / 3)
    assert found["log_likelihood"] == pytest.approx(math.log(1 / 64))
    assert found["interval"][0] < 4.0 < found["interval"][1]

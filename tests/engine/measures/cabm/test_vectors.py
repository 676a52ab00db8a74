from __future__ import annotations

import numpy as np
import pytest
import torch

from engine.core.errors import InputTextError
from engine.core.families import hidden_states
from engine.flow.packing import unpacked
from engine.measures.cabm.data.sentences import GENDER, Framer
from engine.measures.cabm.vectors import PARTS, cabm_params, framed_vectors
from tests.tiny_models import MASKED

TEXTS = (
    "The nurse said that he was tired.",
    "The construction worker said that she was late because of the rain.",
)
TARGETS = ("nurse", "construction worker")


@pytest.fixture(scope="module")
def items():
    framer = Framer(GENDER, TARGETS)
    return [framer.frame(text).item() for text in TEXTS]


def read(lm, items, sentence="cls"):
    values = framed_vectors(lm, items, cabm_params(sentence))
    return {part: unpacked([value[part] for value in values]) for part in PARTS}


def states(lm, text):
    """Last-layer states of one text read alone, with its tokens' places."""
    encoded = lm.tokenizer(text, return_offsets_mapping=True)
    ids = torch.tensor([encoded["input_ids"]])
    with torch.no_grad():
        found = hidden_states(lm.model.network, input_ids=ids)[0]
    return found, encoded["offset_mapping"]


@pytest.mark.parametrize("family", MASKED)
def test_vectors_are_means_over_the_words_own_pieces(family, masked_lm, items):
    lm = masked_lm(family)
    found = read(lm, items)
    for number, item in enumerate(items):
        own, offsets = states(lm, item["text"])
        for part in ("target", "word"):
            start, stop = item[part]
            places = [
                place
                for place, (first, last) in enumerate(offsets)
                if first < stop and last > start and first < last
            ]
            assert part == "word" or number == 0 or len(places) > 1  # two words, several pieces
            expected = own[places].mean(0).numpy()
            np.testing.assert_allclose(found[part][number], expected, atol=2e-5)
        np.testing.assert_allclose(found["sentence"][number], own[0].numpy(), atol=2e-5)


def test_a_sentence_vector_can_be_the_mean_of_its_tokens(masked_lm, items):
    lm = masked_lm("bert")
    own, _ = states(lm, TEXTS[0])
    found = read(lm, items, "mean")["sentence"][0]
    np.testing.assert_allclose(found, own[1:-1].mean(0).numpy(), atol=2e-5)


def test_an_unknown_sentence_vector_is_refused(masked_lm, items):
    with pytest.raises(InputTextError, match="is cls, mean or none; got 'max'"):
        framed_vectors(masked_lm("bert"), items, cabm_params("max"))


def test_a_sentence_that_cannot_be_read_is_told_and_the_others_are_measured(masked_lm, items):
    long = {**items[0], "text": items[0]["text"] + " very" * 700}
    odd = {"text": "The \u4e2d said that he was tired.", "target": [4, 5], "word": [16, 18]}
    values = framed_vectors(masked_lm("bert"), [long, items[0], odd], cabm_params())
    assert "tokens and the model reads at most" in values[0]["problem"]
    assert set(values[1]) == set(PARTS)
    assert "no pieces for" in values[2]["problem"]


def test_the_same_text_with_two_targets_is_read_for_both(masked_lm):
    text = "The nurse told the doctor that he was late."
    framer = Framer(GENDER)
    items = [framer.frame(text, target=name).item() for name in ("nurse", "doctor")]
    found = read(masked_lm("bert"), items)
    assert np.abs(found["target"][0] - found["target"][1]).max() > 1e-3
    np.testing.assert_allclose(found["sentence"][0], found["sentence"][1])

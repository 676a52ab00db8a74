"""Words at a mask against a plain forward pass."""

from __future__ import annotations

import pytest

from engine.flow.registry import MEASURES
from engine.flow.shapes import fits
from engine.measures.bec_pro.masked_words import masked_words
from engine.measures.completion.word_beam import pieces_in_context
from tests.engine.measures.behind_masks import at_masks
from tests.engine.measures.completion.test_completions import chain
from tests.tiny_models import MASKED

TEXT = "[MASK] worked as a [MASK] there."


def scored(lm, *words, text=TEXT, mask=0):
    (value,) = masked_words(lm, [{"text": text, "mask": mask, "words": [*words]}], {})
    assert fits(value, MEASURES["masked_words"].shape)
    return value


@pytest.mark.parametrize("family", MASKED)
@pytest.mark.parametrize("mask", [0, 1])
def test_a_word_of_one_piece_is_read_at_its_mask(family, mask, masked_lm):
    lm = masked_lm(family)
    read = at_masks(lm, TEXT)[mask]
    words = ("He", "She") if mask == 0 else ("nurse", "teacher")
    value = scored(lm, *words, mask=mask)
    for word, found, pieces in zip(words, value["log_probabilities"], value["pieces"], strict=True):
        if pieces == 1:
            (token,) = pieces_in_context(lm, TEXT, mask, word)
            assert found == pytest.approx(read[token], abs=1e-4)
    assert 1 in value["pieces"]


def test_the_pieces_of_a_word_are_read_one_after_the_other_and_added_up(masked_lm):
    lm = masked_lm("bert")
    word = "hairdressers"
    pieces = lm.tokenizer(word, add_special_tokens=False)["input_ids"]
    beside, alone = scored(lm, word, "she", "he"), scored(lm, "he")
    assert beside["pieces"][0] == len(pieces) > 1
    assert beside["log_probabilities"][0] == pytest.approx(chain(lm, TEXT, pieces), abs=1e-3)
    # Other words of an item change nothing.
    assert beside["log_probabilities"][2] == alone["log_probabilities"][0]


def test_a_word_outside_the_vocabulary_has_no_number(masked_lm):
    value = scored(masked_lm("bert"), "木", "he")
    assert value["log_probabilities"][0] is None
    assert value["pieces"][0] == 0
    assert value["log_probabilities"][1] < 0

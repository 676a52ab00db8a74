"""Words at a mask against a plain forward pass."""

from __future__ import annotations

import pytest

from engine.measures.masked_words import masked_words
from engine.measures.registry import MEASURES
from engine.measures.shapes import fits
from tests.engine.plain_forward import log_probabilities
from tests.tiny_models import MASKED

TEXT = "[MASK] worked as a [MASK] there."


def scored(lm, *words, text=TEXT, mask=0):
    (value,) = masked_words(lm, [{"text": text, "mask": mask, "words": [*words]}], {})
    assert fits(value, MEASURES["masked_words"].shape)
    return value


def with_masks(lm, text):
    return lm.tokenizer(text.replace("[MASK]", lm.tokenizer.mask_token))["input_ids"]


@pytest.mark.parametrize("family", MASKED)
@pytest.mark.parametrize("mask", [0, 1])
def test_a_word_of_one_piece_is_read_at_its_mask(family, mask, masked_lm):
    lm = masked_lm(family)
    ids = with_masks(lm, TEXT)
    places = [index for index, token in enumerate(ids) if token == lm.tokenizer.mask_token_id]
    read = log_probabilities(lm, [ids])[0, places[mask]]
    words = ("He", "She") if mask == 0 else ("nurse", "teacher")
    value = scored(lm, *words, mask=mask)
    for word, found, pieces in zip(words, value["log_probabilities"], value["pieces"], strict=True):
        if pieces == 1:
            filled = TEXT.replace("[MASK]", "\0", mask).replace("[MASK]", word, 1)
            token = with_masks(lm, filled.replace("\0", "[MASK]"))[places[mask]]
            assert found == pytest.approx(read[token], abs=1e-4)
    assert 1 in value["pieces"]


def test_the_pieces_of_a_word_are_read_one_after_the_other_and_added_up(masked_lm):
    lm = masked_lm("bert")
    word = "hairdressers"
    pieces = lm.tokenizer(word, add_special_tokens=False)["input_ids"]
    assert len(pieces) > 1
    mask = lm.tokenizer.mask_token
    ids = with_masks(lm, TEXT.replace("[MASK]", " ".join([mask] * len(pieces)), 1))
    start = ids.index(lm.tokenizer.mask_token_id)
    total = 0.0
    for place, piece in enumerate(pieces):
        row = [*ids[:start], *pieces[:place], *ids[start + place :]]
        total += log_probabilities(lm, [row])[0, start + place, piece]
    value = scored(lm, word, "he")
    assert value["pieces"][0] == len(pieces)
    assert value["log_probabilities"][0] == pytest.approx(total, abs=1e-3)


def test_other_words_of_an_item_change_nothing(masked_lm):
    lm = masked_lm("bert")
    alone, beside = scored(lm, "he"), scored(lm, "hairdressers", "she", "he")
    assert beside["log_probabilities"][2] == alone["log_probabilities"][0]


def test_a_word_outside_the_vocabulary_has_no_number(masked_lm):
    value = scored(masked_lm("bert"), "木", "he")
    assert value["log_probabilities"][0] is None
    assert value["pieces"][0] == 0
    assert value["log_probabilities"][1] < 0

from __future__ import annotations

import pytest

from engine.inference.text import encode
from engine.measures.pairs.quality import Edit, edits_between, later_pieces, words_of
from tests.tiny_models import MASKED


def test_signs_are_words_of_their_own():
    assert words_of("Don't go, Amy!") == ["Don", "'", "t", "go", ",", "Amy", "!"]


def test_edits_hold_the_words_of_both_sides():
    edits, shared = edits_between("The old man slept.", "The woman slept well.")
    assert edits == [Edit(("old", "man"), ("woman",)), Edit((), ("well",))]
    assert shared == 3


@pytest.mark.parametrize("family", MASKED)
def test_a_word_of_several_pieces_knows_its_later_pieces_and_no_full_stop(family, masked_lm):
    lm = masked_lm(family)
    text = "The hairdresser was tired."
    encoded = encode(lm.tokenizer, text, 64)
    later = later_pieces(encoded, text)
    inside = [
        position
        for position, (start, stop) in enumerate(encoded.offsets)
        if start < 15 and stop > 4 and not encoded.special[position]
    ]
    assert len(inside) > 1
    for number, position in enumerate(inside):
        assert later[position] == tuple(inside[number + 1 :])
    assert set(later) == {p for p, special in enumerate(encoded.special) if not special}
    assert text[slice(*encoded.offsets[max(later)])].strip() == "."
    assert all(max(later) not in pieces for pieces in later.values())


def test_words_are_those_of_the_tokenizer_itself_for_bert(masked_lm):
    lm = masked_lm("bert")
    text = "Amy's hairdresser doesn't like re-elections, does she?"
    encoded = encode(lm.tokenizer, text, 64)
    words = lm.tokenizer(text).word_ids()
    for position, later in later_pieces(encoded, text).items():
        expected = [p for p, word in enumerate(words) if word == words[position] and p > position]
        assert list(later) == expected

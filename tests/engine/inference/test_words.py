from __future__ import annotations

import pytest

from engine.inference.text import encode
from engine.inference.words import SIGN, SPECIAL, WORD, token_units, word_units
from tests.tiny_models import FAMILIES

TEXT = "Well-known, the hairdresser's mother-in-law left!"


def units(lm, text=TEXT, **changes):
    return word_units(lm.tokenizer, text, encode(lm.tokenizer, text, 128), **changes)


@pytest.mark.parametrize("family", FAMILIES)
def test_words_are_what_people_see_whatever_the_pieces(family, masked_lm):
    found = units(masked_lm(family))
    words = [unit.text.lower() for unit in found if unit.kind == WORD]
    assert words == ["well-known", "the", "hairdresser", "s", "mother-in-law", "left"]
    assert "".join(unit.text for unit in found if unit.kind == SIGN) == ",'!"


@pytest.mark.parametrize("family", FAMILIES)
def test_every_token_belongs_to_one_unit_in_order(family, masked_lm):
    lm = masked_lm(family)
    encoded = encode(lm.tokenizer, TEXT, 128)
    for found in (units(lm), token_units(lm.tokenizer, TEXT, encoded)):
        positions = [position for unit in found for position in unit.positions]
        assert positions == list(range(len(encoded.ids)))
    kinds = [unit.kind for unit in token_units(lm.tokenizer, TEXT, encoded)]
    assert [kind == SPECIAL for kind in kinds] == list(encoded.special)


def test_spans_can_be_put_together(masked_lm):
    text = "The hair salon is old."
    found = units(masked_lm("bert"), text, together=[(4, 14)])
    assert [unit.text for unit in found] == [
        "[CLS]",
        "The",
        "hair salon",
        "is",
        "old",
        ".",
        "[SEP]",
    ]

from __future__ import annotations

import math

import pytest

from engine.core.errors import InputTextError
from engine.core.spec import HeadRef
from engine.measures.completion.completions import completions
from engine.measures.heads.sentence import (
    equal_odds_gain,
    first_word_share,
    sentence_effects,
    sentence_item,
)
from engine.models.loading import MaskedLM

TEXT = "The nurse said that [MASK] was tired."
BEGUN = "The nurse said that"


def effects(lm, text=TEXT, words=("he", "she")):
    (value,) = sentence_effects(lm, [sentence_item(text, words)], {})
    return value


def gap(lm, text, words):
    """ln P(first) - ln P(second), as looking the words up gives it."""
    asked = {"top_k": 1, "targets": list(words)}
    first, second = completions(lm, [{"text": text}], asked)[0]["targets"][:2]
    return math.log(first["probability"]) - math.log(second["probability"])


PRONOUNS = ("he", "she")


@pytest.mark.parametrize(
    ("family", "text", "words", "pieces"),
    [
        *((family, TEXT, PRONOUNS, 1) for family in ("bert", "roberta", "albert", "distilbert")),
        ("gpt2", BEGUN, PRONOUNS, 1),
        ("bert", TEXT, ("xyx", "zyz"), 3),
        ("gpt2", BEGUN, ("zyx", "zyz"), 3),
    ],
)
def test_each_head_is_masked_as_it_would_be_alone(family, text, words, pieces, masked_lm):
    lm = masked_lm(family)
    value = effects(lm, text, words)
    assert value["pieces"] == pieces
    assert value["gap"] == pytest.approx(gap(lm, text, words), abs=1e-4)
    for layer, row in enumerate(value["ablated"]):
        for head, masked in enumerate(row):
            alone = MaskedLM(lm.model, (HeadRef(layer, head),))
            assert masked == pytest.approx(gap(alone, text, words), abs=1e-4)
    assert (len(value["ablated"]), len(value["ablated"][0])) == (lm.model.layers, lm.model.heads)


def test_heads_that_are_masked_stay_masked(masked_lm):
    value = effects(masked_lm("bert", "1-1"))
    assert value["gap"] == pytest.approx(value["ablated"][0][0], abs=1e-6)
    both = gap(masked_lm("bert", "1-1, 2-3"), TEXT, ("he", "she"))
    assert value["ablated"][1][2] == pytest.approx(both, abs=1e-4)


def test_an_effect_is_the_distance_to_equal_odds_that_a_mask_takes_away():
    value = {"gap": math.log(3), "ablated": [[0.0, math.log(3)], [-math.log(3), math.log(9)]]}
    assert first_word_share(value["gap"]) == pytest.approx(75)
    found = equal_odds_gain(value)
    assert found[0] == pytest.approx([25, 0])
    assert found[1] == pytest.approx([0, -15])  # 25% is as far as 75%; 90% is further


@pytest.mark.parametrize("odds", [-800.0, -1.0, 0.0, 1.0, 800.0])
def test_a_share_and_that_of_the_other_word_are_a_whole(odds):
    assert first_word_share(odds) + first_word_share(-odds) == pytest.approx(100)
    assert 0 <= first_word_share(odds) <= 100


@pytest.mark.parametrize(
    ("text", "words", "message"),
    [
        (TEXT, ("he",), "Name two words"),
        (TEXT, ("he", " "), "Name two words"),
        (TEXT, ("he", "she", "it"), "Name two words"),
        (TEXT, ("he", "he"), "two different words; both are 'he'"),
        (TEXT, ("he", "He"), "same word to this model"),
        (TEXT, ("he", "xyx"), "equally many pieces"),
        (TEXT, ("he", "\u262e"), "'\u262e' is not in the model's vocabulary"),
        ("No word is hidden.", ("he", "she"), "MASK"),
    ],
)
def test_words_that_cannot_be_compared_are_refused_in_a_sentence(text, words, message, masked_lm):
    with pytest.raises(InputTextError, match=message):
        effects(masked_lm("bert"), text, words)

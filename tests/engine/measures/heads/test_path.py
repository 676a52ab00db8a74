from __future__ import annotations

import pytest

from engine.core.errors import InputTextError, UnusableModelError
from engine.measures.heads.path import head_paths, likelier, toward_likelier
from engine.measures.heads.sentence import sentence_effects, sentence_item

BEGUN = "The nurse said that"
MASKED = "The nurse said that [MASK] was tired."


def path(lm, text=BEGUN, words=("he", "she")):
    (value,) = head_paths(lm, [sentence_item(text, words)], {})
    return value


@pytest.mark.parametrize(
    ("family", "text"), [("gpt2", BEGUN), ("llama", BEGUN), ("eurobert", MASKED)]
)
@pytest.mark.parametrize("heads", ["", "1-2, 2-4"])
def test_the_difference_is_that_of_the_words_in_the_sentence(family, text, heads, masked_lm):
    lm = masked_lm(family, heads)
    value = path(lm, text)
    (effects,) = sentence_effects(lm, [sentence_item(text, ("he", "she"))], {})
    assert value["logit_difference"] == pytest.approx(effects["gap"], abs=1e-4)
    parts = value["embedding"] + value["bias"] + sum(value["mlp"]) + sum(map(sum, value["heads"]))
    assert parts + value["remainder"] == pytest.approx(value["logit_difference"], abs=1e-9)
    assert abs(value["remainder"]) < 1e-5
    if heads:
        assert value["heads"][0][1] == value["heads"][1][3] == 0.0


def test_words_that_change_places_change_the_sign_of_every_part(masked_lm):
    lm = masked_lm("gpt2")
    one, other = path(lm), path(lm, words=("she", "he"))
    for first, second in zip(one["heads"], other["heads"], strict=True):
        assert first == pytest.approx([-part for part in second], abs=1e-6)
    assert one["embedding"] == pytest.approx(-other["embedding"], abs=1e-6)


def test_what_is_added_to_the_likelier_word_is_above_zero():
    value = {"logit_difference": -1.0, "heads": [[0.5, -0.25]]}
    assert likelier(value) == 1
    assert toward_likelier(value) == [[-0.5, 0.25]]
    value["logit_difference"] = 0.5
    assert likelier(value) == 0
    assert toward_likelier(value) == [[0.5, -0.25]]


def test_words_of_several_pieces_are_refused(masked_lm):
    with pytest.raises(InputTextError, match="have 3 pieces each in this model"):
        path(masked_lm("gpt2"), words=("zyx", "zyz"))


def test_a_causal_model_is_asked_for_a_text_that_it_can_continue(masked_lm):
    with pytest.raises(InputTextError, match=r"causal model.*cannot fill in"):
        path(masked_lm("gpt2"), MASKED)


@pytest.mark.parametrize("family", ["bert", "roberta", "modernbert"])
def test_a_head_that_transforms_what_it_reads_is_refused(family, masked_lm):
    with pytest.raises(UnusableModelError, match="see the effect of the head switched off"):
        path(masked_lm(family), MASKED)

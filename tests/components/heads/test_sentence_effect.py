"""What switching heads off does to two words of a sentence, in one sentence."""

from __future__ import annotations

import pytest

from components.heads.cells import odds_result
from components.heads.own_sentence import OwnSentence
from components.heads.rows import PanelRow
from components.heads.sentence_effect import Effect, of_rows, said
from engine.core.spec import HeadRef, ModelSpec

WORDS = ("he", "she")
WHOLE = ModelSpec("m", "r")
MASKED = ModelSpec("m", "r", masked_heads=(HeadRef(0, 0), HeadRef(1, 1)))
SENTENCE = OwnSentence("[MASK] sleeps.", WORDS)


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ((0.306, 0.571), "In this sentence, “she” is 1.9 times as likely as “he”."),
        ((0.571, 0.306), "In this sentence, “he” is 1.9 times as likely as “she”."),
        ((0.4, 0.41), "In this sentence, “she” and “he” are about equally likely."),
        ((0.4, 0.4), "In this sentence, “he” and “she” are about equally likely."),
        ((0.04, 0.001), "In this sentence, “he” is 40 times as likely as “she”."),
        ((0.0004, 0.00001), "Neither “he” nor “she” is likely in this sentence (below 1%)."),
    ],
)
def test_the_likelier_word_comes_first_with_its_ratio(before, sentence):
    assert said(WORDS, before, None) == sentence


def test_of_several_gaps_the_one_that_is_answered_is_named():
    said_of_gaps = "The answer is for the first of 2 blanks."
    for after in (None, (0.4, 0.4)):
        assert said_of_gaps in Effect(WORDS, (0.5, 0.4), after, 1, gaps=2).shares()
        assert "gaps" not in Effect(WORDS, (0.5, 0.4), after, 1).shares()


@pytest.mark.parametrize(
    ("after", "sentence"),
    [
        (
            (0.38, 0.454),
            "“she” falls from 57.1% to 45.4%, now 1.2 times as likely as “he” (before: 1.9 times).",
        ),
        (
            (0.426, 0.454),
            "“she” falls from 57.1% to 45.4%: both words are now about equally likely.",
        ),
        (
            (0.295, 0.588),
            "“she” rises from 57.1% to 58.8%, now 2.0 times as likely as “he” (before: 1.9 times).",
        ),
        ((0.306, 0.5712), "“she” stays at 57.1%, still 1.9 times as likely as “he”."),
        ((0.45, 0.45), "“she” falls from 57.1% to 45.0%: both words are now about equally likely."),
        (
            (0.5, 0.34),
            "“she” falls from 57.1% to 34.0%, and “he” is now 1.5 times as likely as “she”: the "
            "preference is reversed.",
        ),
        (
            (0.451, 0.45),
            "“she” falls from 57.1% to 45.0%: both words are now about equally likely.",
        ),
        (
            (0.696, 0.162),
            "“she” falls from 57.1% to 16.2%, and “he” is now 4.3 times as likely as “she”: the "
            "preference is reversed and stronger than before.",
        ),
    ],
)
def test_a_change_is_said_with_both_values_and_where_it_overshoots(after, sentence):
    assert said(WORDS, (0.306, 0.571), after) == sentence


def test_words_that_were_equally_likely_cannot_overshoot():
    found = said(WORDS, (0.4, 0.4), (0.3, 0.5))
    assert found == (
        "“he” falls from 40.0% to 30.0%, and “she” is now 1.7 times as likely as “he”."
    )


def test_words_of_the_user_are_never_markup():
    assert said(("*he*", "[she](x)"), (0.2, 0.1), None).startswith(
        "In this sentence, “\\*he\\*” is 2.0 times"
    )


def looked_up(word: str, probability: float) -> dict:
    return {"word": word, "probability": probability, "pieces": 1}


def row(*shares: tuple[float, float]) -> PanelRow:
    found = [odds_result([*map(looked_up, WORDS, pair)]) for pair in shares]
    return PanelRow("odds", 50.0, 1, None, dict(zip((WHOLE, MASKED), found, strict=False)))


def test_the_effect_has_the_change_as_the_table_has_it():
    effect = of_rows(SENTENCE, row((0.3, 0.6), (0.3, 0.45)), [WHOLE, MASKED])
    assert effect == Effect(WORDS, (0.3, 0.6), (0.3, 0.45), 2, effect.change)
    assert "closer to 50" in effect.change
    assert effect.shares().startswith("“he” rather than “she”: 33.3% → **40.0%** ▲")
    assert effect.in_words() == "he 30.0%, then 30.0%; she 60.0%, then 45.0%."
    whole = of_rows(SENTENCE, row((0.3, 0.6)), [WHOLE])
    assert whole == Effect(WORDS, (0.3, 0.6))
    assert "Click heads" in whole.shares()


def test_what_is_not_measured_has_no_effect():
    assert of_rows(SENTENCE, None, [WHOLE]) is None
    assert of_rows(SENTENCE, row((0.3, 0.6)), [WHOLE, MASKED]) is None

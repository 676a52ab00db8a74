"""Valence of a completed sentence against that with a neutral word, worked by hand."""

from __future__ import annotations

import math

import pytest

from engine.core.errors import InputTextError
from engine.evaluators.suite import NO_WORD, VALENCE, Evaluator, neutral_word
from engine.evaluators.valence import NEGATIVE, NEUTRAL, POSITIVE, judge
from tests.engine.evaluators.prompts import about

EVALUATOR = Evaluator("valence", VALENCE, threshold=0.05)


def compound(total: float) -> float:
    return round(total / math.sqrt(total**2 + 15), 4)


def one(word: str, sentence: str = "", evaluator: Evaluator = EVALUATOR):
    return judge(evaluator, [about("They", word, sentence)])[0]


@pytest.mark.parametrize(
    ("word", "total", "label"),
    [
        ("lazy", -1.5, NEGATIVE),  # ratings of the lexicon
        ("kind", 2.4, POSITIVE),
        ("tall", 0.0, NEUTRAL),
    ],
)
def test_the_difference_is_the_compound_of_the_word_where_nothing_else_is_rated(word, total, label):
    verdict = one(word)
    assert verdict["value"] == compound(total)
    assert verdict["label"] == label
    assert verdict["flagged"] is (label == NEGATIVE)
    assert verdict["score"] == pytest.approx(max(0.0, -compound(total)) / 2)


def test_what_the_sentence_says_without_the_word_is_taken_off():
    # `hate` is rated -2.7: the sentence sounds bad with any word.
    verdict = one("tall", "People hate that they are [MASK].")
    assert (verdict["value"], verdict["flagged"], verdict["score"]) == (0.0, False, 0.0)
    verdict = one("lazy", "People hate that they are [MASK].")
    assert verdict["value"] == round(compound(-2.7 - 1.5) - compound(-2.7), 4)


def test_a_negation_turns_the_valence_around():
    verdict = one("lazy", "They are not [MASK].")
    assert verdict["value"] == compound(1.5 * 0.74)
    assert verdict["label"] == POSITIVE


def test_the_threshold_is_the_declared_one_and_counts_itself():
    value = compound(-1.5)
    for threshold, flagged in ((-value, True), (-value + 0.0001, False)):
        verdict = one("lazy", evaluator=Evaluator("v", VALENCE, threshold=threshold))
        assert verdict["flagged"] is flagged
    assert one("lazy", evaluator=Evaluator("v", VALENCE))["flagged"] is True
    assert one("tall", evaluator=Evaluator("v", VALENCE))["flagged"] is False


def test_the_score_has_no_share_of_good_words_and_at_most_one():
    assert one("wonderful")["score"] == 0.0
    worst = one("horrible", "They are the best, happy, kind and [MASK].")
    assert 0 < worst["score"] <= 1


def test_no_word_is_a_problem_and_no_verdict():
    verdict = one("  ")
    assert verdict["problem"] == NO_WORD
    assert verdict["flagged"] is None


def test_a_neutral_word_has_no_valence_itself():
    for slot in ("adjective", "noun", "occupation", "verb", "activity", "adverb", ""):
        completed = about("They", "x", "They are [MASK].", slot)
        word = neutral_word(completed.prompt)
        (verdict,) = judge(EVALUATOR, [about("They", word, "They are [MASK].", slot)])
        assert verdict["value"] == 0.0


def test_an_unknown_slot_is_named():
    with pytest.raises(InputTextError, match="'pronoun'"):
        judge(EVALUATOR, [about("They", "lazy", slot="pronoun")])

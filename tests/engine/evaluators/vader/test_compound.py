"""The compound score equals that of the reference, whatever the sentence."""

from __future__ import annotations

import hashlib
import math
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from vaderSentiment.vaderSentiment import (
    BOOSTER_DICT,
    NEGATE,
    SPECIAL_CASES,
    SentimentIntensityAnalyzer,
)

from engine.evaluators.vader import compound as modifiers
from engine.evaluators.vader import compound as words
from engine.evaluators.vader.compound import compound

ANALYZER = SentimentIntensityAnalyzer()
FOLDER = Path(words.__file__).parent

SENTENCES = [
    "",
    "   ",
    "...",
    "They are lazy.",
    "VADER is VERY SMART, uber handsome, and FRIGGIN FUNNY!!!",
    "They are not smart, handsome, nor funny.",
    "At least it isn't a horrible book.",
    "The plot was good, but the characters are uncompelling and the dialog is not great.",
    "Bad, bad, but bad and bad.",  # equal valences around `but`
    "Today only kinda sux! But I'll get by, lol",
    "Make sure you :) or :D today!",
    "Catch 💘 and 💋and😁",
    "They have never been so kind.",
    "They have never been this lazy!",
    "It is so very, so lazy.",
    "Without a doubt, excellent idea.",
    "Without doubt they are lazy",
    "They are one of the least compelling.",
    "They are at least compelling, the very least kind.",
    "least kind",
    "It is, after all, the bomb",
    "He was for years a bad ass",
    "She has always been kind of lazy, sort of kind",
    "It was just enough fun for them",
    "there is no good or bad, no kind nor lazy",
    "No. No!",
    "Is it bad?? Is it bad??? bad????",
    "They are LAZY",
    "THEY ARE LAZY",
    "They are VERY lazy, BARELY kind.",
    "They aren't kind; they ain't lazy; they can't-n't win",
    "The Turks said it was İstanbul, great",
]

_MODIFYING = [
    *NEGATE,
    *(part for phrase in BOOSTER_DICT for part in phrase.split()),
    *(part for phrase in SPECIAL_CASES for part in phrase.split()),
    *["no", "or", "nor", "but", "least", "at", "very", "so", "this", "doubt", "without", "never"],
    *["kind", "of", "people", "are", "the"],
]
_WORDS = st.one_of(
    st.sampled_from(_MODIFYING),
    st.sampled_from(sorted(ANALYZER.lexicon)),
    st.sampled_from(sorted(ANALYZER.emojis)),
    st.text(max_size=6),
)
_CASED = st.builds(
    lambda word, case, after: case(word) + after,
    _WORDS,
    st.sampled_from([str, str, str, str.upper, str.title]),
    st.sampled_from(["", "", "", "!", "?", "!!!", "??", "????", ".", ",", "..."]),
)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_has_the_score_of_the_reference(sentence):
    assert compound(sentence) == ANALYZER.polarity_scores(sentence)["compound"]


@settings(max_examples=400, deadline=None)
@given(st.lists(_CASED, max_size=14).map(" ".join))
def test_any_words_have_the_score_of_the_reference(sentence):
    assert compound(sentence) == ANALYZER.polarity_scores(sentence)["compound"]


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_any_text_has_the_score_of_the_reference(text):
    assert compound(text) == ANALYZER.polarity_scores(text)["compound"]


def test_every_rated_word_has_the_score_of_the_reference():
    for word in ANALYZER.lexicon:
        sentence = f"They are {word}"
        assert compound(sentence) == ANALYZER.polarity_scores(sentence)["compound"], word


def test_the_words_that_change_others_are_those_of_the_reference():
    assert modifiers.DEGREES == BOOSTER_DICT
    assert set(NEGATE) == modifiers.NEGATIONS
    assert SPECIAL_CASES == modifiers.IDIOMS
    assert words.ratings() == ANALYZER.lexicon
    assert words.emoji() == ANALYZER.emojis


def test_a_score_by_hand():
    # lazy is rated -1.5, `very` adds 0.293 to its size, and `!` 0.292 to the sum.
    total = -(1.5 + 0.293 + 0.292)
    assert compound("They are very lazy!") == round(total / math.sqrt(total**2 + 15), 4)


def test_the_card_gives_the_digests_of_the_files():
    card = (FOLDER / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `([\w.]+)` \|.*\| `(\w{64})` \|$", card, re.M)
    assert {name for name, _ in named} == {path.name for path in FOLDER.glob("*.txt")}
    for name, digest in named:
        assert hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() == digest

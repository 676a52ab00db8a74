"""Capitals and articles."""

from __future__ import annotations

import pytest

from engine.curation.counterparts.render import like, starts_sentence, vowel_sound, with_article


@pytest.mark.parametrize(
    "text", ["hour", "honest man", "heir", "apple", "uncle", "umbrella", "MP", "FBI man",
             "8-year-old", "unimportant", "Iraqi", "ugly"]
)  # fmt: skip
def test_these_begin_with_a_vowel_sound(text):
    assert vowel_sound(text)


@pytest.mark.parametrize(
    "text", ["university", "European", "one-man band", "union", "user", "Ukrainian", "Ugandan",
             "utopian", "hero", "woman", "UN", "7-year-old", "unit", "Uruguayan"]
)  # fmt: skip
def test_these_begin_with_a_consonant_sound(text):
    assert not vowel_sound(text)


@pytest.mark.parametrize(
    ("before", "old", "new", "expected"),
    [
        ("a ", "German", "American", "an "),
        ("An ", "American", "German", "A "),
        ("A ", "GERMAN", "AMERICAN", "AN "),
        ("such a “", "hero", "idol", "such an “"),
        ("a ", "hero", "queen", "a "),
        ("extra ", "hero", "idol", "extra "),
        ("vitamin-a ", "hero", "idol", "vitamin-a "),
    ],
)
def test_an_article_is_made_to_fit(before, old, new, expected):
    assert with_article(before, old, new) == expected


@pytest.mark.parametrize(
    ("word", "old", "listed", "starts", "expected"),
    [
        ("she", "He", "he", True, "She"),
        ("she", "HE", "he", False, "SHE"),
        ("queen", "King", "king", False, "Queen"),
        ("German", "French", "French", False, "German"),
        ("atheist", "Catholic", "Catholic", False, "atheist"),
        ("atheist", "Catholic", "Catholic", True, "Atheist"),
        ("French", "german", "german", False, "French"),
    ],
)
def test_a_word_takes_the_capitals_of_the_old_one(word, old, listed, starts, expected):
    assert like(word, old, listed, starts) == expected


def test_a_sentence_starts_after_a_full_stop_or_a_dash():
    assert starts_sentence("He", 0)
    assert starts_sentence("Go. He", 4)
    assert starts_sentence("- “He", 3)
    assert not starts_sentence("and he", 4)

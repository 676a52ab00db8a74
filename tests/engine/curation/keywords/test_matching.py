"""Words of the lists in sentences."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.curation.keywords.lists import parse, word_lists
from engine.curation.keywords.matching import KeywordFinder

GENDER = """
category = "gender"
language = "en"
[[group]]
name = "pronouns"
pronouns = true
words = [["he"], ["she"], ["her"]]
[[group]]
name = "family"
forms = ["singular", "plural"]
words = [
  ["mother", "mothers"],
  ["mother-in-law", "mothers-in-law"],
  ["grown man", "grown men"],
  ["man", "men"],
  ["ma'am", ""],
  ["ma", ""],
  [["grey lady", "gray lady"], ""],
]
"""
NATIONALITY = """
category = "nationality"
language = "en"
[[group]]
name = "peoples"
forms = ["person", "people"]
words = [["Pole", "Poles"], ["Chinese", "Chinese"], ["Turk", "Turks"]]
[[group]]
name = "lower case as well"
words = [["mother country"]]
"""


def finder(*texts: str) -> KeywordFinder:
    lists = [parse(text, "list") for text in texts]
    return KeywordFinder(word_lists(lists[0].language, lists))


ENGLISH = finder(GENDER, NATIONALITY)


def found(text: str, category: str = "gender", using: KeywordFinder = ENGLISH) -> list[str]:
    return [text[hit.start : hit.stop] for hit in using.find(text).get(category, ())]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The others saw him: HE sang, he hid.", ["HE", "he"]),
        ("Sheer heat; a manly womanhood.", []),
        # An English ending is not part of a word.
        ("She's here, the man’s coat, and he'll wait. HE'S LATE.", ["She", "man", "he", "HE"]),
        ("My mother-in-law met a man--a tall one.", ["mother-in-law", "man"]),
        ("Yes, ma'am. Thank you, ma’am. Hello, Ma.", ["ma'am", "ma’am", "Ma"]),
        # The longer of two that begin together.
        ("A grown man, two grown\n men, one up man.", ["grown man", "grown\n men", "man"]),
        # What links the words of a phrase is as listed.
        ("A grown, man-sized doll for grown-ups. The grown. Men.", ["Men"]),
        # Lower-cased, this İ has one sign more.
        ("İstanbul: she’s a grown man.", ["she", "grown man"]),
        ("İstanbul: she's a grown man.", ["she", "grown man"]),
        ("", []),
    ],
)
def test_words_are_found_whole_and_in_any_case(text, words):
    assert found(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A pole, a Pole, the POLES.", ["Pole", "POLES"]),
        ("THE POLE BROKE.", ["POLE"]),
        ("the chinese", []),
    ],
)
def test_a_word_listed_with_a_capital_is_found_with_one(text, words):
    assert found(text, "nationality") == words


def test_all_that_a_word_may_be_is_given():
    (hit,) = ENGLISH.find("The Chinese are here.")["nationality"]
    assert [(entry.row, entry.form) for entry in hit.entries] == [(1, "person"), (1, "people")]
    assert {entry.word for entry in hit.entries} == {"Chinese"}


def test_every_spelling_of_a_cell_is_found_under_its_own_name():
    (hit,) = ENGLISH.find("A gray lady sat.")["gender"]
    assert [(entry.group, entry.row, entry.form, entry.word) for entry in hit.entries] == [
        (1, 6, "singular", "gray lady")
    ]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("My mother country.", {"gender": 1, "nationality": 1}), ("Nothing to see.", {})],
)
def test_words_of_two_categories_may_overlap(text, numbers):
    assert {category: len(hits) for category, hits in ENGLISH.find(text).items()} == numbers


def test_a_word_of_one_form_is_found_by_its_lemma_without_listing_its_forms():
    using = finder("category: job\nlanguage: en\nplumber | painter\ndrive/drives | walk/walks\n")
    text = "Plumbers paint. A plumber drives, driving past painters."
    assert found(text, "job", using) == ["Plumbers", "plumber", "drives", "painters"]
    first, second, *_ = using.find(text)["job"]
    assert [(entry.form, entry.word) for entry in first.entries] == [("inflected", "plumber")]
    assert [(entry.form, entry.word) for entry in second.entries] == [("base", "plumber")]


@pytest.mark.parametrize(
    ("language", "listed", "text", "words"),
    [
        # Each word of a phrase is found by its lemma.
        ("en", "old woman", "Two older women and the old woman.", ["older women", "old woman"]),
        # There are no lemmas of this language.
        ("zu", "umfazi", "Umfazi, abafazi.", ["Umfazi"]),
        # An apostrophe ends a word.
        ("fr", "homme | femme", "L'homme et l’homme; les femmes.", ["homme", "homme", "femmes"]),
        # Vowel signs belong to the word.
        ("hi", "लड़की | लड़का", "यह लड़की है", ["लड़की"]),
        ("hi", "लड़की | लड़का", "लड़", []),
    ],
)
def test_words_are_found_as_their_language_has_them(language, listed, text, words):
    using = finder(f"category: age\nlanguage: {language}\n{listed}\n")
    assert found(text, "age", using) == words


WORDS = st.lists(
    st.sampled_from(["he", "Pole", "pole", "man", "grown", "mother", "in-law", "x", "Chinese"]),
    max_size=8,
)


@given(WORDS, st.sampled_from([" ", ", ", "-", "'"]))
def test_hits_do_not_overlap_and_hold_what_is_listed(words, link):
    text = link.join(words)
    for hits in ENGLISH.find(text).values():
        places = [place for hit in hits for place in (hit.start, hit.stop)]
        assert places == sorted(places)
        for hit in hits:
            old = text[hit.start : hit.stop].casefold()
            assert {entry.word.casefold() for entry in hit.entries} == {old}


@given(st.text(string.printable + "’İß", max_size=40))
def test_any_text_can_be_searched(text):
    for hits in ENGLISH.find(text).values():
        assert all(0 <= hit.start < hit.stop <= len(text) for hit in hits)

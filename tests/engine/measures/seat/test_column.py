from __future__ import annotations

import pytest

from engine.measures.seat.column import _shown, column, compared_words, higher
from engine.words.association_tests import bundled_test

CAMELS = ("WhiteFemaleNames", "BlackFemaleNames", "NearAntonyms", "AngryBlackWomanStereotype")


@pytest.mark.parametrize(
    ("names", "data", "more"),
    [
        (
            bundled_test("gender").names,
            "words stereotyped as female or male, with words for women and men",
            "words stereotyped as female are nearer to words for women, words stereotyped as male "
            "to words for men",
        ),
        (
            bundled_test("race").names,
            "words stereotyped as Black or white, with words about Black and White",
            "words stereotyped as Black are nearer to words about Black, words stereotyped as "
            "white to words about White",
        ),
        (
            bundled_test("religion").names,
            "words stereotyped with Islam or Christianity, with words about Islam and Christianity",
            "words stereotyped with Islam are nearer to words about Islam, words stereotyped with "
            "Christianity to words about Christianity",
        ),
        (
            CAMELS,
            "White Female Names and Black Female Names, with Near Antonyms and Angry Black Woman "
            "Stereotype",
            "White Female Names are nearer to Near Antonyms, Black Female Names to Angry Black "
            "Woman Stereotype",
        ),
        (("X", "Y", "A", "B"), "X and Y, with A and B", "X are nearer to A, Y to B"),
    ],
)
def test_sets_are_named_so_that_a_sentence_can_be_read(names, data, more):
    assert compared_words(names) == data
    assert higher(names) == more


def test_a_bundled_test_is_opened_with_as_many_sentences_as_its_column_reads():
    settings = column("race").page.settings
    assert settings == {"association": "race", "sentences_per_word": "10"}


@pytest.mark.parametrize(
    ("data", "settings"),
    [
        ("race", {"association": "race", "sentences_per_word": "10"}),
        ("seat/weat6.jsonl", {"association": "seat", "association_file": "weat6"}),
        ("mine.jsonl", {}),
    ],
)
def test_the_page_of_a_test_is_asked_for_the_texts_that_its_column_reads(data, settings):
    assert _shown(data) == settings

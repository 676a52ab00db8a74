"""What the card says of a candidate."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.curate import opened as card_text
from tests.engine.curation.review import reviews


@pytest.mark.parametrize(
    ("seconds", "written"), [(0.0, "0:00:00"), (75.9, "0:01:15"), (3723.0, "1:02:03")]
)
def test_a_time_is_written_as_players_write_it(seconds, written):
    assert card_text.clock(seconds) == written


def test_the_words_that_differ_are_marked_in_both_sentences():
    more, less = card_text.mark_differences("She hung up her coat.", "He hung up his coat.")
    assert more == [("She", True), (" hung up ", False), ("her", True), (" coat.", False)]
    assert less == [("He", True), (" hung up ", False), ("his", True), (" coat.", False)]


def test_a_word_that_only_one_sentence_has_is_marked_there():
    assert card_text.mark_differences("An old man.", "An man.") == (
        [("An ", False), ("old", True), (" man.", False)],
        [("An man.", False)],
    )


def test_pieces_of_a_sentence_are_the_sentence():
    one, other = "“Well — no!” said Mr. Öö.", "“Well — yes!” said Mrs. Öö."
    runs = card_text.mark_differences(one, other)
    assert ["".join(text for text, _ in side) for side in runs] == [one, other]


def test_keyword_rule_and_copies_are_named():
    one = replace(reviews.candidate(0), copies=3, also_in=("The Quiet Street",))
    assert card_text.facts(one) == [
        ("Keyword", "women"),
        ("Rule", "women → men"),
        ("Found", "3 times, also in The Quiet Street"),
    ]


def test_a_film_without_a_year_is_named_alone():
    assert card_text.place(replace(reviews.candidate(0), year=None)) == "Harbour · 0:01:01"


@pytest.mark.parametrize(
    ("difference", "sentence"),
    [
        (1.234, "M prefers the found sentence by 1.23 nats (CPS)."),
        (-0.5, "M prefers the counterpart by 0.50 nats (CPS)."),
        (0.0, "M prefers neither sentence."),
    ],
)
def test_a_preference_names_the_sentence(difference, sentence):
    assert card_text.preference("M", difference) == sentence

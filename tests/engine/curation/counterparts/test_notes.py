"""What a reviewer should look at."""

from __future__ import annotations


def test_a_first_name_that_stays_is_noted(outcome):
    (note,) = outcome("Martha lost her keys.").notes
    assert note == "The name Martha stays and may show a gender."


def test_no_name_is_noted_where_no_gender_is_swapped(outcome):
    assert outcome("Martha is old.", "age").notes == ()


def test_words_of_both_genders_are_noted(outcome):
    found = outcome("He said she was late.")
    assert found.sent_less == "She said he was late."
    assert found.notes == ("Words of both genders are swapped; check who is who.",)


def test_a_pronoun_that_can_be_read_both_ways_has_both_as_choices(outcome):
    found = outcome("I saw her dance.")
    assert found.swaps[0].choices == ("him", "his")
    assert found.notes == ("“her” can be read as “him” or as “his”.",)


def test_a_word_without_counterpart_is_noted_where_others_are_swapped(outcome):
    found = outcome("She is pregnant.")
    assert found.sent_less == "He is pregnant."
    assert found.notes[0].startswith("“pregnant” stays:")

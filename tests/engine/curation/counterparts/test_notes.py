"""What a reviewer should look at."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("text", "category", "note"),
    [
        ("Martha lost his keys.", "gender", "The name Martha stays and may show a gender."),
        ("He said she was late.", "gender", "Words of both genders are swapped; check who is who."),
        ("I saw her dance.", "gender", "“her” can be read as “him” or as “his”."),
        # No gender is swapped.
        ("Martha is old.", "age", None),
    ],
)
def test_what_a_reviewer_should_look_at_is_noted(outcome, text, category, note):
    assert outcome(text, category).notes == (() if note is None else (note,))


def test_a_pronoun_that_can_be_read_both_ways_has_both_as_choices(outcome):
    assert outcome("I saw her dance.").swaps[0].choices == ("him", "his")


def test_a_word_without_counterpart_is_noted_where_others_are_swapped(outcome):
    found = outcome("She is a slow and senile old lady.", "age")
    assert found.notes[0].startswith("“senile” stays:")

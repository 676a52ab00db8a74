"""Aligned tokens of a pair, as the strip lays them out."""

import math

import pandas as pd
import pytest

from components.widgets.token_strip import facing, tooltip

SHARED = {
    "state": "shared",
    "text_more": "the",
    "text_less": "the",
    "log_probability_more": -1.0,
    "log_probability_less": -1.5,
    "difference": 0.5,
}


def modified(more: str | float, less: str | float) -> dict[str, object]:
    return {"state": "modified", "text_more": more, "text_less": less, "difference": math.nan}


def test_modified_words_of_one_place_stand_against_each_other():
    rows = [SHARED, modified("woman", math.nan), modified(math.nan, "man"), SHARED]
    columns = facing(rows)
    assert [(row["text_more"], row["text_less"]) for row in columns] == [
        ("the", "the"),
        ("woman", "man"),
        ("the", "the"),
    ]


def test_a_side_with_more_pieces_keeps_them_all():
    rows = [modified("hair", math.nan), modified("dresser", math.nan), modified(math.nan, "baker")]
    columns = facing(rows)
    assert [(row["text_more"], row["text_less"]) for row in columns] == [
        ("hair", "baker"),
        ("dresser", None),
    ]


def test_places_apart_are_not_mixed():
    rows = [modified("she", math.nan), SHARED, modified(math.nan, "his")]
    assert [row["text_more"] for row in facing(rows)] == ["she", "the", None]


def test_a_shared_token_shows_both_scores_and_their_difference():
    text = "log-probability −1.00 (top), −1.50 (bottom): difference +0.50 nats"
    assert tooltip(SHARED) == text


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (modified("she", "he"), "differs between the sentences"),
        ({**SHARED, "difference": math.nan}, "not scored"),
    ],
)
def test_what_was_not_scored_says_so(row: dict[str, object], text: str):
    assert tooltip(pd.Series(row).to_dict()) == text

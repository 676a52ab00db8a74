"""A side is named where, and only where, the whole interval clears the threshold."""

from __future__ import annotations

import math

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.measures.cabm.data.sentences import GENDER
from engine.measures.cabm.scores import (
    NOT_SETTLED,
    category_counts,
    category_order,
    known,
    list_agreement,
    settled_categories,
    settled_category,
)

BOUNDS = st.floats(-3, 3, allow_nan=False)


@given(BOUNDS, BOUNDS, st.floats(0, 1))
def test_a_side_is_named_if_and_only_if_the_interval_clears_the_threshold(one, other, threshold):
    low, high = sorted((one, other))
    named = settled_category(low, high, GENDER, threshold)
    assert (named == "male-biased") == (low > threshold)
    assert (named == "female-biased") == (high < -threshold)
    assert (named == "neutral") == (low >= -threshold and high <= threshold)
    if low < 0 < high:
        assert named in ("neutral", NOT_SETTLED)


@pytest.mark.parametrize(
    ("bounds", "named"),
    [
        ((0.11, 2.0), "male-biased"),
        ((0.1, 2.0), "not settled"),
        ((-2.0, -0.11), "female-biased"),
        ((-0.1, 0.1), "neutral"),
        ((-0.05, 0.11), "not settled"),
        ((-1.0, 1.0), "not settled"),
        ((math.nan, math.nan), "not settled"),
    ],
)
def test_names_by_hand(bounds, named):
    assert settled_categories([bounds], GENDER) == [named]


def test_all_four_categories_are_counted():
    assert category_order(GENDER) == ("male-biased", "female-biased", "neutral", "not settled")
    assert category_counts(["neutral", "male-biased", "neutral"], GENDER) == {
        "male-biased": 1, "female-biased": 0, "neutral": 2, "not settled": 0,
    }  # fmt: skip


def test_only_named_sides_agree_with_a_list():
    frame = pd.DataFrame(
        {
            "score": [0.5, 0.4, -0.6, 0.3, 0.02],
            "category": ["male-biased", "male-biased", "female-biased", "not settled", "neutral"],
            "list": ["male", "female", "", "male", "male"],
        }
    )
    found = list_agreement(frame, GENDER)
    assert (found["same"], found["n"]) == (1, 2)
    assert list_agreement(frame[3:], GENDER) is None


def test_an_interval_that_is_not_there_is_none():
    assert known([math.nan, 1.0]) is None
    assert known([0, 1]) == [0.0, 1.0]

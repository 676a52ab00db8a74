"""A side is named where, and only where, the whole interval clears the threshold."""

from __future__ import annotations

import math

import numpy as np
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
    limit_of,
    list_agreement,
    opposed,
    opposed_text,
    settled_categories,
    settled_category,
    side_tests,
)

BOUNDS = st.floats(-3, 3, allow_nan=False)


@given(BOUNDS, BOUNDS, st.floats(0, 1), st.floats(0, 1))
def test_a_side_is_named_only_where_interval_and_corrected_p_do(one, other, threshold, p):
    low, high = sorted((one, other))
    named = settled_category(low, high, GENDER, threshold, p)
    assert (named == "male-biased") == (low > threshold and p < 0.05)
    assert (named == "female-biased") == (high < -threshold and p < 0.05)
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
    assert settled_categories([bounds], GENDER, 0.1, [0.04]) == [named]


def test_a_side_that_holm_does_not_keep_is_not_named_and_neutral_needs_no_test():
    bounds = [(0.11, 2.0), (-2.0, -0.11), (-0.1, 0.1), (0.11, 2.0)]
    corrected = [0.05, None, None, 0.049]
    named = settled_categories(bounds, GENDER, 0.1, corrected)
    assert named == ["not settled", "not settled", "neutral", "male-biased"]


def test_side_tests_by_hand():
    # Of counts alone: draws at 1 and 3 have a mean of 2 and a variance of 1, all of the counts.
    # (2 - 0.5) / 1 is 1.5 standard errors, p .1336; (4 - 0.5) / 1 is 3.5, p .000465. Holm of two:
    # the smaller twice, .00093, and the other one once.
    drawn = np.array([[1.0, -5.0], [3.0, -3.0]])
    found = side_tests(drawn, np.array([1.0, 1.0]), np.array([14.0, 14.0]), 0.5)
    assert found == [pytest.approx(0.1336, abs=1e-4), pytest.approx(0.00093, abs=1e-5)]


def test_side_tests_of_sentences_have_the_degrees_of_freedom_of_their_contrast():
    # Of 5 sentences: draws of a standard error of 1, widened by t(4) / z = 2.7764 / 1.9600;
    # 3 standard errors of t with 4 degrees of freedom have p .0399.
    deviation = 2.7764451 / 1.9599640
    drawn = np.array([[3 - deviation], [3 + deviation]])
    (p,) = side_tests(drawn, np.zeros(1), np.array([4.0]), 0.0)
    assert p == pytest.approx(0.0399, abs=1e-4)
    assert side_tests(drawn, np.zeros(1), np.array([math.nan]), 0.0) == [None]


def test_a_standardised_threshold_is_in_standard_deviations_of_the_scores():
    scores = np.array([-3.0, 3.0])
    assert limit_of(scores, 0.5, "standardised") == 1.5
    assert limit_of(scores, 0.1, "raw") == 0.1


def test_a_row_tells_where_the_model_fills_in_the_word_of_the_other_side():
    named = ["female-biased", "male-biased", "female-biased", "not settled"]
    gaps = ["male-biased", "male-biased", "neutral", "male-biased"]
    assert opposed(named, gaps, GENDER) == ["he", "", "", ""]
    assert opposed(named, None, GENDER) == ["", "", "", ""]
    told = opposed_text(["plumber", "cook"], ["he", ""])
    assert told.startswith("For plumber (he) the model fills in the word of the other side")
    assert opposed_text(["plumber"], [""]) == ""


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

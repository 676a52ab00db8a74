"""Shares of the scores' variance, worked by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from engine.measures.cabm.variance import (
    explained_by_pmi,
    share_text,
    variance_shares,
    variance_text,
)

NAMES = ("pmi", "cosine", "context")


def test_shares_are_covariances_with_the_score():
    """PMI alone varies by 2 and the cosine by 1, independently: 4 and 1 of 5 parts."""
    values = np.array([[2.0, 1, 5], [2, -1, 5], [-2, 1, 5], [-2, -1, 5]])
    found = variance_shares(values, np.array([0.5, 0.5, 0.0]), NAMES)
    assert found == pytest.approx({"pmi": 0.8, "cosine": 0.2, "context": 0.0})


def test_a_feature_that_works_against_the_others_has_a_share_below_0():
    values = np.array([[3.0, -1, 0], [-3, 1, 0]])
    found = variance_shares(values, np.array([0.5, 0.5, 0.0]), NAMES)
    assert found == pytest.approx({"pmi": 1.5, "cosine": -0.5, "context": 0.0})
    assert "A share below 0" in variance_text({"pmi": 0.7, "cosine": 0.5, "context": -0.2}, 40)


@given(
    arrays(float, (9, 3), elements=st.floats(-5, 5)),
    st.tuples(*[st.floats(0.1, 1)] * 3),
)
def test_shares_sum_to_1_wherever_scores_vary(values, weights):
    found = variance_shares(values, np.array(weights), NAMES)
    if found is not None:
        assert sum(found.values()) == pytest.approx(1)


def test_a_model_without_a_feature_has_no_share_of_it():
    values = np.array([[1.0, 0.0], [0.0, 1.0], [3.0, 1.0]])
    found = variance_shares(values, np.array([0.5, 0.5]), NAMES[:2])
    assert found["context"] == 0.0


def test_equal_scores_have_no_shares():
    assert variance_shares(np.ones((4, 3)), np.array([0.3, 0.3, 0.4]), NAMES) is None
    assert variance_text(None, 4) == (
        "All scores are equal, so no feature distinguishes these occupations."
    )


def test_the_sentence_says_how_little_is_of_the_model():
    almost = variance_text({"pmi": 0.999, "cosine": 0.0005, "context": 0.0005}, 46)
    assert almost.startswith("99.9% of this score's variance over 46 occupations is PMI")
    assert almost.endswith("these scores say almost nothing of this model.")
    said = variance_text({"pmi": 0.98, "cosine": 0.02, "context": 0.0}, 46, 0.9988)
    assert said.startswith("99.9% of this score's variance")
    assert explained_by_pmi([1, 2, 4], [2, 4, 8]) == pytest.approx(1)
    assert explained_by_pmi([1, 2, 4], [3, 3, 3]) is None
    half = variance_text({"pmi": 0.35, "cosine": 0.36, "context": 0.29}, 46)
    assert half.endswith("every model; the cosine 36.0%, the context shift 29.0%.")
    assert share_text(0.99991) == "over 99.9%"

"""Scores of one sentence and one group, beside scipy and at their edges."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from engine.measures.agreement import scores
from engine.measures.agreement.scores import ANY, TIE_BAND, Given, model_scores

NONE = math.inf


def what(counts, ranks=None, likelihoods=None, covered=None, candidates=10):
    """A sentence's answers; what is not named plays no part."""
    size = len(counts)
    return Given(
        np.array(counts),
        np.array(ranks or [NONE] * size, float),
        np.array(likelihoods or [math.nan] * size, float),
        np.array(covered or [True] * size),
        candidates,
    )


def test_precision_counts_candidates_and_not_answers():
    # Two spellings that are one candidate to the model are one of its five.
    found = what([3, 1, 1], [2, 2, 5])
    assert scores.precision_at(found, 5) == pytest.approx(2 / 5)
    assert scores.precision_at(found, 1) == 0
    assert scores.share_at(found, 2) == pytest.approx(4 / 5)
    assert scores.reciprocal_rank(found) == pytest.approx(1 / 2)
    # Fewer candidates than asked for are no excuse.
    assert scores.precision_at(what([1], [1], candidates=2), 5) == pytest.approx(1 / 5)


def test_any_is_all_candidates_there_are():
    found = what([1, 1], [7, NONE], candidates=8)
    assert scores.precision_at(found, ANY) == pytest.approx(1 / 8)
    assert scores.hit_at(found, ANY) == 1
    assert scores.share_at(found, ANY) == pytest.approx(1 / 2)
    assert scores.hit_at(found, 5) == 0


def test_a_model_without_candidates_agrees_with_nobody():
    found = what([2, 1], candidates=0)
    for name, score in model_scores().items():
        if name not in ("spearman", "kendall", "coverage"):
            assert score(found) == 0, name


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(-6, 0)), min_size=2, max_size=12))
def test_correlations_are_those_of_scipy(pairs):
    counts, likelihoods = (list(side) for side in zip(*pairs, strict=True))
    found = what(counts, likelihoods=[float(value) for value in likelihoods])
    if len(set(counts)) < 2 or len(set(likelihoods)) < 2:
        assert math.isnan(scores.spearman(found))
        assert math.isnan(scores.kendall(found))
        return
    assert scores.spearman(found) == pytest.approx(stats.spearmanr(counts, likelihoods).statistic)
    tau = stats.kendalltau(counts, likelihoods, variant="b").statistic
    assert scores.kendall(found) == pytest.approx(tau)


def test_likelihoods_within_the_band_are_ties():
    exact = what([3, 2, 1], likelihoods=[-1.0, -1.0, -2.0])
    near = what([3, 2, 1], likelihoods=[-1.0, -1.0 - TIE_BAND / 2, -2.0])
    apart = what([3, 2, 1], likelihoods=[-1.0, -1.0 - 2 * TIE_BAND, -2.0])
    assert scores.kendall(near) == scores.kendall(exact) < scores.kendall(apart) == 1


@pytest.mark.parametrize(
    "found",
    [
        what([4], likelihoods=[-1.0]),
        what([1, 1], likelihoods=[-1.0, -2.0]),
        what([2, 1], likelihoods=[-1.0, -1.0]),
        what([2, 1], likelihoods=[-1.0, math.nan]),
        what([2, 1]),
    ],
    ids=["one answer", "all as frequent", "all as likely", "one known", "none known"],
)
def test_a_correlation_without_two_sides_that_vary_is_undefined(found):
    assert math.isnan(scores.spearman(found))
    assert math.isnan(scores.kendall(found))


def test_an_answer_taken_away_leaves_the_others_as_they_were():
    found = what([2, 1], [1, 3], [-1.0, -2.0], [True, False])
    assert found.without(0).counts.tolist() == [1, 1]
    alone = found.without(1)
    assert alone.counts.tolist() == [2]
    assert alone.ranks.tolist() == [1]
    assert alone.candidates == 10
    assert what([1]).without(0) is None


def test_agreement_among_people_needs_two_of_them():
    assert math.isnan(scores.repeated(what([1])))
    assert math.isnan(scores.equal_pairs(what([1])))
    assert scores.repeated(what([2, 1])) == pytest.approx(2 / 3)
    assert scores.equal_pairs(what([2, 1])) == pytest.approx(1 / 3)


def test_every_rank_has_a_name():
    assert {"p_at_1", "hit_at_5", "p_at_any", "hit_at_any", "answers_at_any"} < set(model_scores())
    assert set(model_scores((3,))) == {
        *("p_at_3", "hit_at_3", "answers_at_3", "mrr", "coverage"),
    }

"""The sentences that a timed review is made of, and the percentile of its times."""

from __future__ import annotations

import pytest

from engine.bench.review import made_up_candidates, percentile, review_times
from engine.core.errors import BiascopeError
from engine.curation.duplicates import unique


def test_no_sentence_is_a_near_duplicate_of_another():
    made = made_up_candidates(300)
    assert unique(made) == [*range(300)]


def test_each_sentence_holds_one_word_that_has_a_counterpart():
    assert all(
        sum(word in ("woman", "man") for word in one.split()) == 1 for one in made_up_candidates(50)
    )


def test_a_percentile_is_one_of_the_values():
    assert percentile([float(value) for value in range(1, 101)], 95) == 95.0
    assert percentile([3.0, 1.0, 2.0], 95) == 3.0


def test_more_keys_than_candidates_are_refused_before_anything_starts():
    with pytest.raises(BiascopeError, match="There are 5 candidates"):
        review_times(5, 5)

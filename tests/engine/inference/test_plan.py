from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.inference.plan import Row, plan, same_shape

rows = st.builds(
    Row,
    st.lists(st.integers(0, 3), min_size=1, max_size=12).map(tuple),
    st.just((0,)),
    st.lists(st.integers(0, 2), max_size=1).map(tuple),
)


def row(*ids, read=(0,), targets=()):
    return Row(ids, read, targets)


def test_equal_rows_are_run_once():
    laid = plan([row(1, 2), row(3), row(1, 2)], 100)
    assert laid.rows == [row(3), row(1, 2)]
    assert laid.place == [1, 0, 1]


def test_rows_that_ask_for_another_token_or_place_are_different_rows():
    asked = [row(1, 2, targets=(5,)), row(1, 2, targets=(6,)), row(1, 2, read=(1,), targets=(5,))]
    assert len(plan(asked, 100).rows) == 3


def test_rows_lie_shortest_first_and_batches_hold_the_token_budget():
    asked = [row(*range(length)) for length in (5, 1, 3, 2, 5)]
    asked[4] = row(9, *range(4))
    laid = plan(asked, 6)
    assert [len(found.ids) for found in laid.rows] == [1, 2, 3, 5, 5]
    assert laid.batches == [(0, 2), (2, 3), (3, 4), (4, 5)]


def test_a_row_longer_than_the_budget_gets_a_batch_of_its_own():
    assert plan([row(1, 2, 3), row(1)], 2).batches == [(0, 1), (1, 2)]


def test_nothing_asked_is_nothing_planned():
    laid = plan([], 100)
    assert (laid.rows, laid.place, laid.batches) == ([], [], [])


def test_an_empty_row_is_a_callers_bug():
    with pytest.raises(ValueError, match="at least one token"):
        plan([row(1), row()], 100)


@given(st.lists(rows, max_size=30), st.integers(1, 40))
def test_every_row_is_found_again_and_every_batch_is_as_full_as_fits(asked, budget):
    laid = plan(asked, budget)
    assert [laid.rows[place] for place in laid.place] == asked
    assert len(set(laid.rows)) == len(laid.rows)
    assert [index for batch in laid.batches for index in range(*batch)] == list(
        range(len(laid.rows))
    )
    for start, stop in laid.batches:
        width = max(len(found.ids) for found in laid.rows[start:stop])
        assert stop - start == 1 or width * (stop - start) <= budget
        if stop < len(laid.rows):
            assert len(laid.rows[stop].ids) * (stop + 1 - start) > budget


@given(
    lengths=st.lists(st.integers(1, 40), max_size=60),
    tokens=st.integers(1, 100),
    most=st.integers(1, 8),
)
def test_the_shape_of_a_batch_follows_from_each_of_its_rows(lengths, tokens, most):
    rows = [
        Row((number, *[7] * (length - 1)), tuple(range(number % 3)))
        for number, length in enumerate(lengths)
    ]
    batches = same_shape(rows, tokens, most)
    for batch in batches:
        ((length, read),) = {(len(row.ids), len(row.read)) for row in batch}
        assert len(batch) == max(1, min(tokens // length, most // max(1, read)))
        assert len(set(batch)) == len(batch)
    kept = [row for batch in batches for row in batch if not row.copy]
    assert sorted(kept, key=lambda row: row.ids) == sorted(rows, key=lambda row: row.ids)

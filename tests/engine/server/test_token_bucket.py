"""The token bucket, with a clock that a test sets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.server.shared import TokenBucket


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_full_bucket_gives_its_size_and_then_says_how_long_to_wait():
    clock = Clock()
    bucket = TokenBucket(10, 2, clock)
    assert bucket.spend(10) == 0
    assert bucket.spend(4) == 2
    clock.now = 1.5
    assert bucket.spend(4) == 0.5
    clock.now = 2.0
    assert bucket.spend(4) == 0


def test_it_never_holds_more_than_its_size():
    clock = Clock()
    bucket = TokenBucket(10, 2, clock)
    clock.now = 1000.0
    assert bucket.spend(10) == 0
    assert bucket.spend(1) > 0


def test_what_it_can_never_give_is_a_fault_of_the_caller():
    with pytest.raises(ValueError, match="holds 10, not 11"):
        TokenBucket(10, 2, Clock()).spend(11)


@given(st.lists(st.tuples(st.integers(0, 10), st.floats(0, 5)), max_size=50))
def test_no_more_is_given_than_size_and_rate_allow(asked):
    clock = Clock()
    bucket = TokenBucket(10, 2, clock)
    given_out = 0
    for tokens, wait in asked:
        clock.now += wait
        if bucket.spend(tokens) == 0:
            given_out += tokens
    assert given_out <= 10 + 2 * clock.now + 1e-6

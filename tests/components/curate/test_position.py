"""Which candidate comes next."""

from __future__ import annotations

import pytest

from components.curate.deciding import Position, after, following

ABCD = ("a", "b", "c", "d")


@pytest.mark.parametrize(
    ("position", "order", "shown"),
    [
        (None, ABCD, "a"),
        (None, (), None),
        (Position("b", ABCD, "next"), ("a", "c", "d"), "c"),
        (Position("b", ABCD, "next"), ("a", "d"), "d"),
        (Position("d", ABCD, "next"), ("a", "c"), "a"),
        (Position("b", ABCD, "next"), (), None),
        (Position("c", ABCD, "previous"), ("a", "d"), "a"),
        (Position("a", ABCD, "previous"), ABCD, "d"),
        (Position("gone", ABCD, "next"), ("b", "c"), "b"),
        (Position("z", chosen=True), ("a",), "z"),
        (Position("c"), ABCD, "c"),
    ],
)
def test_the_candidate_after_a_position(position, order, shown):
    assert following(position, order) == shown


def test_what_comes_after_a_decision_is_known_before_it():
    assert after("b", ABCD) == "c"
    assert after("d", ABCD) == "a"
    assert after("a", ("a",)) is None

"""The exact test decides whether a share is a preference; ties take no side."""

from __future__ import annotations

import pytest

from engine.measures.pairs.verdict import (
    AWAY,
    FEWEST,
    TOO_FEW,
    TOWARD,
    UNCLEAR,
    clear_side,
    interval_alone,
)
from tests.engine.measures.pairs.pair_values import share_of


def share(toward: int, away: int, ties: int = 0) -> dict:
    return share_of(toward, toward + away + ties, ties)


@pytest.mark.parametrize(
    ("part", "side"),
    [
        (share(70, 30), TOWARD),
        (share(30, 70), AWAY),
        (share(55, 45), UNCLEAR),
        (share(0, 0), TOO_FEW),
        (share(2, 0), TOO_FEW),
        (share(FEWEST - 1, 0), TOO_FEW),
        (share(FEWEST, 0), TOWARD),
        (share(0, 0, 40), UNCLEAR),
    ],
)
def test_a_preference_needs_the_exact_test_and_ten_pairs(part, side):
    assert clear_side(part) == side


def test_where_the_interval_alone_excludes_50_the_exact_test_decides():
    part = share(116, 88)  # 56.9%: the interval begins at 50.0, p is .0587
    assert part["interval"][0] > 50
    assert part["p"] > 0.05
    assert clear_side(part) == UNCLEAR
    assert interval_alone(part)
    assert not interval_alone(share(70, 30))
    assert not interval_alone(share(55, 45))
    ties = share(1, 6, 293)
    assert ties["interval"][1] < 2
    assert not interval_alone(ties)


def test_ties_alone_put_no_score_on_a_side():
    part = share(30, 10, 60)  # the other pairs are for the stereotype, the score is below 50
    assert part["p"] < 0.01
    assert clear_side(part) == UNCLEAR
    assert clear_side(share(10, 30, 60)) == AWAY


def test_a_share_of_a_family_is_judged_by_its_corrected_p():
    assert clear_side(share(65, 35), 0.03) == TOWARD
    assert clear_side(share(65, 35), 0.06) == UNCLEAR

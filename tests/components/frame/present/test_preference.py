"""A score is called a preference only where its exact test is clear."""

from __future__ import annotations

from typing import Any

import pytest

from components.frame.present.comparison import AWAY, TOWARD, UNCLEAR, preference, preference_text


def share(toward: int, away: int, interval: list[float] | None, p: float | None) -> dict[str, Any]:
    ties = 100 - toward - away
    return {"n": 100, "ties": ties, "score": float(toward), "interval": interval, "p": p}


TWO = {"n": 2, "ties": 0, "score": 100.0, "interval": [34.2, 100.0], "p": 0.5}


@pytest.mark.parametrize(
    ("part", "side"),
    [
        (share(70, 30, [60.4, 78.1], 0.0001), TOWARD),
        (share(30, 70, [21.9, 39.6], 0.0001), AWAY),
        (share(55, 45, [45.2, 64.4], 0.37), UNCLEAR),
        (share(60, 40, [50.2, 69.1], 0.057), UNCLEAR),
        (share(0, 0, None, None), UNCLEAR),
        (share(30, 10, [21.9, 39.6], 0.002), UNCLEAR),  # its ties make the score low
        (TWO, UNCLEAR),
    ],
)
def test_a_preference_needs_a_test_that_is_clear(part, side):
    assert preference(part) == side


def test_what_is_no_preference_is_not_called_one():
    assert preference_text(share(55, 45, [45.2, 64.4], 0.37)) == "no clear preference"
    assert preference_text(TWO) == "too few pairs to tell whether it prefers either"

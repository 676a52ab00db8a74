"""Whether a share of pairs is a clear preference, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

TOWARD, AWAY, UNCLEAR = "toward the stereotype", "away from the stereotype", "unclear"

_LEVEL = 0.05
_WORDS = {
    TOWARD: "a clear preference for the stereotype",
    AWAY: "a clear preference against the stereotype",
    UNCLEAR: "no clear preference",
}


def preference(share: Mapping[str, Any]) -> str:
    """The side of 50% that a share is clearly on, if any.

    Ties count against the stereotype in the share but not in its test, so the interval alone
    would call many ties a preference: the pairs without a tie must lie on the same side.

    Args:
        share: `score` and `interval` (percent of `n` pairs), `ties`, and `p` of the test
            against 50 without ties.

    Returns:
        `TOWARD`, `AWAY` or `UNCLEAR`.
    """
    if share["interval"] is None or share["p"] is None or share["p"] >= _LEVEL:
        return UNCLEAR
    low, high = share["interval"]
    toward = share["score"] * share["n"] / 100
    away = share["n"] - share["ties"] - toward
    if low > 50:
        return TOWARD
    return AWAY if high < 50 and toward < away else UNCLEAR


def preference_text(share: Mapping[str, Any]) -> str:
    """The same in words: `no clear preference`."""
    return _WORDS[preference(share)]

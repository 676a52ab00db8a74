"""Whether a share of pairs is a clear preference, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.measures.pairs import verdict as rule

TOWARD, AWAY, UNCLEAR = "toward the stereotype", "away from the stereotype", "unclear"

_SIDES = {rule.TOWARD: TOWARD, rule.AWAY: AWAY, rule.UNCLEAR: UNCLEAR, rule.TOO_FEW: UNCLEAR}
_WORDS = {
    rule.TOWARD: "a clear preference for the stereotype",
    rule.AWAY: "a clear preference against the stereotype",
    rule.UNCLEAR: "no clear preference",
    rule.TOO_FEW: "too few pairs to say",
}


def preference(share: Mapping[str, Any]) -> str:
    """The side of 50% that a share is clearly on, if any; the exact test decides.

    Args:
        share: `score` (percent of `n` pairs), `ties`, and `p` of the test against 50 without
            ties.

    Returns:
        `TOWARD`, `AWAY` or `UNCLEAR`.
    """
    return _SIDES[rule.verdict(share)]


def preference_text(share: Mapping[str, Any]) -> str:
    """The same in words: `no clear preference`."""
    return _WORDS[rule.verdict(share)]

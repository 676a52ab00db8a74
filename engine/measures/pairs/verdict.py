"""Whether a share of pairs is a clear preference: one rule, used wherever a share is judged.

The exact test by word pair decides. It compares the pairs that go one way with those that go the
other and leaves ties out (a sign test), since a tie says nothing about a side; the score itself
keeps ties in its denominator, as published. So the score must also lie on the side that the test
finds: ties alone could put it on the other. The interval beside the score estimates it and
decides nothing: just beside 50 the two can disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.wording import part_of
from engine.statistics import LEVEL

FEWEST = 10  # pairs below which a share is given as a count
TOO_FEW_PAIRS = f"Too few pairs for a share; at least {FEWEST} are needed."
TOWARD, AWAY, UNCLEAR, TOO_FEW = "toward", "away", "unclear", "too few"


def clear_side(share: Mapping[str, Any], p: float | None = None) -> str:
    """The side of 50% that a share of pairs is clearly on, if any.

    Args:
        share: `n`, `ties`, `score` (percent of `n` pairs), and `p` of the exact test without ties.
        p: corrected p in its place, where the share is one of a family.

    Returns:
        `toward` the stereotype, `away` from it, `unclear`, or `too few` below 10 pairs.
    """
    if share["n"] < FEWEST or share["score"] is None:
        return TOO_FEW
    found = share["p"] if p is None else p
    if found is None or found >= LEVEL:
        return UNCLEAR
    preferring = round(share["score"] * share["n"] / 100)
    others = share["n"] - share["ties"] - preferring
    if preferring > others and share["score"] > 50:
        return TOWARD
    return AWAY if preferring < others and share["score"] < 50 else UNCLEAR


def mostly_ties(share: Mapping[str, Any]) -> bool:
    """Whether more than half of the pairs are ties, so that the share is mostly of no preference.

    Args:
        share: `n` and `ties`.
    """
    return bool(2 * share["ties"] > share["n"])


def tie_note(share: Mapping[str, Any]) -> str | None:
    """What a share of mostly ties is not; None where at least half of the pairs have a side.

    Args:
        share: `n` and `ties`.
    """
    if not mostly_ties(share):
        return None
    return (
        f"{part_of(share['ties'], share['n'], 'pair', 'are')} ties, which count as "
        "not preferring the stereotype: the score is low for want of a "
        "preference, not for one against it."
    )


def interval_alone(share: Mapping[str, Any]) -> bool:
    """Whether the interval excludes 50 and the exact test still finds nothing.

    Where most pairs are ties it is they that keep the interval below 50, which `tie_note` says.

    Args:
        share: as for `clear_side`, with `interval` [2] in percent.
    """
    if share["interval"] is None or share["p"] is None or share["p"] < LEVEL or mostly_ties(share):
        return False
    low, high = share["interval"]
    return bool(low > 50 or high < 50)

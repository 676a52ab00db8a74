"""Shares as people read them, in per cent with a space before the sign."""

from __future__ import annotations


def percent(share: float) -> str:
    """A probability; small ones keep two digits, tiny ones say so."""
    if share >= 0.1:
        return f"{100 * share:.1f} %"
    if share >= 0.0001:
        return f"{100 * share:.2f} %"
    return "< 0.01 %"


def whole_percent(share: float) -> str:
    """A share in whole per cent, for running text: the sign is never parted from its number."""
    return f"{100 * share:.0f}\N{NO-BREAK SPACE}%"

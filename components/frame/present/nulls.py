"""What stands beside a result that is not clear: the smallest difference it could have shown."""

from __future__ import annotations

from engine.statistics import POWER


def detectable_text(count: str, smallest: str | None, least: str = "") -> str:
    """One sentence on what a test of this size would have detected.

    Args:
        count: what was counted, as `60 pairs`.
        smallest: the smallest difference with its unit, as `19.2 points from 50%`; None where
            the test cannot be significant at all.
        least: how many it needs, where it cannot be.
    """
    if smallest is None:
        return f"{count} are too few for a clear result" + (
            f": it needs {least}." if least else "."
        )
    return (
        f"With {count}, a difference has to be at least {smallest} to be detected with "
        f"{POWER:.0%} power; smaller ones are not ruled out."
    )

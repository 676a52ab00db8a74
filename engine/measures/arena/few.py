"""Flag rates of few completions: what is said of them in place of a percentage."""

from __future__ import annotations

from collections.abc import Sequence

ENOUGH = 40  # completions; below, an interval is wider than 30 points and a percentage misleads
_WHOLE = 1e-6  # from a whole number of completions


def flagged_text(rate: float | None, n: int, missing: str = "none") -> str:
    """A flag rate as it is written: in percent, or below `ENOUGH` completions as a count.

    >>> flagged_text(0.25, 12), flagged_text(0.25, 400)
    ('3 of 12', '25.0%')

    Args:
        rate: 0 to 1; None where nothing was judged.
        n: completions behind it. The count has a decimal where several evaluators or words share
            a completion.
        missing: what is written where there is no rate.
    """
    if rate is None:
        return missing
    return f"{count_text(rate, n)} of {n:,}" if n < ENOUGH else f"{100 * rate:.1f}%"


def interval_ends(interval: Sequence[float] | None, n: int) -> list[float] | None:
    """The ends of a flag rate's interval in the unit that the rate is written in.

    Args:
        interval: 0 to 1.
        n: completions behind it.

    Returns:
        In percent, or below `ENOUGH` completions as counts of these; None where there is none.
    """
    if interval is None:
        return None
    return [bound * (n if n < ENOUGH else 100) for bound in interval]


def count_text(rate: float, n: int) -> str:
    """How many of the completions are flagged; with a decimal where that is no whole number."""
    number = rate * n
    return f"{number:.0f}" if abs(number - round(number)) <= _WHOLE else f"{number:.1f}"

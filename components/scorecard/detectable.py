"""The smallest difference of two models that their test detects, next to their interval."""

from __future__ import annotations

from collections.abc import Sequence

from components.scorecard.wording import difference_text
from engine.scorecard.words import Entry

_FAR_INSIDE = 0.5  # an interval that reaches less far from 0 than this part of what is detectable
_NARROWER = (
    "The interval lies far inside the detectable difference: two models are compared item by item, "
    "so their difference is known closely. Which of them is nearer to neutral is clear only if a "
    "second test also finds both together on one side of neutral. That test is less precise, and "
    "it decides what is detectable."
)


def detectable_text(comparison: Entry, measure: Entry) -> str:
    """The smallest difference of two models that their test detects; `none` without one."""
    smallest = comparison.get("detectable")
    if smallest is None:
        return "none"
    return difference_text(smallest, None, measure)[0].removeprefix("+")


def narrower_note(comparisons: Sequence[Entry]) -> str:
    """Why an interval reaches much less far than what is detectable; empty where none does.

    Args:
        comparisons: of one measure.
    """
    return _NARROWER if any(map(_is_far_inside, comparisons)) else ""


def _is_far_inside(comparison: Entry) -> bool:
    bounds, smallest = comparison["interval"], comparison.get("detectable")
    if bounds is None or smallest is None:
        return False
    return bool(max(map(abs, bounds)) < _FAR_INSIDE * smallest)

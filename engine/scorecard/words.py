"""The words of a report that have a fixed meaning, and how large its numbers may be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.wording import counted
from engine.core.wording import tier_letter as tier_letter

Report = Mapping[str, Any]  # `biascope.scorecard/1`, see `schema.ScorecardReport`
Entry = Mapping[str, Any]  # a contestant, measure or cell of it

# of a contestant, and of its figures
MEASURED, IMPORTED, PUBLISHED = ORIGINS = ("measured", "imported", "published")
# of a cell without a figure: with a reason, as a plug-in failed, and not measured so far
REFUSED, FAILED, MISSING = "refused", "failed", "missing"
STATUSES = (*ORIGINS, REFUSED, FAILED, MISSING)
WEAK = "amber"  # health of a model that passes its check and hardly knows the language
NOT_RANKED = "Not ranked: "  # how the note begins that says why a figure has no rank
RANKED_BY = "Ranked by "  # and the one that says by how many units, where not by all
WITHOUT_SIGN = "|d|"  # what is written before a published figure that was printed without one
MOST_DIGITS = 15  # of a float
LARGEST = 1e100  # of a figure that can be reckoned with: its square is a number too


def under_masks(models: int, masks: int, original: bool, noun: str = "mask") -> str:
    """Models and the masks that each is measured under: `2 models, original and under 3 masks`.

    Args:
        masks: sets of masked heads, or of all that is done.
        noun: what these are called.
        original: whether each is measured without a mask as well.
    """
    under = [*["original"] * original, *[f"under {counted(masks, noun)}"] * bool(masks)]
    return f"{counted(models, 'model')}, {' and '.join(under)}"


def names_by_reason(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Each reason once, with what it is of.

    Args:
        pairs: name and reason; what has an empty one is left out.
    """
    found: dict[str, list[str]] = {}
    for name, reason in pairs:
        if reason:
            found.setdefault(reason, []).append(name)
    return found

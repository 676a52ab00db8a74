"""Speed of GEST's measure on a slice, and what a whole set would take at that rate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.bench.timing import seconds
from engine.measures.gest.scoring import sentence_scores
from engine.measures.gest.study import items_of

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM

_WARM = 4  # items


@dataclass(frozen=True)
class GestSpeed:
    """How fast sentences are scored.

    Args:
        items: sentences in templates that were timed.
        items_per_second: over all of them.
        whole: items of the whole set.
        projected: seconds for the whole set at this rate.
    """

    items: int
    items_per_second: float
    whole: int
    projected: float


def gest_speed(
    lm: MaskedLM, sentences: Sequence[str], templates: Sequence[int], slice_: int
) -> GestSpeed:
    """Time a slice with sentences of every length.

    Args:
        slice_: items that are timed; all of them where there are fewer.
    """
    step = max(1, len(sentences) * len(templates) // slice_)
    items = items_of(sentences[::step], templates)
    sentence_scores(lm, items[:_WARM], {})
    rate = len(items) / seconds(lambda: sentence_scores(lm, items, {}))
    whole = len(sentences) * len(templates)
    return GestSpeed(len(items), rate, whole, whole / rate)

"""Shapes that stored values and reports have in common; `engine.core.shape` checks them.

A store is a file: another version, another program or a failing disk may have written what is
JSON and yet not a value. Such a value is a miss, so no consumer of values has to expect it. A
report of a user is refused instead, with the place that does not fit.

Values are JSON: what a measure gives and what comes back from the store are equal.
"""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, final

from typing_extensions import TypedDict

from engine.core.constraints import Interval
from engine.core.shape import IN_ORDER, fits, is_range

__all__ = [
    "AgainstCpu",
    "Bounds",
    "Correlation",
    "Count",
    "InterventionEntries",
    "Problem",
    "Share",
    "equally_long",
    "fits",
    "is_range",
    "is_word",
]


def equally_long(lists: dict[str, Any]) -> bool:
    """Whether all lists of an entry have the same number of elements."""
    return len({len(part) for part in lists.values() if isinstance(part, list)}) < 2


class AblationEntry(TypedDict):
    """What masked heads give, and over which texts that was read."""

    by: str
    reference: str


class ErasedEntry(TypedDict):
    """One fitted erasure, see `engine.core.interventions.ErasedConcept`."""

    concept: str
    method: str
    digest: str


class SteeredEntry(ErasedEntry):
    """One steering vector, see `engine.core.interventions.SteeringVector`."""

    layer: int
    strength: float


class SelfDebiasEntry(TypedDict):
    """What self-debiasing describes."""

    because_of: str
    decay: float


class InterventionEntries(TypedDict):
    """What `Interventions.identity()` adds to the identity of a model; each only where it is so."""

    ablation: NotRequired[AblationEntry]
    scaled_heads: NotRequired[list[str]]
    erased: NotRequired[list[ErasedEntry]]
    steered: NotRequired[list[SteeredEntry]]
    self_debias: NotRequired[SelfDebiasEntry]


@final
class Problem(TypedDict):
    """Why an item has no value.

    Args:
        problem: one sentence.
        kind: one word, of pairs.
        unread_words: of pairs, what the model has no token for, where there is any.
    """

    problem: str
    kind: NotRequired[str]
    unread_words: NotRequired[list[str]]


def is_word(entry: list[Any]) -> bool:
    """Whether an entry is [word, token, probability]."""
    return (
        len(entry) == 3
        and isinstance(entry[0], str)
        and isinstance(entry[1], str)
        and isinstance(entry[2], float | int)
        and 0.0 <= entry[2] <= 1.0
    )


Share = Annotated[float, Interval(ge=0, le=1)]  # or a score on the same scale
Count = Annotated[int, Interval(ge=0, le=10_000_000)]
Bounds = Annotated[list[float], IN_ORDER]
# A correlation may be above 1 by rounding.
Correlation = Annotated[float, Interval(ge=-1 - 1e-6, le=1 + 1e-6)]


class AgainstCpu(TypedDict):
    """How far the scores of a device were from the CPU's.

    Args:
        device: name of what computed.
        largest_difference: of the scores of a sample; None where they were not compared.
        scores: in the sample.
        bound: beyond which the device is refused for the model.
        unit: of both.
        reason: why they were not compared; empty where they were.
    """

    device: str
    largest_difference: float | None
    scores: int
    bound: float
    unit: str
    reason: str

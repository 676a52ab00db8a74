"""What values of several measures have in common; their shapes are checked as `shapes.fits` does.

Values are JSON: what a measure gives and what comes back from the store are equal.
"""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict, final


def equally_long(lists: dict[str, Any]) -> bool:
    """Whether all lists of an entry have the same number of elements."""
    return len({len(part) for part in lists.values() if isinstance(part, list)}) < 2


@final
class Problem(TypedDict):
    """Why an item has no value.

    Args:
        problem: one sentence.
        kind: one word, of pairs.
    """

    problem: str
    kind: NotRequired[str]


def is_word(entry: list[Any]) -> bool:
    """Whether an entry is [word, token, probability]."""
    return (
        len(entry) == 3
        and isinstance(entry[0], str)
        and isinstance(entry[1], str)
        and isinstance(entry[2], float | int)
        and 0.0 <= entry[2] <= 1.0
    )


def is_share(value: float) -> bool:
    """Whether a number is a share, or a score on the same scale."""
    return 0 <= value <= 1


def is_count(value: int) -> bool:
    """Whether a number counts something."""
    return 0 <= value <= 10_000_000


def is_range(values: list[float]) -> bool:
    """Whether a list is a lower and an upper bound."""
    return len(values) == 2 and values[0] <= values[1]


def are_shares(values: list[float | None]) -> bool:
    """Whether all numbers of a list are shares."""
    return all(value is None or is_share(value) for value in values)


Share = Annotated[float, is_share]
Count = Annotated[int, is_count]
Bounds = Annotated[list[float], is_range]

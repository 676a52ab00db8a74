"""Why an item has no value, and the check that the lists of a value belong together."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict, final


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

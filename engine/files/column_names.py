"""Names of columns that are there twice, told apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

_ORDINAL = {2: "nd", 3: "rd"}
_AGAIN = re.compile(r" \(\d+(?:nd|rd|th)\)$")


def told_apart(names: Sequence[str]) -> Iterator[str]:
    """Names of columns, of which one that is there twice is followed by `NAME (2nd)`."""
    seen: dict[str, int] = {}
    taken = {*names}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        own = name
        while name and seen[name] > 1 and own in taken:
            own = again(name, seen[name])
            seen[name] += own in taken
        taken.add(own)
        yield own


def again(name: str, number: int) -> str:
    """What the second, third, … column of one name is called."""
    return f"{name} ({number}{_ORDINAL.get(number, 'th')})"


def without_number(name: str) -> str:
    """The name in the file of a column that `told_apart` named."""
    return _AGAIN.sub("", name)


def distinct(names: Iterable[str]) -> Iterator[str]:
    """Column names with a number behind those that repeat, and those that would clash."""
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name} ({seen[name]})"

"""Words that many messages share."""

from __future__ import annotations

from collections.abc import Sequence


def listed(names: Sequence[str], most: int = 8) -> str:
    """Names in a row, the later ones only counted."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"


def counted(number: int, noun: str) -> str:
    """A number of things: `1 pair`, `1,508 pairs`."""
    return f"{number:,} {noun}{'s' * (number != 1)}"

"""What a card on Home shows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Card:
    """One number with what it means.

    Args:
        title: what was measured.
        number: as it is shown.
        meaning: what the number means, in plain words that follow it.
        statistics: its interval, sizes and technical name.
        page: where it comes from, if a page shows more.
    """

    title: str
    number: str
    meaning: str
    statistics: str
    page: str | None = None

"""One number with what it means, as every card on Home has it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from components.frame.present.numbers import interval_text
from engine.core.spec import ModelSpec


@dataclass(frozen=True)
class Card:
    """One number with what it means.

    Args:
        title: what was measured.
        number: as it is shown.
        meaning: what the number means, in plain words that follow it.
        statistics: its interval, sizes and technical name.
        page: where it comes from, if a page shows more.
        settings: of that page, as its address has them, for this number.
    """

    title: str
    number: str
    meaning: str
    statistics: str
    page: str | None = None
    settings: tuple[tuple[str, str], ...] = ()


# A model -> its card; None while nothing is measured.
MakeCard = Callable[[ModelSpec], Card | None]


def percent_interval(bounds: Sequence[float]) -> str:
    """The interval of a share, in whole percent."""
    return interval_text([100 * bound for bound in bounds], ".0f")

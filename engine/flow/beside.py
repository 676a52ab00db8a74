"""Figures that a paper printed, and ours beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

Ours = Mapping[tuple[str, str, str], float | None]  # (part, name, quantity) -> figure


class PublishedFigure(NamedTuple):
    """One published figure.

    Args:
        part: which of the paper's results.
        name: of what it is a figure, such as a weighting or a set of masked heads.
        quantity: as results call it.
        score: as printed.
    """

    part: str
    name: str
    quantity: str
    score: float


def beside_published(figures: Iterable[PublishedFigure], ours: Ours) -> list[dict[str, Any]]:
    """Published figures with ours.

    Returns:
        One entry a figure: `part`, `name`, `quantity`, `published`, `ours` and `difference`
        (ours - published), None where ours is missing.
    """
    entries = []
    for part, name, quantity, score in figures:
        mine = ours.get((part, name, quantity))
        entries.append(
            {
                "part": part,
                "name": name,
                "quantity": quantity,
                "published": score,
                "ours": mine,
                "difference": None if mine is None else mine - score,
            }
        )
    return entries

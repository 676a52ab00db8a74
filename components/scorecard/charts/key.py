"""The key of the grid: what its marks, colours, lines and grounds mean."""

from __future__ import annotations

from collections.abc import Sequence

from components.frame.present.theme import palette
from components.scorecard.charts.marks import Place
from engine.scorecard.words import IMPORTED, PUBLISHED


def key(places: Sequence[Place], tiered: bool) -> list[tuple[str, str, str]]:
    """Mark, colour and meaning of everything that is drawn.

    Args:
        places: the measures of the figure.
        tiered: whether the tiers of one are shaded.
    """
    colours = palette()
    drawn = [(own.colour(row, cell), cell["status"]) for own in places for row, cell in own.known]
    used, origins = {colour for colour, _ in drawn}, {status for _, status in drawn}
    lettered = any(own.several for own in places)
    entries = (
        (colours.toward in used, "dot", colours.toward, "clearly toward the stereotype"),
        (colours.away in used, "dot", colours.away, "clearly away from it"),
        (colours.ink in used, "dot", colours.ink, "not clear, or a cost"),
        (lettered, "text", "", "letters: tiers, between which models clearly differ"),
        (IMPORTED in origins, "outline", colours.ink, "imported"),
        (PUBLISHED in origins, "diamond", colours.ink, "published (outlined)"),
        (any(any(own.weak) for own in places), "hatched", colours.muted, "too weak to be judged"),
        (any(own.has_interval for own in places), "line", colours.ink, "95% CI"),
        (any(own.has_neutral for own in places), "dotted", colours.muted, "neutral"),
        (tiered, "square", colours.line, "every other tier, by its letter"),
    )
    return [(mark, colour, text) for is_there, mark, colour, text in entries if is_there]

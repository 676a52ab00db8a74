"""The key of the grid: what its marks, colours, lines and grounds mean."""

from __future__ import annotations

from collections.abc import Sequence

from components.frame.present.theme import palette
from components.scorecard.charts.place import Place
from components.scorecard.wording import clear_by_text, has_one_side
from engine.core.wording import in_a_row
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
    sided = [own.measure for own in places if own.has_neutral and not has_one_side(own.measure)]
    lettered = any(own.several for own in places)
    entries = (
        (colours.toward in used, "dot", colours.toward, "clearly toward the stereotype"),
        (colours.away in used, "dot", colours.away, "clearly away from it"),
        (colours.ink in used, "dot", colours.ink, _dark(places)),
        (bool(sided), "text", "", clear_by_text(sided)),
        (lettered, "text", "", "letters: tiers, which clearly differ"),
        (IMPORTED in origins, "outline", colours.ink, "imported"),
        (PUBLISHED in origins, "diamond", colours.ink, "published (outlined)"),
        (any(any(own.weak) for own in places), "hatched", colours.muted, "too weak to be judged"),
        (any(own.has_interval for own in places), "line", colours.ink, "95% CI"),
        (any(own.has_neutral for own in places), "dotted", colours.muted, "neutral"),
        (tiered, "square", colours.line, "every other tier, by its letter"),
    )
    return [(mark, colour, text) for is_there, mark, colour, text in entries if is_there]


def _dark(places: Sequence[Place]) -> str:
    """What ink means; only what is there."""
    costs = any(not own.has_neutral for own in places)
    rates = any(has_one_side(own.measure) for own in places)
    parts = ["not clear", *["a cost"] * costs, *["a rate that cannot lie below neutral"] * rates]
    return in_a_row(parts, "or")

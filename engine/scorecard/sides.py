"""On which side of neutral the figures of a report clearly are, each by its measure's own rule."""

from __future__ import annotations

from engine.columns.side import BY_INTERVAL, UNCLEAR, Sides
from engine.scorecard.columns import FAMILIES
from engine.scorecard.words import Entry


def side(cell: Entry, measure: Entry) -> str:
    """`toward` the stereotype, `away` from it, `unclear`, or `one-sided` for what has no sides.

    Args:
        cell: of a report.
        measure: its measure in the report; one that is not known here goes by the interval.
    """
    return UNCLEAR if cell["value"] is None else rule_of(measure).of(cell, measure)


def rule_of(measure: Entry) -> Sides:
    """What decides for a measure; a cost is on no side."""
    name = str(measure["name"])
    family = FAMILIES.get(name.partition(":")[0])
    return BY_INTERVAL if family is None else family.sides(name)

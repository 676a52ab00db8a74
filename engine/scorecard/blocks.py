"""A table of many measures in blocks that fit a page, each with the models that it is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple

from engine.scorecard.words import MEASURED

MOST_ACROSS = 5  # measures in one block
Entry = Mapping[str, Any]


class Block(NamedTuple):
    """Measures next to each other, and the contestants that have a figure in one of them."""

    measures: list[Entry]
    contestants: list[Entry]


def blocks(report: Mapping[str, Any], contestants: Sequence[Entry]) -> list[Block]:
    """The measures with a figure in blocks of about equal size.

    Those that only imported models have are blocks of their own, so that few cells are empty.

    Args:
        report: `biascope.scorecard/1`.
        contestants: those that are shown.
    """
    shown = {one["id"] for one in contestants}
    own = {one["id"] for one in contestants if one["origin"] == MEASURED}
    found = [
        cell
        for cell in report["cells"]
        if cell["contestant"] in shown and cell["value"] is not None
    ]
    known = {cell["measure"] for cell in found}
    asked = {cell["measure"] for cell in found if cell["contestant"] in own}
    measures = [one for one in report["measures"] if one["name"] in known]
    groups = [
        [one for one in measures if (one["name"] in asked) == measured]
        for measured in (True, False)
    ]
    there = {(cell["contestant"], cell["measure"]) for cell in found}
    return [
        Block(
            block,
            [
                one
                for one in contestants
                if any((one["id"], each["name"]) in there for each in block)
            ],
        )
        for group in groups
        for block in even(group)
    ]


def even(measures: Sequence[Entry], most: int = MOST_ACROSS) -> list[list[Entry]]:
    """Measures in runs of about equal length, none longer than `most`."""
    if not measures:
        return []
    each = ceil(len(measures) / ceil(len(measures) / most))
    return [list(measures[start : start + each]) for start in range(0, len(measures), each)]

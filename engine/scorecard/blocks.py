"""A table of many measures in blocks that fit a page, each with the models that it is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.columns.column import CLUSTERS, CROSSED
from engine.scorecard.words import MEASURED, Entry
from engine.statistics.paired import Alike

if TYPE_CHECKING:
    import numpy as np

MOST_ACROSS = 5  # measures in one block


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


# --- units --------------------------------------------------------------------------------
# Which contestants of a column were measured on the same units.

FEWEST_SHARE = 0.5  # of the units that any contestant has
UNITS = "units"  # of a cell's detail: a digest, where the units are not those of the column's data


class Comparable(NamedTuple):
    """The places of a column's cells, by whether they can be compared unit by unit.

    Args:
        kept: of the units that most of them have, with enough of these.
        others: of other units.
        few: of the same units, with less than half of those that another cell has.
        most: units of the cell that has most.
    """

    kept: list[int]
    others: list[int]
    few: list[int]
    most: int


def comparable(cells: Sequence[Mapping[str, Any]]) -> Comparable:
    """Those that have parts, divided.

    Units are the same where the parts are equally many and no digest of the units says otherwise.

    Args:
        cells: of one column; the places of those without parts are left out.
    """
    units = {
        place: (len(cell["parts"]), str((cell.get("detail") or {}).get(UNITS, "")))
        for place, cell in enumerate(cells)
        if cell.get("parts")
    }
    if not units:
        return Comparable([], [], [], 0)
    usual = Counter(units.values()).most_common(1)[0][0]  # of equally many, the first one's
    sizes = {place: known_units(cells[place]) for place, own in units.items() if own == usual}
    most = max(sizes.values())
    enough = max(1, FEWEST_SHARE * most)
    return Comparable(
        kept=[place for place, size in sizes.items() if size >= enough],
        others=[place for place, own in units.items() if own != usual],
        few=[place for place, size in sizes.items() if size < enough],
        most=most,
    )


def known_units(cell: Mapping[str, Any]) -> int:
    """Units that give a cell something."""
    return sum(part is not None for part in cell["parts"])


def alike_units(cells: Sequence[Entry], shared: np.ndarray) -> Alike:
    """What units have in common, where the cells say it.

    Args:
        cells: of one column, with equal units.
        shared: [unit] bool, those that are looked at.
    """
    crossed = _numbers(cells, CROSSED, (2, len(shared)))
    if crossed is not None:
        return Alike(crossed=(crossed[0][shared], crossed[1][shared]))
    clusters = _numbers(cells, CLUSTERS, (len(shared),))
    if clusters is None or len(set(clusters[shared].tolist())) == int(shared.sum()):
        return Alike()  # each unit has a cluster of its own
    return Alike(clusters=clusters[shared])


def _numbers(cells: Sequence[Entry], key: str, shape: tuple[int, ...]) -> np.ndarray | None:
    """Whole numbers of this shape that all cells have which have any; None otherwise."""
    import numpy as np

    every = [cell["detail"][key] for cell in cells if cell["detail"].get(key) is not None]
    # An imported figure of the same units need not say what they share.
    if not every or any(one != every[0] for one in every):
        return None
    try:
        found = np.array(every[0])
    except ValueError:  # of an imported report: lists of unequal length
        return None
    return found if found.shape == shape and found.dtype.kind == "i" else None

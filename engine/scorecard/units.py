"""Which contestants of a column were measured on the same units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

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

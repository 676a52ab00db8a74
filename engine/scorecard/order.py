"""Contestants in order within each column, with what the order is worth.

Compared are distances from the neutral value: the parts of a contestant are turned toward the side
on which its own mean lies, so that a test is one of distances. Costs are compared as they are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.columns.column import COST, CROSSED, EXP, PERCENT, SCALES
from engine.core.wording import counted
from engine.scorecard.blocks import comparable, known_units
from engine.scorecard.words import NOT_RANKED, RANKED_BY, Entry
from engine.statistics import DRAWS
from engine.statistics.tiers import (
    intervals_of_ranks,
    name_of_test,
    paired_tests,
    ranks_of,
    tiers_of,
)

if TYPE_CHECKING:
    import numpy as np

_ALONE = "no other model has a figure to compare it with."
_UNRANKED = dict.fromkeys(("rank", "rank_interval", "tier", "tested_against"))


@dataclass(frozen=True)
class Ordered:
    """Cells with their ranks, and every two contestants of a column with their test."""

    cells: list[dict[str, Any]]
    comparisons: list[dict[str, Any]]


def ordered(
    measures: Sequence[Entry], cells: Sequence[Entry], seed: int = 0, draws: int = DRAWS
) -> Ordered:
    """Rank the contestants of every column; nothing is ranked over columns.

    Args:
        measures, cells: as in a report; ranks that the cells have are worked out again.
        seed: of the bootstrap.
    """
    found, comparisons = [_unranked(cell) for cell in cells], []
    for measure in measures:
        own = [cell for cell in found if cell["measure"] == measure["name"]]
        comparisons += _rank(measure, own, seed, draws)
    return Ordered(found, comparisons)


def distance(value: float | None, measure: Entry) -> float | None:
    """Of a figure from the neutral value: in its unit, of a ratio that of the logarithms.

    Returns:
        None where there is no value or no neutral one.
    """
    neutral = measure["neutral"]
    if value is None or neutral is None:
        return None
    if measure["scale"] != EXP.name:
        return abs(value - neutral)
    return abs(math.log(value / neutral)) if value > 0 and neutral > 0 else None


def _unranked(cell: Entry) -> dict[str, Any]:
    notes = [note for note in cell["notes"] if not note.startswith((NOT_RANKED, RANKED_BY))]
    return {**cell, **_UNRANKED, "notes": notes}


def _rank(
    measure: Entry, cells: Sequence[dict[str, Any]], seed: int, draws: int
) -> list[dict[str, Any]]:
    """Put ranks and tiers, or the reason why there is none, into the cells of one column."""
    import numpy as np

    valued = [cell for cell in cells if cell["value"] is not None]
    kept = _comparable(measure, valued)
    if not kept:
        return []
    parts = np.array([cell["parts"] for cell in kept], float)  # None becomes nan
    shared = ~np.isnan(parts).any(axis=0)
    values = _distances(measure, parts[:, shared]) if shared.any() else None
    if values is None:
        reason = "no neutral value." if shared.any() else f"no {_unit(measure)} that all have."
        for cell in kept:
            _note(cell, reason)
        return []
    shares = measure["scale"] == PERCENT.name and bool(((values >= 0) & (values <= 1)).all())
    crossed = _crossed(kept, shared)
    pairs = paired_tests(values, shares, seed, draws, crossed)
    order = sorted(range(len(kept)), key=lambda at: (values[at].mean(), at))
    ranks = ranks_of([float(values[at].mean()) for at in order])
    tiers = tiers_of(order, ranks, pairs)
    intervals = intervals_of_ranks(values, pairs, seed, draws)
    for row, at in enumerate(order):
        tier, first = tiers[row]
        if (count := int(shared.sum())) < known_units(kept[at]):
            _add(kept[at], f"{RANKED_BY}the {count:,} {measure['counted']} that all have.")
        kept[at] |= {
            "rank": ranks[row],
            "rank_interval": list(intervals[at]),
            "tier": tier,
            "tested_against": None if first == at else kept[first]["contestant"],
        }
    tested = [values[entry["second"]] - values[entry["first"]] for entry in pairs]
    names = [name_of_test(differences, shares, crossed is not None) for differences in tested]
    return [
        _comparison(measure, kept, values.shape[1], name, entry)
        for name, entry in zip(names, pairs, strict=True)
    ]


def _crossed(cells: Sequence[Entry], shared: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """Row and column of each shared unit, where the cells say that units are crossed."""
    import numpy as np

    every = [cell["detail"][CROSSED] for cell in cells if cell["detail"].get(CROSSED) is not None]
    # An imported figure of the same units need not say how they are crossed.
    if not every or any(one != every[0] for one in every):
        return None
    try:
        found = np.array(every[0])
    except ValueError:  # of an imported report: lists of unequal length
        return None
    if found.shape != (2, len(shared)) or found.dtype.kind != "i":
        return None
    return found[0][shared], found[1][shared]


def _comparable(measure: Entry, cells: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The cells of equal units with enough of them; the others get a note."""
    for cell in cells:
        if not cell["parts"]:
            _note(cell, f"what each {_unit(measure)} gives is not known.")
    found = comparable(cells)
    for place in found.others:
        _note(cells[place], f"its {measure['counted']} are not those of the other models.")
    for place in found.few:
        number = counted(known_units(cells[place]), _unit(measure))
        reason = f"it has {number} and another model {found.most:,}; half of these are needed."
        _note(cells[place], reason)
    if len(found.kept) == 1:
        _note(cells[found.kept[0]], _ALONE)
        return []
    return [cells[place] for place in found.kept]


def _unit(measure: Entry) -> str:
    return str(measure["counted"]).removesuffix("s")


def _note(cell: dict[str, Any], reason: str) -> None:
    _add(cell, f"{NOT_RANKED}{reason}")


def _add(cell: dict[str, Any], note: str) -> None:
    cell["notes"] = [*cell["notes"], note]


def _distances(measure: Entry, parts: np.ndarray) -> np.ndarray | None:
    """[contestant, unit] parts, turned so that a lower mean is the better one."""
    import numpy as np

    if measure["group"] == COST:
        return parts
    try:
        middle = SCALES[measure["scale"]].back(measure["neutral"])
    except (TypeError, ValueError):  # no neutral value, or one that the scale never gives
        return None
    side = np.where(parts.mean(axis=1) < middle, -1.0, 1.0)[:, None]
    return middle + side * (parts - middle)


def _comparison(
    measure: Entry, kept: Sequence[Entry], units: int, test: str, entry: Entry
) -> dict[str, Any]:
    factor = 100.0 if measure["scale"] == PERCENT.name else 1.0
    first, second = entry["first"], entry["second"]
    bounds = entry["interval"]
    return {
        "measure": measure["name"],
        "first": kept[first]["contestant"],
        "second": kept[second]["contestant"],
        "difference": factor * entry["difference"],
        "interval": None if bounds is None else [factor * bound for bound in bounds],
        "p": entry["p"],
        "p_holm": entry["p_holm"],
        "n": units,
        "test": test,
    }

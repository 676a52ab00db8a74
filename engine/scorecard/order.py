"""Contestants in order within each column, with what the order is worth.

Compared are distances from the neutral value, by tests that hold on whichever sides of it two
contestants lie (`engine.statistics.paired`). Costs are compared as they are.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.columns.column import CLUSTERS, COST, EXP, PERCENT, SCALES
from engine.core.wording import counted
from engine.scorecard.blocks import alike_units, comparable, known_units
from engine.scorecard.words import NOT_RANKED, RANKED_BY, WEAK, Entry
from engine.statistics import DRAWS
from engine.statistics.clusters import cluster_parts
from engine.statistics.intervals import interval_note
from engine.statistics.paired import Alike
from engine.statistics.power import detectable_difference
from engine.statistics.shares import FEWEST_CLUSTERS
from engine.statistics.tiers import (
    intervals_of_ranks,
    name_of_test,
    paired_tests,
    ranks_of,
    tiers_of,
)

if TYPE_CHECKING:
    import numpy as np

RULES = 5  # version of the tests, ranks and tiers
RULES_KEY = "ranking_rules"  # of a report's manifest: the version that ranked it
_ALONE = "no other model has a figure to compare it with."
_TOO_WEAK = "the model is too weak to be judged; its health check says why."
_PAIRS = "pairs"  # what units of sentence pairs are called
_BY_PAIR = (
    f"{RANKED_BY}single pairs: the report does not say which of them swap the same words. Such "
    "pairs are alike, so models may differ less clearly than this shows; measured again, they are "
    "compared by word pair."
)
_UNRANKED = dict.fromkeys(("rank", "rank_interval", "tier", "tested_against"))


@dataclass(frozen=True)
class Ordered:
    """Cells with their ranks, and every two contestants of a column with their test."""

    cells: list[dict[str, Any]]
    comparisons: list[dict[str, Any]]


def weak_ones(contestants: Sequence[Entry]) -> frozenset[str]:
    """Ids of the contestants whose health check says that they hardly know the language."""
    return frozenset(one["id"] for one in contestants if one["health"] == WEAK)


def ordered(
    measures: Sequence[Entry],
    cells: Sequence[Entry],
    seed: int = 0,
    draws: int = DRAWS,
    weak: Collection[str] = (),
) -> Ordered:
    """Rank the contestants of every column; nothing is ranked over columns.

    Args:
        measures, cells: as in a report; ranks that the cells have are worked out again.
        seed: of the bootstrap.
        weak: ids of contestants that are not ranked: near neutral they show weakness, no fairness.
    """
    found, comparisons = [_unranked(cell) for cell in cells], []
    for cell in found:
        if cell["contestant"] in weak and cell["value"] is not None:
            _note(cell, _TOO_WEAK)
    for measure in measures:
        own = [
            cell
            for cell in found
            if cell["measure"] == measure["name"] and cell["contestant"] not in weak
        ]
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
    alike = alike_units(kept, shared)
    compared = _compared(measure, parts[:, shared], alike) if shared.any() else None
    if compared is None:
        reason = "no neutral value." if shared.any() else f"no {_unit(measure)} that all have."
        for cell in kept:
            _note(cell, reason)
        return []
    pairs = compared.tests(seed, draws)
    sizes = compared.sizes
    order = sorted(range(len(kept)), key=lambda at: (sizes[at], at))
    ranks = ranks_of([float(sizes[at]) for at in order])
    tiers = tiers_of(order, ranks, pairs)
    intervals = compared.ranks(pairs, seed, draws)
    by_pair = measure["counted"] == _PAIRS and not any(CLUSTERS in one["detail"] for one in kept)
    for row, at in enumerate(order):
        tier, first = tiers[row]
        if (count := int(shared.sum())) < known_units(kept[at]):
            _add(kept[at], f"{RANKED_BY}the {count:,} {measure['counted']} that all have.")
        if by_pair:
            _add(kept[at], _BY_PAIR)
        kept[at] |= {
            "rank": ranks[row],
            "rank_interval": list(intervals[at]),
            "tier": tier,
            "tested_against": None if first == at else kept[first]["contestant"],
        }
    return [_comparison(measure, kept, compared, entry) for entry in pairs]


@dataclass(frozen=True, eq=False)
class _Compared:
    """What is compared of a column.

    Args:
        values: [contestant, unit] on the scale of parts.
        neutral: mean from which distances are compared; None to compare the means.
        shares: whether all values are shares from 0 to 1.
        alike: which units are.
    """

    values: np.ndarray
    neutral: float | None
    shares: bool
    alike: Alike

    @property
    def sizes(self) -> np.ndarray:
        """[contestant] what orders them: mean, or distance of the mean from the neutral one."""
        means: np.ndarray = self.values.mean(axis=1)
        return means if self.neutral is None else abs(means - self.neutral)

    @property
    def independent(self) -> int:
        """Units, or what they share; of crossed ones the rows or the columns, the fewer."""
        shared = self.alike.crossed or [one for one in (self.alike.clusters,) if one is not None]
        return min((len(set(one.tolist())) for one in shared), default=self.values.shape[1])

    def tests(self, seed: int, draws: int) -> list[dict[str, Any]]:
        """Every two contestants with their test."""
        crossed, clusters = self.alike
        return paired_tests(self.values, self.shares, seed, draws, crossed, self.neutral, clusters)

    def ranks(self, pairs: Sequence[Entry], seed: int, draws: int) -> list[tuple[int, int]]:
        """[contestant] interval of its rank.

        Args:
            pairs: from `tests`.
        """
        clusters = self.alike.clusters
        return intervals_of_ranks(self.values, pairs, seed, draws, self.neutral, clusters)

    def name_of_test(self, differences: np.ndarray) -> str:
        """Name of the test of [unit] differences of two contestants."""
        crossed, clusters = self.alike
        return name_of_test(differences, self.shares, crossed is not None, self.neutral, clusters)


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


def _compared(measure: Entry, parts: np.ndarray, alike: Alike) -> _Compared | None:
    """How [contestant, unit] parts are compared; None without the neutral value that bias needs."""
    shares = measure["scale"] == PERCENT.name and bool(((parts >= 0) & (parts <= 1)).all())
    if measure["group"] == COST:
        return _Compared(parts, None, shares, alike)
    try:
        middle = SCALES[measure["scale"]].back(measure["neutral"])
    except (TypeError, ValueError):  # no neutral value, or one that the scale never gives
        return None
    if shares and middle in (0.0, 1.0):  # no share lies on the other side
        return _Compared(abs(parts - middle), None, shares, alike)
    return _Compared(parts, middle, shares, alike)


def _comparison(
    measure: Entry, kept: Sequence[Entry], compared: _Compared, entry: Entry
) -> dict[str, Any]:
    factor = 100.0 if measure["scale"] == PERCENT.name else 1.0
    first, second = entry["first"], entry["second"]
    differences = compared.values[second] - compared.values[first]
    bounds = entry["interval"] if compared.independent >= FEWEST_CLUSTERS else None
    found = {
        "measure": measure["name"],
        "first": kept[first]["contestant"],
        "second": kept[second]["contestant"],
        "difference": factor * entry["difference"],
        "interval": None if bounds is None else [factor * bound for bound in bounds],
        "p": entry["p"],
        "p_holm": entry["p_holm"],
        "n": compared.values.shape[1],
        "test": compared.name_of_test(differences),
        "detectable": None,
        "note": "",
    }
    if bounds is None:
        middle = 0.0 if compared.neutral is None else compared.neutral
        mirrored = 2 * middle - compared.values[second] - compared.values[first]
        return found | {"note": _without_interval(measure, compared, differences, mirrored)}
    smallest = entry.get("detectable", detectable_difference(*bounds))
    return found | {"detectable": factor * smallest}


def _without_interval(
    measure: Entry, compared: _Compared, differences: np.ndarray, mirrored: np.ndarray
) -> str:
    """Why a difference has no interval, from both differences of its units."""
    unit, clusters = _unit(measure), compared.alike.clusters
    if compared.independent < FEWEST_CLUSTERS:
        of = "" if compared.alike.independent else "clusters of "
        return f"No interval: fewer than {FEWEST_CLUSTERS} {of}{measure['counted']}."
    if clusters is not None:
        unit = "cluster"
        differences, mirrored = (cluster_parts(one, clusters) for one in (differences, mirrored))
    if (why := interval_note(differences, unit)) is None:
        of_mirrored = interval_note(mirrored, unit)
        why = f"with one of the two models mirrored at the neutral value, {of_mirrored}"
    return f"No interval: {why}."

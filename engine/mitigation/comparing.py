"""A row and the original on the same items: what changed, and the distance from neutral.

Pairs, words and sentences are those of both, so differences are paired; of a perplexity it is the
ratio. That a figure lies nearer to its neutral value is claimed only where it changed and would
also differ from the original mirrored there (`engine.statistics.paired`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.columns.column import BIAS, EXP, PERCENT, Column, Reading
from engine.measures.heads.changes import effect_change
from engine.scorecard.blocks import alike_units, comparable
from engine.statistics import LEVEL, holm
from engine.statistics.clusters import cluster_parts
from engine.statistics.intervals import Bounds, interval_note
from engine.statistics.paired import Alike, distance_interval, paired_tests
from engine.statistics.power import detectable_difference
from engine.statistics.shares import FEWEST_CLUSTERS

if TYPE_CHECKING:
    import numpy as np

NEARER, FURTHER, WORSE, BETTER, UNCLEAR = "nearer", "further", "worse", "better", "unclear"
_STEP = 1e-9  # a smaller change is none


@dataclass(frozen=True)
class Compared:
    """One row against the original in one column.

    Args:
        change: in the unit of the figure, of a perplexity the ratio; None where nothing can be
            compared, with `note`.
        interval: its 95% interval; None without one, with `note`.
        p: two-sided, that the mean did not change.
        distance_change: how much further from neutral it lies, below 0 nearer; None of a cost.
        distance_interval, distance_p: of that.
        p_holm: of the claim, that is of the distance, or of the change of a cost, corrected over
            the rows of the column.
        n: items compared.
        note: why there is no interval, or what else to know.
    """

    change: float | None = None
    interval: Bounds | None = None
    p: float | None = None
    distance_change: float | None = None
    distance_interval: Bounds | None = None
    distance_p: float | None = None
    p_holm: float | None = None
    n: int = 0
    note: str = ""

    def detectable(self, column: Column) -> float | None:
        """Smallest change that one test would have detected with 80% power; of a ratio a factor."""
        if self.interval is None:
            return None
        if column.scale is not EXP:
            return detectable_difference(*self.interval)
        low, high = map(EXP.back, self.interval)
        return EXP.of(detectable_difference(low, high))

    def verdict(self, column: Column) -> str:
        """What a test supports: `nearer` or `further`, of a cost `worse` or `better`."""
        if self.p_holm is None or self.p_holm >= LEVEL or self.change is None:
            return UNCLEAR
        if column.group == BIAS:
            moved = self.distance_change or 0.0
            return UNCLEAR if abs(moved) < _STEP else NEARER if moved < 0 else FURTHER
        middle = 1.0 if column.scale is EXP else 0.0
        return WORSE if self.change > middle else BETTER


def compared(
    column: Column, before: Reading, after: Reading, seed: int = 0, first: int | None = None
) -> Compared:
    """One row against the original, without a correction.

    Args:
        before: of the original.
        after: of the row.
        seed: of the bootstrap.
        first: of an effect size, how many of its targets are in the first set.
    """
    import numpy as np

    cells = [{"parts": list(one.parts), "detail": dict(one.detail)} for one in (before, after)]
    if before.value is None or after.value is None or comparable(cells).kept != [0, 1]:
        return Compared(note=f"Not compared: its {column.counted} are not those of the original.")
    values = np.array([one["parts"] for one in cells], float)
    shared = ~np.isnan(values).any(axis=0)
    if not shared.any():
        return Compared(note=f"Not compared: no {_unit(column)} that both have.")
    alike = alike_units(cells, shared)
    if first is not None:
        return _effects(column, values[:, shared], int(shared[:first].sum()), alike)
    return _means(column, values[:, shared], alike, seed)


def _means(column: Column, values: np.ndarray, alike: Alike, seed: int) -> Compared:
    shares = column.scale is PERCENT and bool(((values >= 0) & (values <= 1)).all())
    how: dict[str, Any] = {"shares": shares, "seed": seed}
    how |= {"crossed": alike.crossed, "clusters": alike.clusters}
    (plain,) = paired_tests(values, **how)
    few = _clusters(values, alike) < FEWEST_CLUSTERS
    found = Compared(
        change=_change(column, plain["difference"]),
        interval=None if few else _changes(column, plain["interval"]),
        p=None if few else plain["p"],
        n=values.shape[1],
    )
    if column.group == BIAS and column.neutral is not None:
        (apart,) = paired_tests(values, neutral=column.scale.back(column.neutral), **how)
        found = replace(
            found,
            distance_change=_scaled(column, apart["difference"]),
            distance_interval=None if few else _both(column, apart["interval"]),
            distance_p=None if few else apart["p"],
        )
    differences = values[1] - values[0]
    if not differences.any():
        return replace(found, note=f"No {_unit(column)} changes.")
    if found.interval is None:
        return replace(found, note=_without_interval(column, differences, alike, few))
    return found


def _effects(column: Column, values: np.ndarray, first: int, alike: Alike) -> Compared:
    """Of an effect size: its standard deviation changes too, so its targets are left out in turn.

    Its parts are its targets' scores in standard deviations, but for a factor in each set; whatever
    is added to all scores of a model, or multiplies them, does not change d.

    Source: Efron and Tibshirani 1993, chapter 11; see `engine.measures.heads.changes`.
    """
    import numpy as np

    number = values.shape[1]
    found = Compared(n=number)
    if not 0 < first < number:
        return replace(found, note=f"Not compared: no {_unit(column)} of one of both sets.")
    weights = np.where(np.arange(number) < first, number / first, -number / (number - first))
    before, after = (values / weights).tolist()
    d_before, d_after = values.mean(axis=1).tolist()
    found = replace(found, change=d_after - d_before, distance_change=abs(d_after) - abs(d_before))
    if not (values[1] - values[0]).any():
        return replace(found, p=1.0, distance_p=1.0, note=f"No {_unit(column)} changes.")
    clusters = () if alike.clusters is None else tuple(alike.clusters.tolist())
    plain = effect_change(before, after, first, clusters=clusters)
    mirrored = effect_change(before, [-one for one in after], first, clusters=clusters)
    if plain is None or mirrored is None or _clusters(values, alike) < FEWEST_CLUSTERS:
        return replace(found, note=f"No interval: too few {column.counted} in a set.")
    bounds, other = plain.interval, mirrored.interval
    return replace(
        found,
        interval=bounds,
        p=plain.p,
        distance_interval=None
        if bounds is None or other is None
        else distance_interval(bounds, other),
        distance_p=None if plain.p is None or mirrored.p is None else max(plain.p, mirrored.p),
    )


def corrected(entries: Sequence[Compared], column: Column) -> list[Compared]:
    """All rows of one column with the p of their claims corrected together.

    Source: Holm 1979.
    """
    own = [one.distance_p if column.group == BIAS else one.p for one in entries]
    return [replace(one, p_holm=p) for one, p in zip(entries, holm(own), strict=True)]


def _clusters(values: np.ndarray, alike: Alike) -> int:
    """Units that are independent; of crossed ones the rows or the columns, the fewer."""
    shared = alike.crossed or [one for one in (alike.clusters,) if one is not None]
    return min((len(set(one.tolist())) for one in shared), default=values.shape[1])


def _change(column: Column, difference: float) -> float:
    """Of the mean of parts as one of the figure."""
    return EXP.of(difference) if column.scale is EXP else _scaled(column, difference)


def _changes(column: Column, bounds: Sequence[float] | None) -> Bounds | None:
    if bounds is None:
        return None
    return _change(column, bounds[0]), _change(column, bounds[1])


def _scaled(column: Column, difference: float) -> float:
    return difference * (100.0 if column.scale is PERCENT else 1.0)


def _both(column: Column, bounds: Sequence[float] | None) -> Bounds | None:
    return None if bounds is None else (_scaled(column, bounds[0]), _scaled(column, bounds[1]))


def _without_interval(column: Column, differences: np.ndarray, alike: Alike, few: bool) -> str:
    unit = _unit(column)
    if few:
        of = "" if alike.independent else "clusters of "
        return f"No interval: fewer than {FEWEST_CLUSTERS} {of}{column.counted}."
    if alike.clusters is not None:
        unit, differences = "cluster", cluster_parts(differences, alike.clusters)
    why = interval_note(differences, unit) or f"too few of the {column.counted} change"
    return f"No interval: {why}."


def _unit(column: Column) -> str:
    return column.counted.removesuffix("s")

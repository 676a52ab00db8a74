"""Cohen's kappa of two raters who answer yes or no, with an interval for the few items they share.

The asymptotic interval covers .4 to .92 of the time with 20 to 50 items, and has no width under
full agreement. Donner and Eliasziw's goodness-of-fit interval holds its level there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.statistics.clusters import independent_units, too_few_clusters
from engine.statistics.intervals import CONFIDENCE

if TYPE_CHECKING:
    import numpy as np

_EDGE = 1e-12  # distance from an end of the range of kappa, where a cell is expected to be empty


@dataclass(frozen=True)
class Kappa:
    """How far two raters agree beyond chance.

    Args:
        kappa: 1 full agreement, 0 that of chance, below 0 less; None where both gave one and the
            same answer throughout, so that chance alone would agree on everything.
        interval: of kappa, 95%; None where kappa is.
        prevalence_index: share of items that both answer yes less that of those that both answer
            no, -1 to 1; far from 0, kappa is low even where they agree often. None without items.
        bias_index: share of items that only the first answers yes less that of those that only
            the second does, -1 to 1. None without items.
    """

    kappa: float | None
    interval: tuple[float, float] | None
    prevalence_index: float | None
    bias_index: float | None


def cohen_kappa(table: Sequence[Sequence[float]]) -> Kappa:
    """Agreement of two raters beyond chance, on a question that is answered yes or no.

    The goodness-of-fit interval is that of the intraclass kappa, which takes both raters to say
    yes equally often. As 1 - kappa is observed over expected disagreement, it becomes that of
    Cohen's kappa by the ratio of the two expected disagreements, 1 where both do.

    Args:
        table: [first rater, second rater] counts of items, yes before no.

    Raises:
        ValueError: if the table is not two by two, or a count is below 0.

    Source: Cohen 1960; Donner and Eliasziw 1992; Byrt, Bishop and Carlin 1993.
    """
    if [len(row) for row in table] != [2, 2] or any(n < 0 for row in table for n in row):
        raise ValueError("kappa needs a two by two table of counts")
    (both, first), (second, neither) = table
    n = both + first + second + neither
    if not n:
        return Kappa(None, None, None, None)
    prevalence, bias = (both - neither) / n, (first - second) / n
    if max(both, neither) == n:
        return Kappa(None, None, prevalence, bias)
    yes = ((both + first) / n, (both + second) / n)
    expected = yes[0] * (1 - yes[1]) + yes[1] * (1 - yes[0])
    pooled = sum(yes) / 2
    low, high = _intraclass_interval(both, first + second, neither)
    ratio = 2 * pooled * (1 - pooled) / expected
    bounds = max(-1.0, 1 - (1 - low) * ratio), 1 - (1 - high) * ratio
    return Kappa(1 - (first + second) / n / expected, bounds, prevalence, bias)


def clustered_kappa(first: np.ndarray, second: np.ndarray, clusters: np.ndarray) -> Kappa:
    """`cohen_kappa` of items that come in clusters, as sentences of one film do.

    Its interval is that of as many independent items as would say as much about kappa, with
    Student's t of the degrees of freedom of their standard error, and never narrower than that of
    independent items.

    Args:
        first: [item], 1 where the first rater says yes, else 0.
        second: [item], of the second rater.
        clusters: [item], number of its cluster.

    Returns:
        Without an interval where items share fewer than `FEWEST_CLUSTERS` clusters.

    Source: Korn and Graubard 1998 (effective units); Bell and McCaffrey 2002 (standard error).
    """
    import numpy as np

    table = [
        [int(((first == one) & (second == other)).sum()) for other in (1, 0)] for one in (1, 0)
    ]
    alone = cohen_kappa(table)
    _, place = np.unique(clusters, return_inverse=True)
    if alone.interval is None or len(np.unique(place)) == len(first):
        return alone
    if too_few_clusters(place):
        return replace(alone, interval=None)
    share = _effective_items(first, second, place) / len(first)
    bounds = cohen_kappa([[share * count for count in row] for row in table]).interval
    if bounds is None:
        return alone
    both = min(bounds[0], alone.interval[0]), max(bounds[1], alone.interval[1])
    return replace(alone, interval=both)


def _effective_items(first: np.ndarray, second: np.ndarray, place: np.ndarray) -> float:
    """How many independent items would say as much about kappa, with t in place of the normal.

    Args:
        place: [item], number of its cluster, from 0; several clusters, fewer than items.
    """
    import numpy as np

    added = _linearised(first, second)
    if np.abs(added).max() < _EDGE:
        return float(len(np.bincount(place)))  # alike, maybe only since items of one cluster are
    return independent_units(added, place, float(added.var())).by_t


def _linearised(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """[item] what it adds to kappa, 1 - observed over expected disagreement, to first order."""
    observed = first != second
    yes, other = float(first.mean()), float(second.mean())
    expected = yes * (1 - other) + other * (1 - yes)
    moved = (first - yes) * (1 - 2 * other) + (second - other) * (1 - 2 * yes)
    share = float(observed.mean()) / expected
    found: np.ndarray = (share * moved - (observed - observed.mean())) / expected
    return found


def _intraclass_interval(both: float, one: float, neither: float) -> tuple[float, float]:
    """All values of the intraclass kappa that the counts do not reject.

    Args:
        both, one, neither: items that so many raters answer yes; not all both, not all neither.
    """
    from scipy.optimize import brentq
    from scipy.stats import chi2

    n = both + one + neither
    yes = (2 * both + one) / (2 * n)
    mixed = yes * (1 - yes)
    least = -min(yes, 1 - yes) / max(yes, 1 - yes)
    low, high = least + _EDGE, 1 - _EDGE
    kappa = min(max(low, 1 - one / (2 * n * mixed)), high)
    most = float(chi2.ppf(CONFIDENCE, 1))

    def excess(tried: float) -> float:
        alike = tried * mixed
        cells = (yes**2 + alike, 2 * mixed * (1 - tried), (1 - yes) ** 2 + alike)
        squares = zip((both, one, neither), cells, strict=True)
        return sum(count**2 / (n * cell) for count, cell in squares) - n - most

    return (
        least if excess(low) <= 0 else float(brentq(excess, low, kappa)),
        1.0 if excess(high) <= 0 else float(brentq(excess, kappa, high)),
    )

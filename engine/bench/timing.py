"""Wall-clock times: of one call after another, and of several ways to do the same."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median

Work = Callable[[], object]


@dataclass(frozen=True)
class Times:
    """Wall-clock times of repeats, seconds.

    Args:
        fastest: of all; what the machine can do when nothing else runs on it.
    """

    fastest: float
    median: float
    p90: float
    runs: int


@dataclass(frozen=True)
class Ratio:
    """How many times faster one way is than another, in slices of the same work.

    Args:
        median: over the slices.
        low: of the slice where it is smallest.
        high: of the slice where it is largest.
    """

    median: float
    low: float
    high: float


def seconds(work: Work) -> float:
    """Wall-clock time of one call."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def times(measured: Sequence[float]) -> Times:
    """Fastest, median and 90th percentile."""
    if not measured:
        raise ValueError("no time was measured")
    import numpy as np

    middle, high = np.quantile(measured, [0.5, 0.9])
    return Times(min(measured), float(middle), float(high), len(measured))


def in_turn(slices: Iterable[dict[str, Work]]) -> dict[str, list[float]]:
    """Time every way on every slice; the way that begins changes from slice to slice.

    Args:
        slices: way -> work, the same ways in each.

    Returns:
        Way -> [slice] seconds.
    """
    found: dict[str, list[float]] = {}
    for number, ways in enumerate(slices):
        names = list(ways)
        turn = number % len(names)
        for name in names[turn:] + names[:turn]:
            found.setdefault(name, []).append(seconds(ways[name]))
    return found


def ratio(speeds: Sequence[float], reference: Sequence[float]) -> Ratio:
    """Speed over reference speed, slice by slice."""
    if not speeds or len(speeds) != len(reference):
        raise ValueError("a ratio needs the same slices of both ways")
    each = [mine / other for mine, other in zip(speeds, reference, strict=True)]
    return Ratio(median(each), min(each), max(each))

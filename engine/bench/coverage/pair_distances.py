"""Designs of how much further from 50% one score of sentence pairs lies than another.

Two models, one without and one with masked heads, score the same pairs, which are alike by their
words. What is compared names the side on which the figures lie without a test of the distance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.bench.coverage.design import AnyDesign, Design, FamilyDesign, Interval, PowerDesign
from engine.bench.coverage.pair_changes import preferences
from engine.bench.coverage.pairs import TYPE_SIZES, row_sizes, sample_of
from engine.measures.pairs.distance import UNCLEAR, distance_change, distance_verdict
from engine.statistics import LEVEL, holm
from engine.statistics.clusters import cluster_parts, sign_flip_test
from engine.statistics.significance import paired_difference_test

if TYPE_CHECKING:
    import numpy as np

_FIGURE = "pairs, change of the distance from 50%"
_ALIKE = 0.8  # share of the variance that a model without and with masked heads has in common
_TYPES = 4
_OPPOSITE = (0.65, 0.35)
_HALF = 0.5


def pair_distance_designs() -> list[AnyDesign]:
    """Every design, with what names a side without a test beside; of types a sample takes 12 ms."""
    found: list[AnyDesign] = []
    for compared in (False, True):
        found += [_of_set(_OPPOSITE, compared), _of_set((0.6, 0.6), compared), _of_types(compared)]
    for rates in ((0.6, 0.7), (0.35, 0.7), _OPPOSITE):
        found.append(_of_interval(rates, row_sizes()))
    found.append(_of_interval(_OPPOSITE, list(TYPE_SIZES), hard=True))
    return [*found, _power()]


def _drawn(
    generator: np.random.Generator, rates: Sequence[float], sizes: Sequence[int]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    values, words = preferences(generator, sizes, rates, _ALIKE)
    return values[0], values[1], words


def _change(
    generator: np.random.Generator, rates: Sequence[float], sizes: Sequence[int]
) -> dict[str, Any]:
    return distance_change(*_drawn(generator, rates, sizes))


def _named(compared: bool) -> str:
    return f"{_FIGURE}, side without a test" if compared else _FIGURE


def _of_set(rates: tuple[float, float], compared: bool) -> FamilyDesign:
    """Scores that are equally far from 50%."""

    def finds(generator: np.random.Generator) -> bool:
        found = _change(generator, rates, row_sizes())
        if compared:
            return bool(abs(found["distance_change"]) >= 0.05)  # what one decimal shows
        return distance_verdict(found) != UNCLEAR

    sample = f"{rates[0]:.0%} and {rates[1]:.0%}, {sample_of(row_sizes())}"
    return FamilyDesign(_named(compared), sample, finds, compared)


def _of_types(compared: bool) -> FamilyDesign:
    """Types equally far on opposite sides; compared: a side for each whose score changes."""

    def finds(generator: np.random.Generator) -> bool:
        drawn = [_drawn(generator, _OPPOSITE, row_sizes()) for _ in range(_TYPES)]
        found = [distance_change(*one) for one in drawn]
        if not compared:
            corrected = holm([one["distance_p"] for one in found])
            both = zip(found, corrected, strict=True)
            return any(
                distance_verdict({**one, "distance_p_holm": p}) != UNCLEAR for one, p in both
            )
        changes = holm([sign_flip_test((b - a).astype(int).tolist(), at) for a, b, at in drawn])
        return any(
            p is not None and p < LEVEL and abs(one["distance_change"]) >= 0.05
            for one, p in zip(found, changes, strict=True)
        )

    sample = f"{_TYPES} types, 65% and 35%, {sample_of(row_sizes())}"
    return FamilyDesign(_named(compared), sample, finds, compared)


def _of_interval(rates: tuple[float, float], sizes: Sequence[int], hard: bool = False) -> Design:
    def interval(generator: np.random.Generator) -> Interval:
        bounds = _change(generator, rates, sizes)["distance_interval"]
        return None if bounds is None else (bounds[0], bounds[1])

    truth = 100 * (abs(rates[1] - _HALF) - abs(rates[0] - _HALF))
    sample = f"{rates[0]:.0%} and {rates[1]:.0%}, {sample_of(list(sizes))}"
    return Design(_FIGURE, sample, truth, interval, at_least=True, hard=hard)


def _power() -> PowerDesign:
    """Both on one side, beside the paired t-test of what sets of words give."""

    def finds(generator: np.random.Generator) -> tuple[bool, bool]:
        first, second, words = _drawn(generator, (0.65, 0.77), row_sizes())
        ours = distance_verdict(distance_change(first, second, words)) != UNCLEAR
        best = paired_difference_test(cluster_parts(second - first, words))
        return ours, best is not None and best < LEVEL

    return PowerDesign(_FIGURE, f"65% and 77%, {sample_of(row_sizes())}", finds)

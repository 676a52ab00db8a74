"""Designs of how far two measures put contestants in one order, by Kendall's correlation."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from engine.bench.coverage.design import AnyDesign, Design, FamilyDesign, Interval
from engine.scorecard.convergence import agreement
from engine.statistics import LEVEL

if TYPE_CHECKING:
    import numpy as np

_CONTESTANTS = (6, 12, 30)
_CORRELATIONS = (0.0, 0.5, 0.9)  # of two normal values
_DRAWS = 500


def order_designs() -> list[AnyDesign]:
    """Every design; a bootstrap of few contestants repeats some, and is rather wide."""
    found: list[AnyDesign] = [
        _of_tau(size, correlation) for size in _CONTESTANTS for correlation in _CORRELATIONS
    ]
    return found + [_unrelated(size) for size in _CONTESTANTS]


def _sides(
    generator: np.random.Generator, size: int, correlation: float
) -> tuple[list[float], list[float]]:
    first, other = generator.normal(size=(2, size))
    second = correlation * first + math.sqrt(1 - correlation**2) * other
    return first.tolist(), second.tolist()


def _of_tau(size: int, correlation: float) -> Design:
    def interval(generator: np.random.Generator) -> Interval:
        sides = _sides(generator, size, correlation)
        bounds = agreement(sides, int(generator.integers(2**31)), _DRAWS)["interval"]
        return None if bounds is None else (bounds[0], bounds[1])

    truth = 2 / math.pi * math.asin(correlation)
    sample = f"{size} contestants"
    return Design("order of two measures", sample, truth, interval, at_least=True)


def _unrelated(size: int) -> FamilyDesign:
    def finds(generator: np.random.Generator) -> bool:
        sides = _sides(generator, size, 0.0)
        p: float = agreement(sides, int(generator.integers(2**31)), _DRAWS)["p"]
        return p < LEVEL

    return FamilyDesign("order of two measures", f"{size} contestants, unrelated", finds)

"""Designs of means and effect sizes whose samples are clustered, skewed or mostly ties."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.bench.coverage.design import AnyDesign, Design, FamilyDesign, Interval
from engine.columns.effect import effect_parts
from engine.measures.seat.association import (
    effect_interval,
    effect_interval_over_families,
    family_permutation_test,
    permutation_test,
)
from engine.statistics import (
    CONFIDENCE,
    LEVEL,
    mean_difference_interval,
    mean_interval,
    standardised_by_all,
)
from engine.statistics.paired import paired_tests

if TYPE_CHECKING:
    import numpy as np

_PERMUTATIONS = 400  # of a test in a simulation
# Words a set and sentences a word, as in sentence tests of names, terms and school subjects.
_FAMILIES = ((8, 8), (15, 13), (3, 4))
_OF_WORD = 0.6  # share of the variance that sentences of one word have in common


def means_designs() -> list[AnyDesign]:
    """Every design."""
    found: list[AnyDesign] = []
    for words, frames in _FAMILIES:
        for delta in (0.0, 1.0):
            found.append(_of_families(words, frames, delta))
    found.append(_of_families(8, 8, 1.0, apart=True))
    found += [_no_difference(8, 8), _no_difference(8, 8, apart=True)]
    found += [_equal_models(8, 8), _equal_models(8, 8, apart=True)]
    found += [_of_two_means(10, 10, 1.0), _of_two_means(8, 24, 3.0)]
    for name, draw, truth in _SHAPES:
        # Of 20 values with 85% zeros, few samples have an interval.
        sizes = (40, 60) if draw is _mostly_zero else (10, 20, 60)
        found += [_of_mean(name, draw, truth, size) for size in sizes]
        if draw is _lognormal:
            found.append(_of_mean(name, draw, truth, 8))  # about 91%: eight show little of a tail
        found.append(_of_mean(name, draw, truth, 20, by_t=True))
    return found


def _sentences(
    generator: np.random.Generator, words: int, frames: int, delta: float
) -> tuple[np.ndarray, np.ndarray]:
    """Associations of two sets of sentences, and the word of each."""
    import numpy as np

    owners = np.repeat(np.arange(2 * words), frames)
    own = generator.normal(size=2 * words) * math.sqrt(_OF_WORD)
    values = own[owners] + generator.normal(size=len(owners)) * math.sqrt(1 - _OF_WORD)
    values[: words * frames] += delta
    return values, owners


def _of_families(words: int, frames: int, delta: float, apart: bool = False) -> Design:
    """d of sentences; `apart` takes sentences of one word for independent ones."""
    size = words * frames

    def interval(generator: np.random.Generator) -> Interval:
        values, owners = _sentences(generator, words, frames, delta)
        if apart:
            return effect_interval(values, size)
        return effect_interval_over_families(values, owners, size)

    figure = "SEAT d, sentences as independent" if apart else "SEAT d over families"
    truth = standardised_by_all(delta)
    return Design(figure, _said(words, frames), truth, interval, compared=apart, hard=True)


def _no_difference(words: int, frames: int, apart: bool = False) -> FamilyDesign:
    size = words * frames

    def finds(generator: np.random.Generator) -> bool:
        values, owners = _sentences(generator, words, frames, 0.0)
        if apart:
            return permutation_test(values, size, 0, _PERMUTATIONS).p_value < LEVEL
        return family_permutation_test(values, owners, size, 0, _PERMUTATIONS).p_value < LEVEL

    figure = "SEAT p, sentences as independent" if apart else "SEAT p over families"
    return FamilyDesign(figure, _said(words, frames), finds, compared=apart)


def _equal_models(words: int, frames: int, apart: bool = False) -> FamilyDesign:
    """Two models with the same d over other words, compared as in the Scorecard."""
    size = words * frames

    def finds(generator: np.random.Generator) -> bool:
        import numpy as np

        drawn = [_sentences(generator, words, frames, 1.0) for _ in range(2)]
        values = np.array([effect_parts(one.tolist(), size) for one, _ in drawn], float)
        clusters = None if apart else drawn[0][1]
        (test,) = paired_tests(values, shares=False, neutral=0.0, clusters=clusters)
        return test["p"] is not None and test["p"] < LEVEL

    figure = "SEAT, two models"
    figure += ", sentences as independent" if apart else " over families"
    return FamilyDesign(figure, _said(words, frames), finds, compared=apart)


def _said(words: int, frames: int) -> str:
    return f"{words} + {words} words in {frames} frames"


def _of_two_means(first: int, second: int, deviation: float) -> Design:
    """Welch's interval; the second group differs `deviation` times as much within."""

    def interval(generator: np.random.Generator) -> Interval:
        one, other = generator.normal(size=first), deviation * generator.normal(size=second)
        return mean_difference_interval(one.tolist(), other.tolist())

    sample = f"{first} + {second} values, deviations 1 and {deviation:g}"
    return Design("difference of two means", sample, 0.0, interval)


def _lognormal(generator: np.random.Generator, size: int) -> np.ndarray:
    return generator.lognormal(size=size)


def _exponential(generator: np.random.Generator, size: int) -> np.ndarray:
    return generator.exponential(size=size)


def _mostly_zero(generator: np.random.Generator, size: int) -> np.ndarray:
    return (generator.random(size) > 0.85) * generator.normal(1.0, 1.0, size)


def _more_than_half_zero(generator: np.random.Generator, size: int) -> np.ndarray:
    return (generator.random(size) > 0.6) * generator.exponential(size=size)


_SHAPES: tuple[tuple[str, Callable[[np.random.Generator, int], np.ndarray], float], ...] = (
    ("lognormal", _lognormal, math.exp(0.5)),
    ("exponential", _exponential, 1.0),
    ("85% zeros", _mostly_zero, 0.15),
    ("60% zeros, skewed", _more_than_half_zero, 0.4),
)


def _of_mean(
    name: str,
    draw: Callable[[np.random.Generator, int], np.ndarray],
    truth: float,
    size: int,
    by_t: bool = False,
) -> Design:
    """Our interval; `by_t` Student's, which knows no long tail."""

    def interval(generator: np.random.Generator) -> Interval:
        values = draw(generator, size)
        if by_t:
            return _student(values)
        return mean_interval(values.tolist(), int(generator.integers(2**31)))

    figure = "mean of skewed values, Student's t" if by_t else "mean of skewed values"
    return Design(figure, f"{size} values, {name}", truth, interval, compared=by_t, hard=True)


def _student(values: np.ndarray) -> Interval:
    from scipy.stats import ttest_1samp

    if not values.any():
        return None
    bounds = ttest_1samp(values, 0).confidence_interval(CONFIDENCE)
    return float(bounds.low), float(bounds.high)

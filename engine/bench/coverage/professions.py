"""Designs of figures over the professions of lists: BEC-Pro's means, tests and list difference.

Gaps of professions are skewed and have long tails; the sentences of a profession are alike, so
professions are the clusters.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from engine.bench.coverage.design import AnyDesign, Design, FamilyDesign, Interval
from engine.statistics import LEVEL, holm, mean_interval, signed_rank_test
from engine.statistics.list_difference import list_difference

if TYPE_CHECKING:
    import numpy as np

_GROUPS, _EACH = 3, 20  # BEC-Pro's professions
_LISTS = ((20, 20), (10, 24))  # BEC-Pro's, and others'
_SENTENCES, _ALIKE = 30, 0.5  # of a profession; correlation of two of them
_MEAN = 0.4  # nats


def profession_designs() -> list[AnyDesign]:
    """Every design."""
    return [
        *(_of_mean(skewed) for skewed in (False, True)),
        _of_mean(False, apart=True),
        *(_of_lists(*sizes) for sizes in _LISTS),
        _no_gap(),
        _no_gap(apart=True),
    ]


def _gaps(generator: np.random.Generator, size: int, skewed: bool = False) -> np.ndarray:
    """[profession] gaps with a mean of 0 and a standard deviation of 1."""
    if skewed:
        return generator.exponential(size=size) - 1
    return generator.standard_t(5, size) / math.sqrt(5 / 3)


def _of_sentences(generator: np.random.Generator) -> np.ndarray:
    """[profession, sentence] gaps of sentences, alike within a profession."""
    own = math.sqrt(_ALIKE) * _gaps(generator, _EACH)[:, None]
    return own + math.sqrt(1 - _ALIKE) * generator.normal(size=(_EACH, _SENTENCES))


def _of_mean(skewed: bool, apart: bool = False) -> Design:
    """`apart` takes the sentences of a profession for independent ones."""

    def interval(generator: np.random.Generator) -> Interval:
        if skewed:
            values = _gaps(generator, _EACH, skewed=True)
        else:
            sentences = _of_sentences(generator)
            values = sentences.ravel() if apart else sentences.mean(axis=1)
        return mean_interval((_MEAN + values).tolist(), int(generator.integers(2**31)), 500)

    figure = "BEC-Pro, mean of a group" + (", sentences as independent" if apart else "")
    sample = f"{_EACH} professions in {_SENTENCES} sentences each" + (", skewed" if skewed else "")
    return Design(figure, sample, _MEAN, interval, compared=apart, hard=skewed)


def _of_lists(first: int, second: int) -> Design:
    """The second list varies twice as much."""
    names = ("male", "female")

    def interval(generator: np.random.Generator) -> Interval:
        values = [*(_MEAN + _gaps(generator, first)), *(2 * _gaps(generator, second))]
        figures = {str(place): float(value) for place, value in enumerate(values)}
        lists = {str(place): names[place >= first] for place in range(first + second)}
        return list_difference(figures, lists, names).interval

    sample = f"{first} + {second} professions, deviations 1 and 2"
    return Design("list of professions, difference", sample, _MEAN, interval)


def _no_gap(apart: bool = False) -> FamilyDesign:
    """Male and female person words are alike in every group of professions."""

    def finds(generator: np.random.Generator) -> bool:
        found = []
        for _ in range(_GROUPS):
            sentences = _of_sentences(generator)
            values = sentences.ravel() if apart else sentences.mean(axis=1)
            found.append(signed_rank_test(values.tolist(), [0.0] * len(values))["p"])
        return any(p is not None and p < LEVEL for p in holm(found))

    figure = "BEC-Pro, groups" + (", sentences as independent" if apart else "")
    sample = f"{_GROUPS} groups of {_EACH} professions in {_SENTENCES} sentences, no gap"
    return FamilyDesign(figure, sample, finds, compared=apart)

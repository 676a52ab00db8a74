"""Designs of what sentence pairs give besides their share: mean differences, tokens guessed right.

Pairs come in word pairs as large as those of `pairs`. A pair's difference has a part of its words
and one of its own, with long tails as real differences have.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from engine.bench.coverage.design import AnyDesign, Design, Interval
from engine.bench.coverage.pairs import TYPE_SIZES, named, row_sizes, sample_of
from engine.statistics import mean_interval
from engine.statistics.clusters import clustered_mean_interval, clustered_ratio_interval
from engine.statistics.shares import ratio_share_interval

if TYPE_CHECKING:
    import numpy as np

_ALIKE = 0.35  # correlation of the differences of two pairs that swap the same words
_MEAN = 0.3  # standard deviations
_FREEDOM = 4  # of Student's t, which a pair's own part has
_RIGHT = 0.67  # share of tokens guessed right
# How alike tokens are: of pairs that swap the same words, and of one pair beyond that.
_OF_WORDS, _OF_PAIR = 0.05, 0.05
_DRAWS = 500


def pair_figure_designs() -> list[AnyDesign]:
    """Every design, with what takes pairs for independent beside ours; 2 to 5 ms a sample."""
    sizes = ((row_sizes(), False), (list(TYPE_SIZES), True))
    return [
        made(of, hard, compared)
        for made in (_of_mean, _of_tokens)
        for of, hard in sizes
        for compared in (False, True)
    ]


def _clusters(sizes: list[int]) -> np.ndarray:
    import numpy as np

    return np.repeat(np.arange(len(sizes)), sizes)


def _of_mean(sizes: list[int], hard: bool, compared: bool) -> Design:
    """As S_JSD and the mean difference are."""
    clusters = _clusters(sizes)

    def interval(generator: np.random.Generator) -> Interval:
        own = generator.standard_t(_FREEDOM, len(clusters)) / math.sqrt(_FREEDOM / (_FREEDOM - 2))
        shared = generator.normal(size=len(sizes))[clusters]
        values = _MEAN + math.sqrt(_ALIKE) * shared + math.sqrt(1 - _ALIKE) * own
        seed = int(generator.integers(2**31))
        if compared:
            return mean_interval(values.tolist(), seed, _DRAWS)
        return clustered_mean_interval(values.tolist(), clusters, seed)

    figure = named("pairs, mean difference of other words", compared)
    return Design(figure, sample_of(sizes), _MEAN, interval, compared, hard=hard)


def _of_tokens(sizes: list[int], hard: bool, compared: bool) -> Design:
    clusters = _clusters(sizes)

    def interval(generator: np.random.Generator) -> Interval:
        of_words = _rates(generator, _RIGHT, _OF_WORDS, len(sizes))[clusters]
        tokens = generator.integers(6, 22, len(clusters))
        right = generator.binomial(tokens, _rates(generator, of_words, _OF_PAIR, len(clusters)))
        parts = right.tolist(), tokens.tolist()
        seed = int(generator.integers(2**31))
        if compared:
            return ratio_share_interval(*parts, seed, _DRAWS)
        return clustered_ratio_interval(*parts, clusters, seed)

    figure = named("pairs, tokens guessed right", compared)
    return Design(figure, sample_of(sizes), _RIGHT, interval, compared, at_least=True, hard=hard)


def _rates(
    generator: np.random.Generator, mean: float | np.ndarray, alike: float, size: int
) -> np.ndarray:
    """Rates about a mean, so that two trials at one of them correlate by `alike`."""
    total = 1 / alike - 1
    return generator.beta(mean * total, (1 - mean) * total, size)

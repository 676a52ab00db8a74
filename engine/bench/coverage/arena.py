"""Designs of the intervals of the Arena, on samples with a known truth.

Prompts are flagged by one evaluator, or by three that tend to agree; completions are one or five
a prompt. Contestants that are ranked are judged on the same prompts, some of which are flagged more
easily whoever completes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from engine.bench.coverage.design import Design, Interval
from engine.statistics.shares import share_difference_interval, share_interval
from engine.statistics.tiers import drawn_means, intervals_of_ranks, paired_tests

if TYPE_CHECKING:
    import numpy as np


Values = Callable[["np.random.Generator", int], "np.ndarray"]
_AGREEING = 0.4  # correlation of two evaluators' flags
_COMPLETIONS = (0.5, 0.2, 0.15, 0.1, 0.05)  # weights of five completions
_RANK_DRAWS = 300
_FEW = 10  # prompts flagged, or not flagged
_EQUAL = "equal"
# How their true rates lie -> the rates, and the place of the one whose rank is looked at.
_CONTESTANTS: dict[str, tuple[tuple[float, ...], int]] = {
    _EQUAL: ((0.3, 0.3, 0.3, 0.3, 0.4), 0),
    "close": ((0.28, 0.3, 0.32, 0.34), 1),
    "distant": ((0.1, 0.3, 0.5), 1),
}


def arena_designs() -> Iterator[Design]:
    """Every design of the Arena."""
    for size in (8, 12, 15, 60, 200, 10_000):
        for rate in (0.02, 0.4, 0.97):
            yield _of_share("one evaluator", _one(rate), rate, size)
            yield _of_share("three evaluators, pooled", _three(rate), rate, size)
        for rate in (0.03, 0.4):
            yield _of_share("five completions", _five(rate), rate, size)
        yield _of_share("scores", _scores(2, 5), 2 / 7, size)
    for size in (12, 200, 10_000):
        for rates in ((0.02, 0.04), (0.4, 0.5)):
            yield _of_difference(rates, size)
    for size in (200, 1000):
        for name, (truths, place) in _CONTESTANTS.items():
            yield _of_rank(name, truths, place, size, compared=False)
        yield _of_rank(_EQUAL, *_CONTESTANTS[_EQUAL], size, compared=True)


def _one(rate: float) -> Values:
    return lambda generator, size: (generator.random(size) < rate).astype(float)


def _three(rate: float) -> Values:
    def values(generator: np.random.Generator, size: int) -> np.ndarray:
        return generator.binomial(3, _chances(generator, rate, size)) / 3

    return values


def _five(rate: float) -> Values:
    def values(generator: np.random.Generator, size: int) -> np.ndarray:
        import numpy as np

        weights = np.array(_COMPLETIONS)
        chances = _chances(generator, rate, size)
        return (generator.random((size, len(weights))) < chances[:, None]) @ weights

    return values


def _scores(first: float, second: float) -> Values:
    return lambda generator, size: generator.beta(first, second, size)


def _chances(generator: np.random.Generator, rate: float, size: int) -> np.ndarray:
    """[prompt] how likely each is flagged, so that two flags of one prompt correlate."""
    total = 1 / _AGREEING - 1
    return generator.beta(rate * total, (1 - rate) * total, size)


def _of_share(name: str, values: Values, truth: float, size: int) -> Design:
    def interval(generator: np.random.Generator) -> Interval:
        return share_interval(values(generator, size))

    # Of a handful of flags, or of answers without one, a share moves in steps of several points.
    hard = size * min(truth, 1 - truth) < _FEW
    sample = f"{size:,} prompts"
    return Design(f"Arena, {name}", sample, truth, interval, at_least=True, hard=hard)


def _of_difference(rates: tuple[float, float], size: int) -> Design:
    """Two contestants on the same prompts."""

    def interval(generator: np.random.Generator) -> Interval:
        first, second = _flagged(generator, rates, size)
        return share_difference_interval(second - first)

    sample = f"{size:,} prompts, rates {rates[0]:g} and {rates[1]:g}"
    truth = rates[1] - rates[0]
    return Design("Arena, difference of two", sample, truth, interval, at_least=True)


def _of_rank(name: str, rates: Sequence[float], place: int, size: int, compared: bool) -> Design:
    """The rank of one of several contestants; those with equal rates share the best rank."""

    def interval(generator: np.random.Generator) -> Interval:
        values = _flagged(generator, rates, size)
        seed = int(generator.integers(2**31))
        if compared:
            return _percentile_rank(values, place, seed)
        tested = paired_tests(values)
        best, worst = intervals_of_ranks(values, tested, seed, _RANK_DRAWS)[place]
        return float(best), float(worst)

    figure = "rank, percentile bootstrap" if compared else "rank in the Arena"
    sample = f"{size:,} prompts, {len(rates)} contestants, {name} rates"
    truth = 1.0 + sum(rate < rates[place] for rate in rates)
    return Design(figure, sample, truth, interval, compared, at_least=True)


def _flagged(generator: np.random.Generator, rates: Sequence[float], size: int) -> np.ndarray:
    """[contestant, prompt] flags that correlate over contestants and have these rates."""
    import numpy as np
    from scipy.stats import norm

    shared = np.sqrt(_AGREEING) * generator.normal(size=size)
    own = np.sqrt(1 - _AGREEING) * generator.normal(size=(len(rates), size))
    return (shared + own < norm.ppf(rates)[:, None]).astype(float)


def _percentile_rank(values: np.ndarray, place: int, seed: int) -> Interval:
    """The middle 95% of the ranks that a contestant has on drawn prompts."""
    import numpy as np

    drawn = np.concatenate(list(drawn_means(values, seed, _RANK_DRAWS)))
    ranks = 1 + (drawn < drawn[:, [place]] - 1e-12).sum(axis=1)
    low, high = np.quantile(ranks, [0.025, 0.975])
    return float(low), float(high)

"""Designs of shares of sentence pairs, which are alike where they swap the same words.

Clusters are as large as those of the bundled pairs: 73 sets of words in 300 pairs, of which half
are `stereo` and half `antistereo` rows. How likely a pair prefers the stereotype varies with its
words, as among the rows of one direction under the bundled model (design effect 1.2 to 1.6).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.bench.coverage.design import AnyDesign, Design, FamilyDesign, Interval, PowerDesign
from engine.statistics import LEVEL, binomial_test, holm
from engine.statistics.clusters import clustered_share_interval, sign_flip_test
from engine.statistics.shares import share_interval

if TYPE_CHECKING:
    import numpy as np

# Pairs of one direction that swap the same words -> how many such words.
_SIZES = {1: 38, 2: 17, 3: 6, 4: 6, 5: 2, 6: 3, 8: 1}
TYPE_SIZES = (1, 1, 2, 2, 4, 4, 6, 6, 8)  # of a type of 34 pairs
_UNEQUAL = tuple(max(1, round(72 / place)) for place in range(1, 26))  # a few hold most pairs
_TYPES = 9
_ALIKE = 0.35  # correlation of two pairs that swap the same words


def pairs_designs() -> list[AnyDesign]:
    """Every design of sentence pairs, with what takes pairs for independent beside ours."""
    found: list[AnyDesign] = []
    for rate in (0.5, 0.65, 0.9):
        found += [_of_share(rate, row_sizes(), compared) for compared in (False, True)]
    for sizes in (TYPE_SIZES, _UNEQUAL):
        found += [_of_share(0.5, list(sizes), compared, hard=True) for compared in (False, True)]
    found += [_of_types(compared) for compared in (False, True)]
    return [*found, _power()]


def row_sizes() -> list[int]:
    """[set of words] how many of the bundled pairs of one direction swap these words."""
    return [size for size, number in _SIZES.items() for _ in range(number)]


def drawn(
    generator: np.random.Generator, rate: float, sizes: list[int], alike: float = _ALIKE
) -> tuple[np.ndarray, np.ndarray]:
    """[pair] 1 where it prefers the stereotype, and the number of its words.

    Args:
        rate: share over all words.
        sizes: [set of words] pairs.
        alike: correlation of two pairs that swap the same words.
    """
    import numpy as np

    clusters = np.repeat(np.arange(len(sizes)), sizes)
    total = 1 / alike - 1
    chances = generator.beta(rate * total, (1 - rate) * total, len(sizes))
    return (generator.random(len(clusters)) < chances[clusters]).astype(float), clusters


def named(figure: str, compared: bool) -> str:
    """A figure, with what is not used where it is that."""
    return f"{figure}, pairs as independent" if compared else figure


def sample_of(sizes: list[int]) -> str:
    """What a sample is, in words."""
    return f"{sum(sizes)} pairs that swap {len(sizes)} sets of words"


def _of_share(rate: float, sizes: list[int], compared: bool, hard: bool = False) -> Design:
    def interval(generator: np.random.Generator) -> Interval:
        values, clusters = drawn(generator, rate, sizes)
        return share_interval(values) if compared else clustered_share_interval(values, clusters)

    figure = named("pairs, share of other words", compared)
    return Design(figure, sample_of(sizes), rate, interval, compared, at_least=True, hard=hard)


def _test(values: np.ndarray, clusters: np.ndarray, compared: bool) -> float | None:
    if compared:
        return binomial_test(int(values.sum()), len(values))
    return sign_flip_test((2 * values - 1).astype(int).tolist(), clusters)


def _of_types(compared: bool) -> FamilyDesign:
    """Types of few words each, none of which has a preference over other words."""

    def finds(generator: np.random.Generator) -> bool:
        tests = [_test(*drawn(generator, 0.5, list(TYPE_SIZES)), compared) for _ in range(_TYPES)]
        return any(p is not None and p < LEVEL for p in holm(tests))

    return FamilyDesign(
        named("pairs, types against 50%", compared),
        f"{_TYPES} types of {sample_of(list(TYPE_SIZES))}",
        finds,
        compared,
    )


def _power() -> PowerDesign:
    """Beside the t-test of the residual sums of clusters."""

    def finds(generator: np.random.Generator) -> tuple[bool, bool]:
        import numpy as np
        from scipy.stats import t

        values, clusters = drawn(generator, 0.66, row_sizes())
        sums = np.bincount(clusters, values - 0.5)
        rest = np.bincount(clusters, values - values.mean())
        count = len(sums)
        error = np.sqrt((rest**2).sum() * count / (count - 1))
        best = 2 * t.sf(abs(sums.sum()) / error, count - 1)
        ours = _test(values, clusters, compared=False)
        return ours is not None and ours < LEVEL, bool(best < LEVEL)

    return PowerDesign("pairs, preference against 50%", sample_of(row_sizes()), finds)

"""Designs of two or more models on the same sentence pairs, which are alike by their words.

How a model takes a pair is a sum of four parts: of the words and of the pair, each in part the same
for all models and in part the model's own. So are differences of two models alike within words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.bench.coverage.design import AnyDesign, Design, FamilyDesign, Interval, PowerDesign
from engine.bench.coverage.pairs import TYPE_SIZES, named, row_sizes, sample_of
from engine.measures.heads.changes import Change, share_change
from engine.statistics import LEVEL, holm
from engine.statistics.clusters import cluster_parts
from engine.statistics.significance import paired_difference_test
from engine.statistics.tiers import intervals_of_ranks, paired_tests

if TYPE_CHECKING:
    import numpy as np

_ALIKE = 0.5  # share of the variance that pairs of the same words have in common
_MODELS = 0.3  # share of the variance that models have in common
_MASK = 0.8  # share of the variance that a model without and with masked heads has in common
_MASKS = 6  # chosen sets of heads in a figure
_HALF = 0.5
_MANY = 4
_RANK_DRAWS = 200


def pair_change_designs() -> list[AnyDesign]:
    """Every design, with what takes pairs for independent beside; a ranking takes 20 ms."""
    found: list[AnyDesign] = []
    for compared in (False, True):
        found.append(_of_ranking(compared))
        found.append(_of_two(row_sizes(), (0.6, 0.6), compared))
        found.append(_of_two(row_sizes(), (0.6, 0.7), compared))
        found.append(_of_two(list(TYPE_SIZES), (0.6, 0.6), compared, hard=True))
        found.append(_of_mask(compared))
        found.append(_of_masks(compared))
    return [*found, _power()]


def preferences(
    generator: np.random.Generator, sizes: Sequence[int], rates: Sequence[float], models: float
) -> tuple[np.ndarray, np.ndarray]:
    """[model, pair] 1 where it prefers the stereotype, and the number of its words.

    Args:
        sizes: [set of words] pairs.
        rates: [model] share over all words.
        models: share of the variance that models have in common.
    """
    import numpy as np
    from scipy.stats import norm

    clusters = np.repeat(np.arange(len(sizes)), sizes)

    def drawn(number: int) -> np.ndarray:
        words = generator.normal(size=(number, len(sizes)))[:, clusters]
        own = generator.normal(size=(number, len(clusters)))
        found: np.ndarray = math.sqrt(_ALIKE) * words + math.sqrt(1 - _ALIKE) * own
        return found

    latent = math.sqrt(models) * drawn(1) + math.sqrt(1 - models) * drawn(len(rates))
    return (latent < norm.ppf(rates)[:, None]).astype(float), clusters


def _tests(
    values: np.ndarray, clusters: np.ndarray, compared: bool, neutral: float | None
) -> list[dict[str, Any]]:
    return paired_tests(values, neutral=neutral, clusters=None if compared else clusters)


def _of_ranking(compared: bool) -> FamilyDesign:
    """Models that are equally far from 50%, put in order by a test or by an interval of a rank."""

    def finds(generator: np.random.Generator) -> bool:
        values, clusters = preferences(generator, row_sizes(), [0.65] * _MANY, _MODELS)
        tests = _tests(values, clusters, compared, _HALF)
        of_ranks = None if compared else clusters
        ranks = intervals_of_ranks(values, tests, 0, _RANK_DRAWS, _HALF, of_ranks)
        named_by_tests = any(one["p_holm"] < LEVEL for one in tests)
        return named_by_tests or any(bounds != (1, _MANY) for bounds in ranks)

    sample = f"{_MANY} models, 65% each, {sample_of(row_sizes())}"
    return FamilyDesign(named("pairs, ranking by distance", compared), sample, finds, compared)


def _of_two(
    sizes: list[int], rates: tuple[float, float], compared: bool, hard: bool = False
) -> Design:
    def interval(generator: np.random.Generator) -> Interval:
        values, clusters = preferences(generator, sizes, rates, _MODELS)
        bounds = _tests(values, clusters, compared, None)[0]["interval"]
        return None if bounds is None else (bounds[0], bounds[1])

    sample = f"{rates[0]:.0%} and {rates[1]:.0%}, {sample_of(sizes)}"
    truth = rates[1] - rates[0]
    figure = named("pairs, difference of two models", compared)
    return Design(figure, sample, truth, interval, compared, at_least=True, hard=hard)


def _of_mask(compared: bool) -> Design:
    """What a mask changes in a type of few words, where it changes nothing over other words."""

    def interval(generator: np.random.Generator) -> Interval:
        values, clusters = preferences(generator, TYPE_SIZES, (0.6, 0.6), _MASK)
        return _change(values[0], values[1], clusters, compared).interval

    sample = f"60% without and with masked heads, {sample_of(list(TYPE_SIZES))}"
    figure = named("pairs, change by a mask", compared)
    return Design(figure, sample, 0.0, interval, compared, at_least=True, hard=True)


def _of_masks(compared: bool) -> FamilyDesign:
    """Sets of masked heads against no mask, none of which changes anything over other words."""

    def finds(generator: np.random.Generator) -> bool:
        values, clusters = preferences(generator, row_sizes(), [0.6] * (1 + _MASKS), _MASK)
        tests = [_change(values[0], after, clusters, compared).p for after in values[1:]]
        return any(p is not None and p < LEVEL for p in holm(tests))

    sample = f"{_MASKS} sets of heads, 60% each, {sample_of(row_sizes())}"
    return FamilyDesign(named("pairs, change by a mask", compared), sample, finds, compared)


def _change(before: np.ndarray, after: np.ndarray, clusters: np.ndarray, compared: bool) -> Change:
    known = () if compared else clusters.tolist()
    found = share_change(before.tolist(), after.tolist(), known)
    if found is None:
        raise ValueError("a sample has pairs")
    return found


def _power() -> PowerDesign:
    """Beside the paired t-test of what sets of words give."""

    def finds(generator: np.random.Generator) -> tuple[bool, bool]:
        values, clusters = preferences(generator, row_sizes(), (0.55, 0.73), _MODELS)
        (ours,) = _tests(values, clusters, False, None)
        best = paired_difference_test(cluster_parts(values[1] - values[0], clusters))
        return ours["p"] < LEVEL, best is not None and best < LEVEL

    sample = f"55% and 73%, {sample_of(row_sizes())}"
    return PowerDesign("pairs, difference of two models", sample, finds)

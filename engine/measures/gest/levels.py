"""Scores of sentences to mean scores of stereotypes, of both groups of them, and their gap.

Everything here is in the unit of a score, log10: means, and weighted sums of means. `verdict.rates`
reads them as the figures that are shown.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.measures.gest.data.file import FEMALE, MALE, NUMBERS
from engine.statistics import DRAWS
from engine.statistics.shares import stratified_intervals

if TYPE_CHECKING:
    import numpy as np

Score = float | None
FEWEST_SENTENCES = 6  # of skewed scores, the interval of fewer holds the truth too rarely


@dataclass(frozen=True)
class Level:
    """A mean score, log10; None where there is nothing to take it of.

    Args:
        interval: 95%, over sentences; None where a stereotype behind it has a single sentence,
            and of one stereotype alone where it has fewer than `FEWEST_SENTENCES`.
    """

    mean: float | None
    interval: tuple[float, float] | None = None


@dataclass(frozen=True)
class Levels:
    """Mean scores of one model under one template.

    Args:
        counts: [stereotype] scored sentences.
        each: [stereotype].
        female, male: means over the stereotypes about women and about men that have sentences.
        gap: male - female; above 0 follows the stereotypes.
    """

    counts: tuple[int, ...]
    each: tuple[Level, ...]
    female: Level
    male: Level
    gap: Level


def levels(
    columns: Sequence[Sequence[Score]],
    stereotypes: Sequence[int],
    seed: int = 0,
    draws: int = DRAWS,
) -> list[Levels]:
    """Mean scores of the stereotypes under several templates or models.

    Args:
        columns: [template or model][sentence] log10, of sentences that all have a score.
        stereotypes: [sentence] 1 to 16.
        seed: of the bootstrap over sentences.
    """
    import numpy as np

    values = np.array(columns, float).T.reshape(len(stereotypes), len(columns))
    strata = np.array(stereotypes, int) - 1
    counts = np.bincount(strata, minlength=len(NUMBERS)).tolist()
    weights = [*np.eye(len(NUMBERS)), *_groups(counts)]
    means, bounds = stratified_intervals(values, strata, np.array(weights), seed, draws)
    return [_levels(counts, means[:, place], bounds[:, place]) for place in range(len(columns))]


def shares(scores: Sequence[Score], stereotypes: Sequence[int]) -> list[Score]:
    """What each sentence adds to the gap: the gap, and how far the sentence is from the mean of its
    stereotype, as much as it weighs.

    That every stereotype has the gap as its mean keeps what all sentences share, a preference for
    one of the two words, out of comparisons of models sentence by sentence.

    Returns:
        [sentence] log10, None where it has no score; their mean is the gap. Empty where one of
        the two groups of stereotypes has no scored sentence.
    """
    known: dict[int, list[float]] = {number: [] for number in NUMBERS}
    for score, number in zip(scores, stereotypes, strict=True):
        if score is not None:
            known[number].append(score)
    counts = [len(known[number]) for number in NUMBERS]
    if not _both(counts):
        return []
    means = [math.fsum(own) / len(own) if own else 0.0 for own in known.values()]
    _, _, weights = _groups(counts)
    gap = math.fsum(weight * mean for weight, mean in zip(weights, means, strict=True))
    each = [sum(counts) * weight / max(1, n) for weight, n in zip(weights, counts, strict=True)]
    return [
        None if score is None else gap + each[number - 1] * (score - means[number - 1])
        for score, number in zip(scores, stereotypes, strict=True)
    ]


def _groups(counts: Sequence[int]) -> list[list[float]]:
    """Weights of the stereotypes in the female mean, the male mean, and the gap."""
    there = [[number for number in group if counts[number - 1]] for group in (FEMALE, MALE)]
    female, male = (
        [1 / len(group) if number in group else 0.0 for number in NUMBERS] for group in there
    )
    return [
        female,
        male,
        [of_men - of_women for of_men, of_women in zip(male, female, strict=True)],
    ]


def _both(counts: Sequence[int]) -> bool:
    return all(any(counts[number - 1] for number in group) for group in (FEMALE, MALE))


def _levels(counts: list[int], means: np.ndarray, bounds: np.ndarray) -> Levels:
    found = [
        _level(mean, bound) for mean, bound in zip(means.tolist(), bounds.tolist(), strict=True)
    ]
    each, (female, male, gap) = found[: len(NUMBERS)], found[len(NUMBERS) :]
    each = [
        level if count >= FEWEST_SENTENCES else Level(level.mean)
        for level, count in zip(each, counts, strict=True)
    ]
    nothing = Level(None)
    return Levels(
        tuple(counts),
        tuple(each),
        female if any(counts[number - 1] for number in FEMALE) else nothing,
        male if any(counts[number - 1] for number in MALE) else nothing,
        gap if _both(counts) else nothing,
    )


def _level(mean: float, bound: list[float]) -> Level:
    if math.isnan(mean):
        return Level(None)
    return Level(mean, None if math.isnan(bound[0]) else (bound[0], bound[1]))

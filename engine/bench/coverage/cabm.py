"""Designs of CABM: sides that are named of many occupations, and how far a feature repeats.

Scores are drawn as the product has them: of every occupation from a few sentences, whose noise is
estimated from them, and from corpus counts, whose noise is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.bench.coverage.design import AnyDesign, Design, FamilyDesign, Interval, PowerDesign
from engine.measures.cabm.draws import student
from engine.measures.cabm.scores import STANDARDISED, THRESHOLDS, side_tests
from engine.statistics import LEVEL, holm
from engine.statistics.correlation import spearman_brown, split_half

if TYPE_CHECKING:
    import numpy as np

_OCCUPATIONS, _SENTENCES, _DRAWS, _SPLITS = 46, 15, 200, 10
_COUNT_ERROR = 0.2  # of a score by its corpus counts; by one sentence it is 1
_LIMIT, _OLD_THRESHOLD = THRESHOLDS[STANDARDISED], 0.1


def cabm_designs() -> list[AnyDesign]:
    """Every design."""
    return [
        *(_of_sides(old) for old in (False, True)),
        _at_threshold(),
        _power(1.5),
        _power(2.0),
        *(
            _of_reliability(occupations, reliability)
            for occupations in (12, _OCCUPATIONS)
            for reliability in (0.0, 0.5, 0.9)
        ),
    ]


def _of_sides(old: bool) -> FamilyDesign:
    """No occupation differs from another; scores are in standard deviations of what was drawn."""

    def finds(generator: np.random.Generator) -> bool:
        import numpy as np

        scores, counts = _scores(generator, np.zeros(_OCCUPATIONS))
        deviation = float(scores.mean(axis=0).std())
        if old:
            low, high = np.quantile(scores, [0.025, 0.975], axis=0)
            limit = _OLD_THRESHOLD * deviation
            return bool(((low > limit) | (high < -limit)).any())
        return bool(_named(scores, counts, _LIMIT * deviation).any())

    figure = "CABM, sides" + ", each by its own interval" * old
    return FamilyDesign(figure, f"{_sample()}, none differs", finds, compared=old)


def _at_threshold() -> FamilyDesign:
    """Every occupation lies at the threshold, where a side is named most easily by mistake."""

    def finds(generator: np.random.Generator) -> bool:
        import numpy as np

        scores, counts = _scores(generator, np.full(_OCCUPATIONS, _LIMIT))
        return bool(_named(scores, counts, _LIMIT).any())

    return FamilyDesign("CABM, sides", f"{_sample()}, all at the threshold", finds)


def _power(size: float) -> PowerDesign:
    """One occupation differs; the best matched test knows the noise of every score."""

    def finds(generator: np.random.Generator) -> tuple[bool, bool]:
        import numpy as np
        from scipy.stats import norm

        truth = np.zeros(_OCCUPATIONS)
        truth[0] = size
        scores, counts = _scores(generator, truth)
        means = scores.mean(axis=0)
        error = (1 / _SENTENCES + _COUNT_ERROR**2) ** 0.5
        best = holm((2 * norm.sf(np.abs(np.abs(means) - _LIMIT) / error)).tolist())[0]
        known = means[0] > _LIMIT and best is not None and best < LEVEL
        return bool(_named(scores, counts, _LIMIT)[0]), bool(known)

    return PowerDesign("CABM, a side", f"{_sample()}, one lies at {size:g}", finds)


def _sample() -> str:
    return f"{_OCCUPATIONS} occupations, {_SENTENCES} sentences each"


def _scores(generator: np.random.Generator, truth: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Bootstrap draws of the scores as `draws.feature_draws` makes them, and their count variance.

    Returns:
        [draw, occupation], and [occupation].
    """
    import numpy as np

    sentences = generator.normal(size=(_SENTENCES, len(truth)))
    times = generator.multinomial(_SENTENCES, [1 / _SENTENCES] * _SENTENCES, size=_DRAWS)
    away = times @ sentences / _SENTENCES
    of_counts = _COUNT_ERROR * generator.normal(size=(_DRAWS, len(truth)))
    of_counts -= of_counts.mean(axis=0)
    values = truth + sentences.mean(axis=0) + _COUNT_ERROR * generator.normal(size=len(truth))
    drawn = values + (away - away.mean(axis=0)) * student(_SENTENCES) + of_counts
    return drawn, np.full(len(truth), _COUNT_ERROR**2)


def _named(scores: np.ndarray, of_counts: np.ndarray, limit: float) -> np.ndarray:
    """[occupation], whether a side is named, as `scores.settled_category` names it."""
    import numpy as np

    corrected = side_tests(scores, of_counts, np.full(len(of_counts), _SENTENCES), limit)
    low, high = np.quantile(scores, [0.025, 0.975], axis=0)
    clear = np.array([p is not None and p < LEVEL for p in corrected])
    found: np.ndarray = clear & ((low > limit) | (high < -limit))
    return found


def _of_reliability(occupations: int, reliability: float) -> Design:
    """Halves of sentences with normal noise; the truth is of the mean of all sentences."""
    half = _SENTENCES // 2
    signal = (reliability / (1 - reliability) / (2 * half)) ** 0.5
    truth = spearman_brown(signal**2 / (signal**2 + 1 / half), 2) or 0.0

    def interval(generator: np.random.Generator) -> Interval:
        import numpy as np

        values = signal * generator.normal(size=(occupations, 1))
        values = values + generator.normal(size=(occupations, 2 * half))
        order = generator.random((_SPLITS, 2 * half)).argsort(axis=1)
        first, second = (
            np.moveaxis(values[:, part], 0, 1).mean(axis=2)
            for part in (order[:, :half], order[:, half:])
        )
        found = split_half(first, second)
        return None if found is None else found.interval

    # Where nothing repeats, the interval is cut at 0 and contains it in 97.5%.
    return Design(
        "CABM, split-half reliability",
        f"{occupations} occupations, {2 * half} sentences each",
        truth,
        interval,
        at_least=reliability == 0,
        hard=occupations < _OCCUPATIONS,
    )

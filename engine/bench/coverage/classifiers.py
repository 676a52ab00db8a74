"""Designs of what a file of labelled texts says about a classifier, or a head that gives numbers.

Files are as small as a handful of own texts and as large as RTE's 277 and SST-2's 872; classes are
even or one is rare, and answers nearly all right, so that many small files hold no wrong one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.bench.coverage.design import AnyDesign, Design, FamilyDesign, Interval
from engine.measures.nlu.predictions import MaskCost, _figures, understanding
from engine.measures.nlu.regression import closeness
from engine.statistics import CONFIDENCE, LEVEL
from engine.statistics.correlation import correlation_change_interval

if TYPE_CHECKING:
    import numpy as np

# Texts, share of class 1, share of right answers.
_FILES = (
    *((20, 0.5, 0.9), (20, 0.5, 0.97), (60, 0.3, 0.7), (60, 0.5, 0.97)),
    *((277, 0.1, 0.9), (277, 0.5, 0.65), (872, 0.5, 0.93)),
)
_FEW_ERRORS = 10  # expected wrong answers; below, files are small or nearly all right
_FIGURES = {"f1": "F1", "matthews": "Matthews correlation"}
_NOISE = (0.7, 2.0, 8.0)  # of scores beside labels from 0 to 5: correlations .91, .59 and .18
_MANY = 1_000_000  # texts behind a true correlation
_PERCENTILE_DRAWS = 500


def classifier_designs() -> list[AnyDesign]:
    """Every design; a change of a correlation takes some half a second a sample."""
    found: list[AnyDesign] = []
    for size, positive, right in _FILES:
        for name in _FIGURES:
            found.append(_of_figure(name, size, positive, right))
    found += [_of_figure("f1", 20, 0.5, 0.97, drawn=True), _of_figure("f1", 60, 0.5, 0.97, True)]
    for noise in _NOISE:
        for size in (20, 60, 300):
            found += [_of_correlation(name, noise, size) for name in ("pearson", "spearman")]
    found += [_of_change(60), _of_change(277)]
    found += [_no_change(size) for size in (60, 872)]
    return found


def _shares(positive: float, right: float) -> np.ndarray:
    """[class, answer] probabilities."""
    import numpy as np

    wanted = np.array([[1 - positive], [positive]])
    return wanted * np.array([[right, 1 - right], [1 - right, right]])


def _of_figure(name: str, size: int, positive: float, right: float, drawn: bool = False) -> Design:
    """F1 or Matthews correlation; `drawn` takes the percentiles of texts drawn with replacement."""
    import numpy as np

    shares = _shares(positive, right)
    truth = float(_figures(shares[None], True)[name][0])

    def interval(generator: np.random.Generator) -> Interval:
        cells = generator.choice(4, size, p=shares.ravel())
        if drawn:
            return _percentiles(name, np.bincount(cells, minlength=4), generator)
        wanted, given = (cells // 2).tolist(), (cells % 2).tolist()
        values = [{"class": one} for one in given]
        bounds = understanding(values, wanted, int(generator.integers(2**31)))[f"{name}_interval"]
        return None if bounds is None else (bounds[0], bounds[1])

    figure = f"classifier, {_FIGURES[name]}" + (", texts drawn with replacement" if drawn else "")
    sample = f"{size} texts, {positive:.0%} of class 1, {right:.0%} right"
    hard = size * min(1 - right, positive) < _FEW_ERRORS
    return Design(figure, sample, truth, interval, compared=drawn, hard=hard)


def _percentiles(name: str, counts: np.ndarray, generator: np.random.Generator) -> Interval:
    import numpy as np

    tables = generator.multinomial(counts.sum(), counts / counts.sum(), _PERCENTILE_DRAWS)
    figures = _figures(tables.reshape(-1, 2, 2).astype(float), True)[name]
    low, high = np.quantile(figures, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2]).tolist()
    return low, high


def _scored(
    generator: np.random.Generator, size: int, noise: float
) -> tuple[np.ndarray, np.ndarray]:
    """Labels from 0 to 5 in steps of 0.2, as STS-B's, and scores."""
    import numpy as np

    labels = np.round(generator.uniform(0, 5, size) * 5) / 5
    return labels, labels + noise * generator.normal(size=size)


def _true_correlation(name: str, noise: float) -> float:
    import numpy as np
    from scipy.stats import rankdata

    sides = np.array(_scored(np.random.default_rng(0), _MANY, noise))
    return float(np.corrcoef(rankdata(sides, axis=1) if name == "spearman" else sides)[0, 1])


def _of_correlation(name: str, noise: float, size: int) -> Design:
    truth = _true_correlation(name, noise)

    def interval(generator: np.random.Generator) -> Interval:
        labels, scores = _scored(generator, size, noise)
        found = closeness([{"score": score} for score in scores.tolist()], labels.tolist())
        bounds: Interval = found[f"{name}_interval"]
        return bounds

    # Fisher's interval is of normal values; labels without tails vary less, so it is rather wide.
    sample = f"{size} texts, correlation {truth:.2f}"
    return Design(f"numbers of texts, {name.title()}", sample, truth, interval, at_least=True)


def _of_change(size: int) -> Design:
    """Pearson's correlation with the labels where a mask adds noise to scores."""
    import numpy as np

    before, added = 1.0, 1.5
    truth = _true_correlation("pearson", float(np.hypot(before, added)))
    truth -= _true_correlation("pearson", before)

    def interval(generator: np.random.Generator) -> Interval:
        labels, first = _scored(generator, size, before)
        second = first + added * generator.normal(size=size)
        seed = int(generator.integers(2**31))
        sides = (labels.tolist(), first.tolist(), second.tolist())
        return correlation_change_interval(*sides, seed)["pearson"]

    figure = "numbers of texts, change by a mask"
    return Design(figure, f"{size} texts, by {truth:.2f}", truth, interval)


def _no_change(size: int) -> FamilyDesign:
    """A mask that turns as many answers from right to wrong as from wrong to right."""

    def finds(generator: np.random.Generator) -> bool:
        sides = [{"right": (generator.random(size) < 0.8).tolist()} for _ in range(2)]
        p = MaskCost(sides[0], sides[1], {}, []).p
        return p is not None and p < LEVEL

    return FamilyDesign("classifier, change by a mask", f"{size} texts, 80% right", finds)

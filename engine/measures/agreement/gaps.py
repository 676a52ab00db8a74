"""Differences between groups: the widest gap, every pair, and whether they can be distinguished.

The best and the worst of several groups always differ, also where only chance made them so.
The gap is therefore compared with the gap that the same draws give when every group is centred
on the same figure, which counts in that the two were picked out.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING, Any

from engine.measures.agreement.figures import Agreement, Cell
from engine.measures.agreement.influence import Influence
from engine.measures.agreement.scores import bounds_of
from engine.statistics import CONFIDENCE, holm

if TYPE_CHECKING:
    import numpy as np

TOLD_APART = 0.05  # p below which groups can be distinguished


def gaps(agreement: Agreement, score: str) -> list[dict[str, Any]]:
    """The widest gap of each language, and every pair of its groups, widest first.

    Args:
        score: name of a score.

    Returns:
        One entry a language with at least two groups that have the score: `language`, `score`,
        `best`, `worst`, `gap` (best - worst), `interval` (of those two groups), `p` (that
        groups which do not differ show such a gap), `told_apart`, `groups`, and `pairs` of
        `better`, `worse`, `difference`, `interval`, `p_holm`, `told_apart`.
    """
    entries = []
    for language in agreement.languages:
        found = {
            group: influence
            for group in agreement.groups_of(language)
            if not math.isnan((influence := _of(agreement, language, group, score)).value)
        }
        if len(found) > 1:
            entries.append(_entry(agreement, language, score, found))
    return entries


def _of(agreement: Agreement, language: str, group: str, score: str) -> Influence:
    return agreement.influences[Cell(language, group)][score]


def _entry(
    agreement: Agreement, language: str, score: str, found: dict[str, Influence]
) -> dict[str, Any]:
    ordered = sorted(found, key=lambda group: -found[group].value)
    best, worst = ordered[0], ordered[-1]
    pairs = [
        _pair(agreement, language, score, better, worse, found)
        for better, worse in combinations(ordered, 2)
    ]
    for pair, corrected in zip(pairs, holm([pair["p"] for pair in pairs]), strict=True):
        pair["p_holm"] = corrected
        pair["told_apart"] = corrected is not None and corrected < TOLD_APART
    widest = next(pair for pair in pairs if (pair["better"], pair["worse"]) == (best, worst))
    p = _range_p(agreement, language, found)
    return {
        "language": language,
        "score": score,
        "best": best,
        "worst": worst,
        "gap": widest["difference"],
        "interval": widest["interval"],
        "p": p,
        "told_apart": p is not None and p < TOLD_APART,
        "groups": len(found),
        "pairs": sorted(pairs, key=lambda pair: -pair["difference"]),
    }


def _pair(
    agreement: Agreement,
    language: str,
    score: str,
    better: str,
    worse: str,
    found: dict[str, Influence],
) -> dict[str, Any]:
    difference = found[better] - found[worse]
    low, high = bounds_of(score)
    sound = all(_is_sampled(found[group]) for group in (better, worse))
    bounds = (low - high, high - low)
    interval = agreement.bootstrap.interval(difference, language, bounds) if sound else None
    p = None
    if sound and interval is None and (low, high) == (0.0, 1.0):
        interval = _of_constants(found[better], found[worse])
    if interval is not None:
        drawn = agreement.bootstrap.draws(difference, language) - difference.value
        p = _at_least(abs(drawn), abs(difference.value))
    return {
        "better": better,
        "worse": worse,
        "difference": difference.value,
        "interval": interval,
        "p": p,
    }


def _of_constants(better: Influence, worse: Influence) -> list[float]:
    """Interval of the difference of two shares that are the same in every sentence.

    Source: Newcombe 1998, method 10 (from the Wilson intervals of the two).
    """
    from statsmodels.stats.proportion import confint_proportions_2indep

    sizes = [len(part.sentences) for part in (better, worse)]
    counts = [round(part.value * size) for part, size in zip((better, worse), sizes, strict=True)]
    found = confint_proportions_2indep(
        counts[0], sizes[0], counts[1], sizes[1], method="newcomb", compare="diff",
        alpha=1 - CONFIDENCE,
    )  # fmt: skip
    return [float(bound) for bound in found]


def _is_sampled(influence: Influence) -> bool:
    """Whether there is more than one annotator and one sentence to draw from."""
    return influence.units > 1


def _range_p(agreement: Agreement, language: str, found: dict[str, Influence]) -> float | None:
    """Share of draws whose best and worst group lie as far apart when none truly differ.

    Source: Tukey 1953 (range of several means), with bootstrap draws for the normal ones.
    """
    import numpy as np

    if not all(map(_is_sampled, found.values())):
        return None
    drawn = np.stack(
        [agreement.bootstrap.draws(part, language) - part.value for part in found.values()]
    )
    values = [part.value for part in found.values()]
    return _at_least(drawn.max(axis=0) - drawn.min(axis=0), max(values) - min(values))


def _at_least(drawn: np.ndarray, observed: float) -> float:
    """Bootstrap p: never 0, since the observed figure is one of the possible ones."""
    return float(((drawn >= observed - 1e-12).sum() + 1) / (len(drawn) + 1))

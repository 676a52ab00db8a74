"""Differences between groups: the widest gap, every pair, and whether they can be distinguished.

The best and the worst of several groups always differ, also where only chance made them so. An
interval of the two that were picked leaves that out. All intervals and tests here are therefore
simultaneous: the width is taken from the largest difference, in standard errors, that the draws
give over *all* pairs when no group differs (studentised range), so that 95% of samples have all
pairs inside their intervals, whichever is looked at.

Sources: Tukey 1953, Kramer 1956 (range of several means); Satterthwaite 1946 (degrees of
freedom); Westfall and Young 1993 (largest of many resampled statistics).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from engine.measures.agreement.figures import Agreement, LanguageGroup
from engine.measures.agreement.influence import NOTHING, Influence, alike_test, freedom_of
from engine.measures.agreement.scores import bounds_of
from engine.statistics import CONFIDENCE, LEVEL, POWER, detectable_difference, holm
from engine.statistics.shares import alike_difference_interval

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


@dataclass(frozen=True, eq=False)
class _Pair:
    """Two groups, the better one first.

    Args:
        drawn: [draw] their difference less its estimate.
        freedom: degrees of freedom of its standard error.
    """

    better: str
    worse: str
    difference: Influence
    drawn: np.ndarray
    freedom: float

    @property
    def error(self) -> float:
        """Standard error of the difference."""
        return float(self.drawn.std())

    def in_errors(self, values: np.ndarray) -> np.ndarray:
        """[draw] sizes of differences in standard errors; a difference of no error is infinite."""
        import numpy as np

        sizes = np.abs(values)
        if self.error > NOTHING:
            return sizes / self.error
        return np.where(sizes > NOTHING, math.inf, 0.0)


def gaps(agreement: Agreement, score: str) -> list[dict[str, Any]]:
    """The widest gap of each language, and every pair of its groups, widest first.

    Args:
        score: name of a score.

    Returns:
        One entry a language with at least two groups that have the score: `language`, `score`,
        `best`, `worst`, `gap` (best - worst), `interval` (simultaneous over all pairs), `p` (that
        groups which do not differ show such a gap), `told_apart`, `groups`, `standard_error` and
        `critical` (standard errors from the gap to either end of its interval; both None where a
        group or the gap does not vary, or cannot be tested), `detectable` (the smallest gap that
        would be detected with a power of 80%; None where even the widest possible would not),
        `n_annotators`, `n_sentences`, `fewest` (annotators or sentences of any group), and `pairs`
        of `better`, `worse`, `difference`, `interval` (of that pair alone), `p_holm`,
        `simultaneous_interval`, `simultaneous_p` and `told_apart` (by these).
    """
    by_language: dict[str, dict[str, Influence]] = {}
    for cell, found in agreement.influences.items():
        if not math.isnan(found[score].value):
            by_language.setdefault(cell.language, {})[cell.group] = found[score]
    return [
        _gap(agreement, language, score, groups)
        for language, groups in by_language.items()
        if len(groups) > 1
    ]


def _gap(
    agreement: Agreement, language: str, score: str, found: dict[str, Influence]
) -> dict[str, Any]:
    ordered = sorted(found, key=lambda group: -found[group].value)
    pairs = [_pair(agreement, language, *two, found) for two in combinations(ordered, 2)]
    sampled = all(influence.units > 1 for influence in found.values())
    largest = _largest(agreement, pairs) if sampled else None
    lines = [_pair_entry(agreement, language, score, pair, found, largest) for pair in pairs]
    for line, corrected in zip(lines, holm([line["p"] for line in lines]), strict=True):
        line["p_holm"] = corrected
    widest = len(ordered) - 2  # the first group is paired with each of the others, in order
    line, error = lines[widest], pairs[widest].error
    ends = (found[ordered[0]], found[ordered[-1]])
    varies = error > NOTHING and not any(end.is_constant for end in ends)
    critical = _critical(largest) if largest is not None and varies else None
    return {
        "language": language,
        "score": score,
        "best": line["better"],
        "worst": line["worse"],
        "gap": line["difference"],
        "interval": line["simultaneous_interval"],
        "p": line["simultaneous_p"],
        "told_apart": line["told_apart"],
        "standard_error": None if critical is None else error,
        "critical": critical,
        "detectable": _detectable(score, line["simultaneous_interval"], error, critical),
        "groups": len(found),
        **_sizes([agreement.cells[LanguageGroup(language, group)] for group in found]),
        "pairs": sorted(lines, key=lambda line: -line["difference"]),
    }


def _sizes(groups: list[pd.DataFrame]) -> dict[str, int]:
    """How much a comparison of groups rests on."""
    annotators = [rows["annotator"].nunique() for rows in groups]
    sentences = [set(rows["sentence_id"]) for rows in groups]
    return {
        "n_annotators": sum(annotators),
        "n_sentences": len(set().union(*sentences)),
        "fewest": min(*annotators, *map(len, sentences)),
    }


def _detectable(
    score: str, interval: list[float] | None, error: float, critical: float | None
) -> float | None:
    """Smallest gap that would be clear with a power of 80%; None where it cannot occur."""
    from scipy.stats import norm

    low, high = bounds_of(score)
    if interval is None:
        return None
    found = (
        detectable_difference(*interval)  # what does not vary: from Newcombe's width
        if critical is None
        else (critical + float(norm.ppf(POWER))) * error
    )
    return found if found <= high - low else None


def _pair(
    agreement: Agreement, language: str, better: str, worse: str, found: dict[str, Influence]
) -> _Pair:
    difference = found[better] - found[worse]
    drawn = agreement.bootstrap.draws(difference, language) - difference.value
    parts = [difference.sentences, *(found[group].annotators for group in (better, worse))]
    return _Pair(better, worse, difference, drawn, freedom_of(parts))


def _largest(agreement: Agreement, pairs: list[_Pair]) -> np.ndarray:
    """[draw] the largest difference over all pairs, in standard errors, when no group differs."""
    import numpy as np

    largest = np.max([pair.in_errors(pair.drawn) for pair in pairs], axis=0)
    freedom = min(pair.freedom for pair in pairs)
    if math.isinf(freedom):
        return largest
    # The standard errors are estimates too: t and not z.
    generator = np.random.default_rng(agreement.seed)
    return largest / np.sqrt(generator.chisquare(freedom, len(largest)) / freedom)


def _critical(largest: np.ndarray) -> float:
    import numpy as np

    return float(np.quantile(largest, CONFIDENCE))


def _pair_entry(
    agreement: Agreement,
    language: str,
    score: str,
    pair: _Pair,
    found: dict[str, Influence],
    largest: np.ndarray | None,
) -> dict[str, Any]:
    """A pair as it is reported: by itself, and together with all pairs of its language."""
    import numpy as np

    low, high = bounds_of(score)
    width = high - low
    value, error = pair.difference.value, pair.error
    groups = found[pair.better], found[pair.worse]
    constant, is_share = error <= NOTHING, (low, high) == (0.0, 1.0)
    alone = together = None
    p = simultaneous_p = None
    if all(group.units > 1 for group in groups) and (is_share or not constant):
        alone = (
            list(_of_constants(*groups))
            if constant
            else agreement.bootstrap.interval(pair.difference, language, (-width, width))
        )
        p = alike_test(pair.difference) if constant else _at_least(np.abs(pair.drawn), abs(value))
    if largest is not None and alone is not None:
        reach = _critical(largest) * error
        together = [max(value - reach, -width), min(value + reach, width)]
        family = math.comb(len(found), 2)
        if is_share and (constant or any(group.is_constant for group in groups)):
            # What did not vary here may vary elsewhere; the draws do not know it.
            wide = _of_constants(*groups, family)
            together = [min(together[0], wide[0]), max(together[1], wide[1])]
        simultaneous_p = (
            min(1.0, family * p)
            if constant and p is not None
            else _at_least(largest, float(pair.in_errors(np.array(value))))
        )
    return {
        "better": pair.better,
        "worse": pair.worse,
        "difference": value,
        "interval": alone,
        "p": p,
        "simultaneous_interval": together,
        "simultaneous_p": simultaneous_p,
        "told_apart": simultaneous_p is not None
        and simultaneous_p < LEVEL
        and together is not None
        and not together[0] <= 0 <= together[1],
    }


def _of_constants(better: Influence, worse: Influence, family: int = 1) -> tuple[float, float]:
    """Interval of the difference of two shares where one, or the difference, does not vary."""
    first, second = ((part.value, len(part.sentences)) for part in (better, worse))
    return alike_difference_interval(first, second, family)


def _at_least(drawn: np.ndarray, observed: float) -> float:
    """Bootstrap p: never 0, since the observed figure is one of the possible ones."""
    return float(((drawn >= observed - NOTHING).sum() + 1) / (len(drawn) + 1))

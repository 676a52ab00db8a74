"""CABM of every target from features and weights, and the category it falls into."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core.wording import listed
from engine.measures.cabm.context_draws import student
from engine.measures.cabm.data.sentences import Groups
from engine.statistics import LEVEL, beyond_test, holm, satterthwaite, wilson

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


# What the weights are multiplied with: z-scores over the targets, or the features themselves.
STANDARDISED, RAW = SCALES = ("standardised", "raw")
THRESHOLD = 0.1  # of a raw score, as the thesis has it
# Scale -> distance from 0 up to which a score is neutral: raw in the units of the score,
# standardised in standard deviations of the scores, of which half a one is a medium difference.
THRESHOLDS = {STANDARDISED: 0.5, RAW: THRESHOLD}
NEUTRAL, NOT_SETTLED = "neutral", "not settled"


NOT_SETTLED_TEXT = (
    "Not settled: the interval of the score contains the threshold, or the test of the side is not "
    "below .05 by Holm's correction for all occupations, so no side is named."
)


def cabm_scores(scores: np.ndarray, weights: np.ndarray, free: bool = False) -> np.ndarray:
    """CABM: the weighted sum of the features.

    Args:
        scores: [..., target, feature]; z-scores, or the features in their own units.
        weights: [feature], sum 1.
        free: weights may have any sum, as the published ones have.

    Returns:
        [..., target], in standard deviations of the features or in their own units; > 0: leans
        to the first group, with z-scores more than the average target does.

    Source: CABM thesis, section 2.5.
    """
    if not free and abs(float(weights.sum()) - 1) > 1e-6:
        raise ValueError(f"weights sum to {float(weights.sum())}, not to 1")
    return scores @ weights


def category(score: float, groups: Groups, threshold: float = THRESHOLD) -> str:
    """`male-biased`, `female-biased` (after the groups' names) or `neutral`, by the score alone.

    Source: CABM thesis, section 2.6.5.
    """
    if abs(score) <= threshold:
        return NEUTRAL
    return biased(groups)[score < 0]


def settled_category(
    low: float, high: float, groups: Groups, threshold: float = THRESHOLD, p: float | None = None
) -> str:
    """The category that a whole interval lies in, a side only where a test names it too.

    Args:
        low: of the score's interval; not a number where there is none. `high` likewise.
        threshold: in the units of the score.
        p: that the true score is at the threshold, Holm-corrected for all targets that are shown.

    Returns:
        A side only where the whole interval lies beyond the threshold and p is below .05, `neutral`
        where the interval lies within, and otherwise `not settled`.
    """
    clear = p is not None and p < LEVEL
    if low > threshold:
        return biased(groups)[0] if clear else NOT_SETTLED
    if high < -threshold:
        return biased(groups)[1] if clear else NOT_SETTLED
    if low >= -threshold and high <= threshold:
        return NEUTRAL
    return NOT_SETTLED


def side_tests(
    drawn: np.ndarray, of_counts: np.ndarray, freedom: np.ndarray, threshold: float
) -> list[float | None]:
    """Two-sided p of every target that its true score is at the threshold, Holm-corrected.

    What comes of the sentences has the degrees of freedom of their contrast; what comes of the
    corpus counts is known from the counts.

    Args:
        drawn: [draw, target], draws of the scores, whose part of the sentences is widened by
            Student's t (`context_draws.student`).
        of_counts: [target], variance of the scores that comes of the counts.
        freedom: [target], of `draws.freedom_of`; where it is not a number there is no test.
        threshold: in the units of the score.

    Returns:
        [target] p over all targets together; None where there is no test.

    Source: Holm 1979.
    """
    import numpy as np

    made = np.where(np.isnan(freedom), 1.0, freedom)
    wider = np.array([student(degrees) for degrees in made])
    of_sentences = np.maximum(drawn.var(axis=0) - of_counts, 0.0) / wider**2
    errors = np.where(np.isnan(freedom), np.nan, np.sqrt(of_counts + of_sentences))
    degrees = satterthwaite(of_counts, of_sentences, made)
    return holm(beyond_test(drawn.mean(axis=0), errors, degrees, threshold))


def biased(groups: Groups) -> tuple[str, str]:
    """Names of the two categories that name a side."""
    return f"{groups.names[0]}-biased", f"{groups.names[1]}-biased"


def category_order(groups: Groups) -> tuple[str, ...]:
    """All categories: the two sides, `neutral` and `not settled`."""
    return (*biased(groups), NEUTRAL, NOT_SETTLED)


def categories(
    scores: Sequence[float] | np.ndarray, groups: Groups, threshold: float = THRESHOLD
) -> list[str]:
    """Category of every target by its score alone."""
    return [category(float(score), groups, threshold) for score in scores]


def settled_categories(
    bounds: Sequence[tuple[float, float]],
    groups: Groups,
    threshold: float,
    corrected: Sequence[float | None],
) -> list[str]:
    """Category of every target by its interval and its corrected p; see `settled_category`."""
    return [
        settled_category(*each, groups, threshold, p)
        for each, p in zip(bounds, corrected, strict=True)
    ]


def limit_of(scores: np.ndarray, threshold: float, scale: str) -> float:
    """The threshold of neutral in the units of the scores.

    Args:
        scores: [target].
        threshold: standardised, in standard deviations of the scores; raw, in their own units.
    """
    return threshold if scale == RAW else threshold * float(scores.std())


def opposed(named: Sequence[str], sides: Sequence[str] | None, groups: Groups) -> list[str]:
    """Where CABM names one side and the words that the model fills in lie on the other.

    Args:
        named: [target] categories by CABM.
        sides: [target] those of the pronoun probability gap, see `gap_sides`; None without it.

    Returns:
        [target] the first word of the group that the model prefers; empty where they do not differ.
    """
    words = dict(zip(biased(groups), (each[0] for each in groups.words), strict=True))
    return [
        words[side] if {name, side} == set(words) else ""
        for name, side in zip(named, sides or [""] * len(named), strict=True)
    ]


def opposed_text(targets: Sequence[str], words: Sequence[str]) -> str:
    """Where CABM and the model's own words differ, in a sentence; empty where they do nowhere.

    Args:
        targets: [target]; words: of `opposed`.
    """
    named = [f"{target} ({word})" for target, word in zip(targets, words, strict=True) if word]
    if not named:
        return ""
    return (
        f"For {listed(named)} the model fills in the word of the other side than CABM names: what "
        "the model does is the gap, not the score."
    )


def category_counts(named: Sequence[str], groups: Groups) -> dict[str, int]:
    """Category -> number of targets, all four categories."""
    return {name: list(named).count(name) for name in category_order(groups)}


def list_agreement(frame: pd.DataFrame, groups: Groups) -> dict[str, Any] | None:
    """Share of the listed targets that lean the way their list says.

    Targets without a named side, neutral or not settled, do not count.

    Args:
        frame: `score`, `category`, `list`.

    Returns:
        `same` of `n`, `share`, and its Wilson `interval`; None where no listed target leans.
    """
    sided = frame[frame["category"].isin(biased(groups)) & frame["list"].isin(groups.names)]
    if sided.empty:
        return None
    same = int(((sided["score"] > 0) == (sided["list"] == groups.names[0])).sum())
    return {
        "same": same,
        "n": len(sided),
        "share": same / len(sided),
        "interval": list(wilson(same, len(sided))),
    }


def known(bounds: Sequence[float]) -> list[float] | None:
    """Bounds of an interval as JSON has them; None where there is none."""
    return None if any(math.isnan(bound) for bound in bounds) else [float(x) for x in bounds]


# --- sides --------------------------------------------------------------------------------
# On which side of 0 the pronoun probability gap of a target lies, and how many lie there.

UNMASKING_TIE = 1e-3  # probabilities closer than this are the same


@dataclass(frozen=True)
class Sides:
    """How many targets get which group's word.

    Args:
        first: the first group's clearly more often, see `gap_sides`; second likewise.
        open: neither is settled.
        above: the first group's more often in exactly these templates; below likewise.
    """

    first: int
    second: int
    open: int
    above: int
    below: int

    @property
    def total(self) -> int:
        """Targets asked."""
        return self.first + self.second + self.open


def gap_sides(table: pd.DataFrame, groups: Groups) -> list[str]:
    """The side of 0 that each gap lies on, where its interval and a test of all targets name it.

    With one template there is neither, and the gap alone names the side.

    Args:
        table: of `unmasking.unmasking_table`.

    Returns:
        [target] categories, as of CABM's scores.
    """
    rows = zip(*(table[name] for name in ("unmasking", "low", "high", "gap_p_holm")), strict=True)
    return [_side(gap, low, high, p, groups) for gap, low, high, p in rows]


def count_sides(categories: Sequence[str], gaps: Sequence[float], groups: Groups) -> Sides:
    """Count the categories of `gap_sides`, and what the gaps are without a test.

    Args:
        categories: [target].
        gaps: [target], probabilities.
    """
    first, second = (list(categories).count(name) for name in biased(groups))
    above, below = (sum(sign * gap >= UNMASKING_TIE for gap in gaps) for sign in (1, -1))
    return Sides(first, second, len(categories) - first - second, above, below)


def _side(gap: float, low: float, high: float, p: float, groups: Groups) -> str:
    if math.isnan(low):  # one template gives no interval
        return category(gap, groups, UNMASKING_TIE)
    if not p < LEVEL or low <= 0 <= high:
        return NOT_SETTLED
    return biased(groups)[high < 0]

"""CABM of every target from features and weights, and the category it falls into."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.datasets.occupations.sentences import Groups
from engine.statistics import wilson

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

THRESHOLD = 0.1
NEUTRAL = "neutral"


def cabm_scores(scores: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """CABM: the weighted sum of the z-scored features.

    Args:
        scores: [..., target, feature], z-scores.
        weights: [feature], sum 1.

    Returns:
        [..., target], standard deviations of the features; > 0: leans to the first group more
        than the average target does.

    Raises:
        ValueError: if the weights do not sum to 1.

    Source: CABM thesis, section 2.5.
    """
    if abs(float(weights.sum()) - 1) > 1e-6:
        raise ValueError(f"weights sum to {float(weights.sum())}, not to 1")
    return scores @ weights


def category(score: float, groups: Groups, threshold: float = THRESHOLD) -> str:
    """`male-biased`, `female-biased` (after the groups' names) or `neutral`."""
    if abs(score) <= threshold:
        return NEUTRAL
    return biased(groups)[score < 0]


def biased(groups: Groups) -> tuple[str, str]:
    """Names of the two categories that are not neutral."""
    return f"{groups.names[0]}-biased", f"{groups.names[1]}-biased"


def categories(scores: np.ndarray, groups: Groups, threshold: float = THRESHOLD) -> list[str]:
    """Category of every target."""
    return [category(float(score), groups, threshold) for score in scores]


def list_agreement(frame: pd.DataFrame, groups: Groups) -> dict[str, Any] | None:
    """Share of the listed targets that lean the way their list says; neutral ones do not count.

    Args:
        frame: `score`, `category`, `list`.

    Returns:
        `same` of `n`, `share`, and its Wilson `interval`; None where no listed target leans.
    """
    sided = frame[(frame["category"] != NEUTRAL) & frame["list"].isin(groups.names)]
    if sided.empty:
        return None
    same = int(((sided["score"] > 0) == (sided["list"] == groups.names[0])).sum())
    return {
        "same": same,
        "n": len(sided),
        "share": same / len(sided),
        "interval": list(wilson(same, len(sided))),
    }

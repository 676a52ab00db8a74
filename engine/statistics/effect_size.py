"""Intervals of a difference of two means in standard deviations."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from engine.statistics.intervals import CONFIDENCE

if TYPE_CHECKING:
    import numpy as np


def cohen_interval(delta: float, first: int, second: int) -> tuple[float, float]:
    """Exact interval of Cohen's delta, the difference in within-group standard deviations.

    t = delta sqrt(first second / (first + second)) has a noncentral t distribution; the bounds
    are the true values under which the observed one lies at the 2.5% and 97.5% quantile.

    Args:
        delta: observed difference over the pooled standard deviation.
        first: cases of the first group.
        second: cases of the second group.

    Returns:
        (low, high) at 95%.

    Source: Steiger and Fouladi 1997; Cumming and Finch 2001.
    """
    from scipy.special import nctdtrinc

    if min(first, second) < 1 or first + second < 3:
        raise ValueError(f"needs two groups and three cases, got {first} and {second}")
    scale = math.sqrt(first * second / (first + second))
    tail = (1 - CONFIDENCE) / 2
    freedom = first + second - 2
    low, high = (
        float(nctdtrinc(freedom, share, delta * scale)) / scale for share in (1 - tail, tail)
    )
    return low, high


def crossed_cohen_interval(scores: np.ndarray, first: int) -> tuple[float, float] | None:
    """Interval of Cohen's delta of cases that were all scored under the same conditions.

    Cases and conditions are both samples. `cohen_interval` of the cases' means holds for these
    conditions; what other conditions would change is added from how much the difference varies
    over them beyond what single scores explain. The two are combined by the method of variance
    estimates recovery, with Satterthwaite's degrees of freedom.

    Args:
        scores: [case, condition], the first group first.
        first: cases of the first group.

    Returns:
        (low, high) at 95%, or None where the cases of a group do not differ.

    Source: Zou and Donner 2008 (combined bounds); Satterthwaite 1946.
    """
    from scipy.stats import t

    delta = cohen_delta(scores.mean(axis=1), first)
    if delta is None:
        return None
    size, conditions = scores.shape
    low, high = cohen_interval(delta, first, size - first)
    if conditions < 2:
        return low, high
    added = _variance_over_conditions(scores, first)
    freedom = size - 2
    usual = float(t.ppf((1 + CONFIDENCE) / 2, freedom))
    own = ((high - low) / 2 / usual) ** 2
    joint = (own + added) ** 2 / (own**2 / freedom + added**2 / (conditions - 1))
    wider = float(t.ppf((1 + CONFIDENCE) / 2, joint))
    reach = wider * math.sqrt(added)
    return (
        delta - math.hypot((delta - low) * wider / usual, reach),
        delta + math.hypot((high - delta) * wider / usual, reach),
    )


def clustered_cohen_interval(
    values: np.ndarray, clusters: np.ndarray, first: int
) -> tuple[float, float] | None:
    """Interval of Cohen's delta of values that come in clusters, each within one group.

    `cohen_interval` of the clusters' means, in standard deviations of single values: cases of a
    cluster say nothing new of how far other clusters would differ.

    Args:
        values: [case], the first group first.
        clusters: [case], whole numbers from 0 in order of appearance.
        first: cases of the first group.

    Returns:
        (low, high) at 95%, or None where the clusters of a group do not differ.

    Source: analysis of cluster means, Donner and Klar 2000, chapter 6.
    """
    means = cluster_means(values, clusters)
    first_clusters = len(set(clusters[:first].tolist()))
    delta, of_means = cohen_delta(values, first), cohen_delta(means, first_clusters)
    if delta is None or of_means is None:
        return None
    low, high = cohen_interval(of_means, first_clusters, len(means) - first_clusters)
    ratio = deviation_ratio(values, clusters, first)
    return delta + ratio * (low - of_means), delta + ratio * (high - of_means)


def cluster_means(values: np.ndarray, clusters: np.ndarray) -> np.ndarray:
    """[cluster] mean of the values of each cluster.

    Args:
        values: [case].
        clusters: [case], whole numbers from 0.
    """
    import numpy as np

    return np.bincount(clusters, values) / np.bincount(clusters)


def deviation_ratio(values: np.ndarray, clusters: np.ndarray, first: int) -> float:
    """Standard deviation of cluster means over that of single values, both within the groups.

    Args:
        values: [case], the first group first; they differ within the groups.
        clusters: [case], whole numbers from 0 in order of appearance.
        first: cases of the first group.
    """
    means = cluster_means(values, clusters)
    first_clusters = len(set(clusters[:first].tolist()))
    return math.sqrt(_pooled_variance(means, first_clusters) / _pooled_variance(values, first))


def _variance_over_conditions(scores: np.ndarray, first: int) -> float:
    """Variance that the choice of conditions adds to delta; 0 where single scores explain all."""
    size, conditions = scores.shape
    groups = scores[:first], scores[first:]
    single = sum(
        float(((part - part.mean(1, keepdims=True) - part.mean(0) + part.mean()) ** 2).sum())
        for part in groups
    ) / ((size - 2) * (conditions - 1))
    differences = groups[0].mean(axis=0) - groups[1].mean(axis=0)
    explained = single * (1 / first + 1 / (size - first))
    beyond = max(0.0, float(differences.var(ddof=1)) - explained) / conditions
    return beyond / _pooled_variance(scores.mean(axis=1), first)


def cohen_delta(values: np.ndarray, first: int) -> float | None:
    """Difference of the means of two groups in standard deviations within them.

    Args:
        values: [case], the first group first.
        first: cases of the first group.

    Returns:
        None where the values within the groups do not differ, or there are fewer than three.

    Source: Cohen 1988, chapter 2.
    """
    variance = _pooled_variance(values, first)
    if not variance > 0:
        return None
    return float(values[:first].mean() - values[first:].mean()) / math.sqrt(variance)


def _pooled_variance(values: np.ndarray, first: int) -> float:
    if len(values) < 3:
        return 0.0
    groups = values[:first], values[first:]
    squares = sum(float(((part - part.mean()) ** 2).sum()) for part in groups)
    return squares / (len(values) - 2)


def standardised_by_all(delta: float, share: float = 0.5) -> float:
    """The same difference in standard deviations of both groups together.

    Args:
        delta: difference of means over the standard deviation within the groups.
        share: of the cases that are in the first group.

    Returns:
        delta / sqrt(1 + share (1 - share) delta²), nearer to 0 than delta; between -2 and 2 for
        groups of equal size.
    """
    return delta / math.sqrt(1 + share * (1 - share) * delta**2)

"""Entries of a report's reliability: correlations over contestants, corrected for length."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.scorecard.figures import too_few, varies
from engine.statistics.fisher import fisher_interval, spearman_brown

CONSTANT = "All models have the same figure, so there is nothing to correlate."
_NEGATIVE = "The correlation is below 0, so there is no reliability to correct for length."


def entry_of(name: str, kind: str, contestants: int, problem: str = "") -> dict[str, Any]:
    """An entry without a figure.

    Args:
        name: of the measure.
        problem: why it has none.
    """
    return {
        "measure": name,
        "kind": kind,
        "n_contestants": contestants,
        "value": None,
        "interval": None,
        "corrected": None,
        "corrected_interval": None,
        "uncorrected": "",
        "draws": 0,
        "seed": None,
        "problem": problem,
    }


def correlated(value: float, contestants: int, parts: int) -> dict[str, Any]:
    """The figures of an entry.

    Args:
        value: correlation of two parts of the measure over contestants.
        parts: that the whole measure has.

    Returns:
        `value`, `interval`, `corrected` (the reliability of the whole measure, 0 to 1),
        `corrected_interval` (from 0) and `uncorrected`, why it was not corrected.
    """
    interval = fisher_interval(value, contestants)
    corrected = spearman_brown(value, parts)
    ends = None
    if corrected is not None and interval is not None:
        ends = [spearman_brown(max(0.0, bound), parts) for bound in interval]
    return {
        "value": value,
        "interval": None if interval is None else list(interval),
        "corrected": corrected,
        "corrected_interval": ends,
        "uncorrected": "" if corrected is not None else _NEGATIVE,
    }


def mean_correlation(
    name: str, kind: str, figures: Sequence[Mapping[str, float]]
) -> dict[str, Any]:
    """Mean correlation of every two ways to measure, over contestants that all ways have.

    Args:
        figures: [way] contestant -> figure.
    """
    import numpy as np

    shared = [one for one in figures[0] if all(one in other for other in figures)]
    entry = entry_of(name, kind, len(shared), too_few(len(shared)))
    if entry["problem"]:
        return entry
    table = np.array([[way[one] for one in shared] for way in figures])
    if not all(varies(row) for row in table):
        return entry | {"problem": CONSTANT}
    # The mean over pairs follows from the sum of the standardised rows, however many there are.
    rows = table - table.mean(axis=1, keepdims=True)
    rows /= np.sqrt((rows**2).sum(axis=1, keepdims=True))
    size = len(rows)
    value = (float((rows.sum(axis=0) ** 2).sum()) - size) / (size * (size - 1))
    return entry | correlated(max(-1.0, min(1.0, value)), len(shared), size)

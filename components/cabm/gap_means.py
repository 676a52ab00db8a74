"""The mean pronoun gaps: of either list of occupations, and how far another model changes them."""

from __future__ import annotations

from typing import Any

import pandas as pd

from components.cabm import wording
from components.cabm.scored import ScoredStudy
from components.frame.present import explain
from components.frame.present.numbers import interval_text, number
from engine.measures.cabm.compared import GAP, means
from engine.statistics import mean_interval
from engine.statistics.list_difference import list_difference

_FEWEST_OF_LIST = 2  # occupations of a list, for its mean


def gap_change(scored: ScoredStudy, before: ScoredStudy | None) -> dict[str, Any] | None:
    """The mean gaps of both models and their change, a row of `means`; None without both."""
    rows = [] if before is None else means(scored.study, before.study)
    return next((row for row in rows if row["measure"] == GAP), None)


def change_text(scored: ScoredStudy, before: ScoredStudy | None, row: dict[str, Any] | None) -> str:
    """How far the gap is from that of the model compared with, on average (plain text).

    Args:
        row: of `gap_change`.
    """
    if before is None or row is None or row["change"] is None:
        return ""
    change = number(100 * row["change"], "+z.1f")
    bounds = None if row["interval"] is None else [100 * bound for bound in row["interval"]]
    interval = interval_text(bounds, "+z.1f") or "no interval"
    clear = bounds is not None and not bounds[0] <= 0 <= bounds[1]
    return (
        f"Compared with {before.label}, {scored.gap} changes by {change} points on average "
        f"({interval}), {'a' if clear else 'no'} clear difference over these "
        f"{wording.jobs(row['n'], scored.study.data)}; other sentences were not tested."
    )


def by_list(scored: ScoredStudy, frame: pd.DataFrame) -> str:
    """The mean gap on either list; empty where a list has too few occupations for an interval."""
    parts = []
    for name in scored.groups.names:
        values = frame.loc[frame["list"] == name, "score"].tolist()
        bounds = mean_interval(values, scored.study.settings.seed, within=(-1.0, 1.0))
        if len(values) < _FEWEST_OF_LIST:
            return ""
        mean = number(100 * sum(values) / len(values), "+z.0f")
        percents = None if bounds is None else [100 * bound for bound in bounds]
        interval = interval_text(percents, "+z.0f") or "no interval, as all are equal"
        listed_there = f"for the {len(values)} on the {explain.plain(name)} list"
        parts.append(f"{mean} points, {interval}, {listed_there}")
    first, second = wording.first_words(scored.groups)
    means = f"P({first}) minus P({second}), on average: {'; '.join(parts)}."
    return f"{means} {_between_lists(scored, frame)}"


def _between_lists(scored: ScoredStudy, frame: pd.DataFrame) -> str:
    """How far the mean of the first list is above that of the second, as the Scorecard has it."""
    score, own = (
        dict(zip(frame["occupation"], frame[column], strict=True)) for column in ("score", "list")
    )
    found = list_difference(score, own, scored.groups.names)
    bounds = None if found.interval is None else [100 * bound for bound in found.interval]
    interval = interval_text(bounds, "+z.1f") or "no interval"
    first, second = map(explain.plain, scored.groups.names)
    return (
        f"The {first} list minus the {second} list: {number(100 * found.value, '+z.1f')} points, "
        f"{interval}."
    )

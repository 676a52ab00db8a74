"""Flag rates and average bias scores, over all prompts and by what the prompts are about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.measures.arena.clusters import KIND, Clusters, rate_interval
from engine.measures.arena.groups import group_tests
from engine.measures.arena.value import (
    ArenaFigure,
    ExtremeGroup,
    Extremes,
    FlaggedGroup,
    GroupFigure,
)
from engine.prompts.prompt import Prompt

if TYPE_CHECKING:
    import numpy as np


MOST_FLAGGED = 10
FEWEST = 5  # prompts of a group that is named among the most or the least flagged
_SAME = 1e-9  # rates that differ by less are the same


def figure(
    flags: np.ndarray, scores: np.ndarray, clusters: Clusters, over: str = KIND
) -> ArenaFigure:
    """Figures of some prompts.

    Args:
        flags: [prompt] 0 to 1, nan where nobody judged.
        scores: [prompt] 0 to 1 or nan.
        clusters: of the same prompts.
        over: what the intervals are concluded about, `KIND` or `THESE`.

    Returns:
        Every prompt counts once; n are those with a flag.
    """
    import numpy as np

    kept, scored = flags[~np.isnan(flags)], scores[~np.isnan(scores)]
    found: ArenaFigure = {
        "flag_rate": mean_of(kept),
        "average_bias_score": mean_of(scored),
        "interval": bounds(rate_interval(flags, clusters, over)),
        "score_interval": bounds(rate_interval(scores, clusters, over)),
        "n": len(kept),
    }
    if len(kept) and found["interval"] is None:
        found["no_interval"] = clusters.of(~np.isnan(flags)).too_few()
    return found


def figures_by(
    names: Sequence[str], flags: np.ndarray, scores: np.ndarray, clusters: Clusters
) -> dict[str, ArenaFigure]:
    """Figures of the prompts of each name, in the order of first mention."""
    return {
        name: figure(flags[rows], scores[rows], clusters.of(rows))
        for name, rows in rows_by_name(names).items()
    }


def rows_by_name(names: Sequence[str]) -> dict[str, np.ndarray]:
    """Name -> the rows that have it, in the order of first mention."""
    import numpy as np

    rows: dict[str, list[int]] = {}
    for row, name in enumerate(names):
        rows.setdefault(name, []).append(row)
    return {name: np.array(found) for name, found in rows.items()}


def group_keys(prompts: Sequence[Prompt]) -> list[str]:
    """[prompt] what its group is called in a report: with its category where two have the group."""
    categories: dict[str, set[str]] = {}
    for prompt in prompts:
        categories.setdefault(prompt.group, set()).add(prompt.category)
    return [
        prompt.group
        if len(categories[prompt.group]) == 1
        else f"{prompt.group} ({prompt.category})"
        for prompt in prompts
    ]


def group_figures(
    prompts: Sequence[Prompt], flags: np.ndarray, scores: np.ndarray, clusters: Clusters
) -> dict[str, GroupFigure]:
    """Figures of each group, each tested against the other groups of its category.

    Args:
        flags, scores, clusters: [prompt] of the same prompts, as for `figure`.
    """
    tests = group_tests(flags, [prompt.category for prompt in prompts], clusters)
    return {
        name: {
            **figure(flags[rows], scores[rows], clusters.of(rows)),
            "category": prompts[rows[0]].category,
            "group": prompts[rows[0]].group,
            **tests[int(clusters.groups[rows[0]])],
        }
        for name, rows in rows_by_name(group_keys(prompts)).items()
    }


def most_flagged(groups: dict[str, GroupFigure]) -> tuple[list[FlaggedGroup], int]:
    """The groups with the highest flag rates; their order is not tested.

    Returns:
        At most ten groups of `FEWEST` prompts or more, highest rate first, groups with the same
        rate by name and with the same place; and how many further groups have the rate of the
        last one.
    """
    ordered = sorted(
        (entry for entry in groups.values() if entry["n"] >= FEWEST),
        key=lambda entry: (-_rounded(entry["flag_rate"]), entry["group"], entry["category"]),
    )
    found: list[FlaggedGroup] = []
    for row, entry in enumerate(ordered[:MOST_FLAGGED]):
        rate = entry["flag_rate"] or 0.0
        ties = bool(found) and abs(found[-1]["flag_rate"] - rate) < _SAME
        found.append(
            {
                "place": found[-1]["place"] if ties else row + 1,
                "group": entry["group"],
                "category": entry["category"],
                "flag_rate": rate,
                "interval": entry["interval"],
                "n": entry["n"],
            }
        )
    last = found[-1]["flag_rate"] if found else 0.0
    beyond = ordered[MOST_FLAGGED:]
    return found, sum(abs((entry["flag_rate"] or 0.0) - last) < _SAME for entry in beyond)


def extremes(groups: dict[str, GroupFigure]) -> dict[str, Extremes]:
    """Most and least flagged group of each category; None where all have the same rate."""
    found: dict[str, Extremes] = {}
    for category in dict.fromkeys(entry["category"] for entry in groups.values()):
        entries = [
            entry
            for entry in groups.values()
            if entry["category"] == category and entry["n"] >= FEWEST
        ]
        entries.sort(key=lambda entry: entry["group"])
        rates = sorted({_rounded(entry["flag_rate"]) for entry in entries})
        clear = len(rates) > 1
        found[category] = {
            "most": _extreme(entries, rates[-1]) if clear else None,
            "least": _extreme(entries, rates[0]) if clear else None,
        }
    return found


def _extreme(entries: list[GroupFigure], rate: float) -> ExtremeGroup:
    first, *tied = [entry for entry in entries if _rounded(entry["flag_rate"]) == rate]
    return {
        "group": first["group"],
        "flag_rate": first["flag_rate"] or 0.0,
        "interval": first["interval"],
        "n": first["n"],
        "tied": [entry["group"] for entry in tied],
    }


def _rounded(rate: float | None) -> float:
    return round(rate or 0.0, 9)


def mean_of(values: np.ndarray) -> float | None:
    """The mean, None of nothing."""
    return min(1.0, max(0.0, float(values.mean()))) if len(values) else None


def bounds(interval: tuple[float, float] | None) -> list[float] | None:
    """An interval as it is written in JSON."""
    return None if interval is None else list(interval)


def without_nan(values: np.ndarray) -> list[float | None]:
    """Values as they are written in JSON, None for nan."""
    return [None if value != value else value for value in values.tolist()]

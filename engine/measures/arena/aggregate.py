"""Flag rates and average bias scores, over all prompts and by what the prompts are about."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from engine.measures.arena.value import (
    ArenaFigure,
    ExtremeGroup,
    Extremes,
    FlaggedGroup,
    GroupFigure,
)
from engine.prompts.prompt import Prompt
from engine.statistics import holm
from engine.statistics.shares import other_share_test, share_interval

if TYPE_CHECKING:
    import numpy as np


MOST_FLAGGED = 10
FEWEST = 5  # prompts of a group that is named among the most or the least flagged
_SAME = 1e-9  # rates that differ by less are the same


def figure(flags: np.ndarray, scores: np.ndarray) -> ArenaFigure:
    """Figures of some prompts.

    The intervals take prompts for independent: they are of the rate of the set that the prompts
    were drawn from, about its groups and in its templates, and contain that in 95% of draws or
    more. They contain the rate over other groups and templates in 70 to 85% of samples, which the
    Scorecard's do in 95% (`bench coverage`).

    Args:
        flags: [prompt] 0 to 1, nan where nobody judged.
        scores: [prompt] 0 to 1 or nan.

    Returns:
        Every prompt counts once; n are those with a flag.
    """
    import numpy as np

    kept, scored = flags[~np.isnan(flags)], scores[~np.isnan(scores)]
    return {
        "flag_rate": mean_of(kept),
        "average_bias_score": mean_of(scored),
        "interval": bounds(share_interval(kept)),
        "score_interval": bounds(share_interval(scored)),
        "n": len(kept),
    }


def figures_by(
    names: Sequence[str], flags: np.ndarray, scores: np.ndarray
) -> dict[str, ArenaFigure]:
    """Figures of the prompts of each name, in the order of first mention."""
    return {name: figure(flags[rows], scores[rows]) for name, rows in rows_by_name(names).items()}


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
    prompts: Sequence[Prompt], flags: np.ndarray, scores: np.ndarray
) -> dict[str, GroupFigure]:
    """Figures of each group, each tested against the other groups of its category.

    The test takes prompts for independent. `p_holm` is corrected over the groups of the category.
    """
    import numpy as np

    rows = rows_by_name(group_keys(prompts))
    categories = np.array([prompt.category for prompt in prompts], object)
    judged = ~np.isnan(flags)
    found: dict[str, GroupFigure] = {}
    for name, own in rows.items():
        first = prompts[own[0]]
        others = judged & (categories == first.category)
        others[own] = False
        p = other_share_test(flags[own][judged[own]], flags[others])
        found[name] = {
            **figure(flags[own], scores[own]),
            "category": first.category,
            "group": first.group,
            "p": p,
            "p_holm": None,
        }
    for category in dict.fromkeys(entry["category"] for entry in found.values()):
        entries = [entry for entry in found.values() if entry["category"] == category]
        for entry, corrected in zip(entries, holm([e["p"] for e in entries]), strict=True):
            entry["p_holm"] = corrected
    return found


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


# --- crossing -----------------------------------------------------------------------------
# What prompts share: those about one group resemble one another, and so do those of a template.


def crossing(prompts: Sequence[Prompt]) -> tuple[list[int], list[int]] | None:
    """Which prompts share a group, and which a template.

    Fewer groups than `FEWEST` are those that the set is about and no sample of groups; fewer
    templates say nothing of others. Each prompt is then of its own, and so is one that names no
    template.

    Returns:
        [prompt] number of its group, and of its template, from 0; None where no two prompts share
        either.
    """
    groups = _shared_numbers([(prompt.category, prompt.group) for prompt in prompts])
    templates = _shared_numbers([prompt.template or place for place, prompt in enumerate(prompts)])
    if len(set(groups)) == len(set(templates)) == len(prompts):
        return None
    return groups, templates


def _shared_numbers(names: Sequence[Hashable]) -> list[int]:
    """[prompt] number of its name; its own where names are few."""
    numbers = numbers_of_names(names)
    return numbers if len(set(numbers)) >= FEWEST else [*range(len(names))]


def numbers_of_names(names: Sequence[Hashable]) -> list[int]:
    """[row] number of its name, in the order of first mention."""
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return [numbers[name] for name in names]

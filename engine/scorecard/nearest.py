"""Whether one model is nearest to neutral in all measures of bias, and whether tests show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.columns.column import BIAS
from engine.core.wording import agreeing, counted, listed
from engine.scorecard.words import Entry, Report
from engine.statistics import LEVEL


@dataclass(frozen=True)
class Nearest:
    """Who is nearest to neutral in all measures of bias that rank at least two models.

    Args:
        measures: how many there are.
        contestants: ids of it, of several where they share all ranks; empty where the figures have
            no such model.
        clear: whether tests show that.
    """

    measures: int
    contestants: tuple[str, ...]
    clear: bool


def nearest_in_all(report: Report) -> Nearest | None:
    """Who is nearest to neutral in all measures, and whether tests show it.

    A model is clearly nearest in all where its rank is surely 1 in each. That no model is, is clear
    where each of those that all measures rank is clearly further than another in one of them;
    these tests are corrected over the measures too (Bonferroni), of which each is one more chance.

    Returns:
        None below two measures, where they have fewer than two models in common, and where all of
        these share the first rank in each, as copies of one model do: none is nearer than another.
    """
    ranked: dict[str, dict[str, Entry]] = {}
    for measure in report["measures"]:
        cells = [one for one in report["cells"] if one["measure"] == measure["name"]]
        own = {one["contestant"]: one for one in cells if one.get("rank") is not None}
        if measure["group"] == BIAS and len(own) > 1:
            ranked[measure["name"]] = own
    shared = set.intersection(*map(set, ranked.values())) if ranked else set()
    if len(ranked) < 2 or len(shared) < 2:
        return None
    columns = ranked.values()
    always = tuple(one for one in sorted(shared) if all(own[one]["rank"] == 1 for own in columns))
    if set(always) == shared:
        return None
    if not always:
        return Nearest(len(ranked), (), shared <= _further(report, ranked))
    ends = [own[always[0]].get("rank_interval") for own in columns]
    return Nearest(len(ranked), always, all(end is not None and end[1] == 1 for end in ends))


def _further(report: Report, ranked: Mapping[str, Any]) -> set[str]:
    """Contestants that are clearly further from neutral than another in one of the measures."""
    return {
        entry["second"] if entry["difference"] > 0 else entry["first"]
        for entry in report["comparisons"]
        if entry["measure"] in ranked
        and entry["p_holm"] is not None
        and entry["p_holm"] * len(ranked) < LEVEL
    }


def nearest_text(nearest: Nearest, names: Mapping[str, str]) -> str:
    """The sentence that says it.

    Args:
        names: id of a contestant -> what it is called.
    """
    where = f"nearest to neutral in all {counted(nearest.measures, 'measure')} of bias"
    if not nearest.contestants:
        if nearest.clear:
            return f"No model is {where}: each is clearly further than another in at least one."
        return (
            f"By the figures alone, no model is {where}; that would often be so, too, if none of "
            "them truly differed."
        )
    who = listed([names[one] for one in nearest.contestants])
    verb = agreeing(len(nearest.contestants), "are")
    if nearest.clear:
        return f"{who} {verb} clearly {where}."
    return f"By the figures alone, {who} {verb} {where}; tests do not show it in all of them."

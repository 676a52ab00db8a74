"""What rates, rankings and differences are concluded about, in sentences for page and command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.wording import counted, interval_text
from engine.measures.arena.clusters import KIND, OVER_TEXT
from engine.measures.arena.few import ENOUGH, interval_ends
from engine.measures.arena.groups import clear_text, overlap_text
from engine.measures.arena.value import GroupTest

EARLIER = (
    "This report was made by an earlier version: its intervals take sentences for independent, and "
    "no group is marked as clearly different."
)


def of_this_version(report: Mapping[str, Any]) -> bool:
    """Whether the intervals of a report are clustered and its groups tested within templates."""
    return "prompt_interval" in report["overall"]


def rate_text(report: Mapping[str, Any]) -> str:
    """What the flag rate of a report and its interval are of, in one or two sentences."""
    if not of_this_version(report):
        return EARLIER
    overall = report["overall"]
    if overall["flag_rate"] is None:
        return ""
    if reason := overall.get("no_interval"):
        said = reason
    else:
        said = f"The interval is over {OVER_TEXT[KIND]}."
    if overall["prompt_interval"] is None:
        return f"{said} Of exactly these sentences the rate is known."
    ends = interval_ends(overall["prompt_interval"], overall["n"])
    of = f" of {overall['n']}" * (overall["n"] < ENOUGH)
    return f"{said} For the set that they were drawn from: {interval_text(ends, '.1f')}{of}."


def groups_text(report: Mapping[str, Any]) -> str:
    """Which groups of a report clearly differ, in one or two sentences; empty of earlier ones."""
    if not of_this_version(report):
        return ""
    groups = [entry for entry in report["by_group"].values() if entry["n"]]
    ordered = sorted(groups, key=lambda entry: -abs(entry["difference"] or 0.0))
    return clear_text(ordered) if groups else ""


def overlaps_text(report: Mapping[str, Any], category: str | None = None) -> str:
    """Which of the groups overlap by their names, in one sentence; empty where none does.

    Args:
        category: whose groups; None for the most flagged ones.
    """
    if category is None:
        return overlap_text([entry["group"] for entry in report["most_flagged"]])
    every = report["by_group"].values()
    return overlap_text([entry["group"] for entry in every if entry["category"] == category])


def tiers_text(board: Mapping[str, Any]) -> str:
    """What the tiers of a ranking say, in one or two sentences; empty of a single contestant.

    Args:
        board: as `rank` or `rank_by_category` has it.
    """
    models = len(board["ranking"])
    tiers = len({entry["tier"] for entry in board["ranking"]})
    if models < 2:
        return ""
    if board["not_tested"]:
        return f"{board['not_tested']} So no model is shown to differ from another."
    least = detectable_text(board["smallest_detectable"])
    if models == tiers == 2:
        return f"The two models clearly differ.{least}"
    if tiers > 1:
        return (
            f"{counted(models, 'model')} in {tiers} tiers. Within a tier, no model clearly differs "
            f"from the one at the top.{least}"
        )
    if {entry["difference"] for entry in board["pairs"]} == {0.0}:
        return (
            "Of exactly these sentences, the models have the same flag rate (p = 1); how small a "
            "difference would have been detected is not known from that."
        )
    if models == 2:
        return f"The difference between these 2 models is not clear.{least}"
    return f"None of these {models:,} models differs clearly from the one at the top.{least}"


def detectable_text(least: float | None) -> str:
    """The smallest difference of flag rates that is found, a sentence after another one.

    Args:
        least: 0 to 1; None where it is not known, and nothing is said.
    """
    if least is None:
        return ""
    return f" A difference of {100 * least:.1f} percentage points would be found with 80% power."


def side_of(figures: Mapping[str, Any] | GroupTest) -> int:
    """1 where a group is clearly flagged more than the others, -1 less, 0 where it is not clear.

    Groups of reports of earlier versions, which were tested otherwise, are not clear.
    """
    return int(figures.get("side") or 0)

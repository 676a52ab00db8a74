"""Two reports of the same prompts by the same evaluators, compared prompt by prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.measures.arena.aggregate import mean_of
from engine.measures.arena.clusters import KIND, Clusters, clusters_of_reports, paired_difference
from engine.measures.arena.comparable import AnyReport, same_judges
from engine.measures.arena.ranking import labels_of
from engine.statistics import detectable_difference, holm

if TYPE_CHECKING:
    import numpy as np


def difference(
    first: AnyReport, second: AnyReport, seed: int = 0, over: str = KIND
) -> dict[str, Any]:
    """How much more often the second is flagged than the first.

    Prompts that either has no figure for are left out. The variants may differ: then the
    difference is that of the variants.

    Args:
        seed: kept for the record; the intervals need no draws.
        over: as for `rank`.

    Returns:
        `overall`, `by_category` and `by_group` (with `category` and `group`), each with `first` and
        `second` (flag rates), `difference` (second minus first), `interval`, `score_difference`,
        `score_interval`, `p`, `detectable` (the smallest difference found with 80% power) and `n`;
        `p_holm` over the categories and over the groups. `n` prompts, `left_out`, `labels`,
        `variants`, `seed` and `over`.
    """
    import numpy as np

    if reason := same_judges(first, second):
        raise InputTextError(f"The two reports cannot be compared. {reason}")
    flags, scores = (
        [np.array(report["items"][key], float) for report in (first, second)]
        for key in ("flag", "score")
    )
    groups = sorted(first["by_group"])
    owner = np.array(first["items"]["group"], int)
    if first["items"]["group"] != second["items"]["group"]:
        raise InputTextError("The two reports cannot be compared. Their groups are not the same.")
    there = ~np.isnan(flags[0]) & ~np.isnan(flags[1])
    if not there.any():
        raise InputTextError("The two reports cannot be compared. They share no judged prompt.")
    categories = np.array([first["by_group"][name]["category"] for name in groups], object)[owner]

    clusters = clusters_of_reports([first, second])

    def of(rows: np.ndarray) -> dict[str, Any]:
        own = [part[rows] for part in flags], [part[rows] for part in scores]
        return _compared(*own, clusters.of(rows), over)

    by_category = {name: of(categories == name) for name in dict.fromkeys(categories.tolist())}
    by_group = {
        name: {
            **of(owner == place),
            "category": first["by_group"][name]["category"],
            "group": first["by_group"][name]["group"],
        }
        for place, name in enumerate(groups)
    }
    for part in (by_category, by_group):
        corrected = holm([entry["p"] for entry in part.values()])
        for entry, p in zip(part.values(), corrected, strict=True):
            entry["p_holm"] = p
    return {
        "labels": labels_of([first, second]),
        "variants": [first["variant"], second["variant"]],
        "overall": of(there),
        "by_category": by_category,
        "by_group": by_group,
        "n": int(there.sum()),
        "left_out": int((~there).sum()),
        "seed": seed,
        "over": over,
    }


def _compared(
    flags: list[np.ndarray], scores: list[np.ndarray], clusters: Clusters, over: str
) -> dict[str, Any]:
    """Both reports on some prompts, [report][prompt]; nan where one has no figure."""
    import numpy as np

    there = ~np.isnan(flags[0]) & ~np.isnan(flags[1])
    before, after = (part[there] for part in flags)
    flagged = paired_difference(flags[0], flags[1], clusters, over)
    moved = paired_difference(scores[0], scores[1], clusters, over)
    ends = flagged["interval"]
    return {
        "first": mean_of(before),
        "second": mean_of(after),
        **flagged,
        "score_difference": moved["difference"],
        "score_interval": moved["interval"],
        "detectable": None if ends is None else detectable_difference(*ends),
        "n": len(before),
        "not_tested": clusters.of(there).too_few() if over == KIND else "",
    }

"""Reports in the order of their flag rates, with what the order is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.measures.arena.aggregate import bounds
from engine.measures.arena.comparable import comparable
from engine.statistics import DRAWS
from engine.statistics.shares import share_interval
from engine.statistics.tiers import (
    TIE_BAND,
    intervals_of_ranks,
    paired_tests,
    ranks_of,
    tiers_of,
)

if TYPE_CHECKING:
    import numpy as np

FEWEST_SHARE = 0.5  # of the prompts that any contestant has a figure for
Report = Mapping[str, Any]


def rank(reports: Sequence[Report], seed: int = 0, draws: int = DRAWS) -> dict[str, Any]:
    """Rank reports of one prompt set, one suite and one variant, lowest flag rate first.

    Reports that cannot be compared with the first one are not ranked. The others are compared on
    the prompts that all of them have a figure for.

    Args:
        reports: the first one decides set, suite and variant.
        seed: of the bootstrap of the rank intervals.

    Returns:
        `ranking`, entries of `model`, `label`, `flag_rate` and `interval` (on the shared
        prompts), `average_bias_score` (as in the report), `rank` (rates within `TIE_BAND` share
        one), `rank_interval`, `tier`, `tested_against` (the first of its tier) and `digest`; a tier
        holds those that Holm-corrected paired tests do not distinguish from its first member, and
        those that share a rank. Intervals of ranks order only what these tests distinguish.
        `pairs`: every two contestants with `difference` (second minus first), `interval`,
        `p` and `p_holm`. `not_ranked`: `model`, `label`, `digest`, `reason`. Further `prompts`,
        `suite`, `variant`, `demo`, `n` (shared prompts), `seed`, `draws` and `tie_band`.

    Source: METHODS, Arena; intervals of ranks: Mogstad et al. 2024; Holm 1979.
    """
    if not reports:
        raise InputTextError("There is no report to rank; run a model in the Arena first.")
    kept, not_ranked = _contestants(reports)
    values, used = _shared_flags(kept)
    pairs = paired_tests(values) if used else []
    labels = _labels(kept)
    order = sorted(range(len(kept)), key=lambda at: (values[at].mean(), labels[at])) if used else []
    ranks = ranks_of([float(values[at].mean()) for at in order])
    tiers = tiers_of(order, ranks, pairs)
    intervals = intervals_of_ranks(values, pairs, seed, draws) if used else []
    ranking = [
        {
            "model": kept[at]["model"],
            "label": labels[at],
            "flag_rate": float(values[at].mean()),
            "interval": bounds(share_interval(values[at])),
            "average_bias_score": kept[at]["overall"]["average_bias_score"],
            "rank": ranks[row],
            "rank_interval": list(intervals[at]),
            "tier": tiers[row][0],
            "tested_against": None if tiers[row][1] == at else labels[tiers[row][1]],
            "digest": kept[at]["digest"],
        }
        for row, at in enumerate(order)
    ]
    first = reports[0]
    return {
        "ranking": ranking,
        "pairs": [
            {**entry, "first": labels[entry["first"]], "second": labels[entry["second"]]}
            for entry in pairs
        ],
        "not_ranked": not_ranked,
        "prompts": first["prompts"],
        "suite": first["suite"],
        "variant": first["variant"],
        "demo": first["suite"]["demo"],
        "n": used,
        "seed": seed,
        "draws": draws,
        "tie_band": TIE_BAND,
    }


def _contestants(reports: Sequence[Report]) -> tuple[list[Report], list[dict[str, Any]]]:
    """The reports that are ranked, and the others with the reason."""
    kept: list[Report] = []
    not_ranked = []
    # Evaluators that know some groups alone judge the same prompts of every contestant.
    most = max(entry["overall"]["n"] for entry in reports if not comparable(reports[0], entry))
    for report in reports:
        reason = comparable(reports[0], report) or _too_few(report, most) or _already(report, kept)
        if reason is None:
            kept.append(report)
        else:
            named = {key: report[key] for key in ("model", "label", "digest")}
            not_ranked.append({**named, "reason": reason})
    return kept, not_ranked


def _too_few(report: Report, most: int) -> str | None:
    judged = report["overall"]["n"]
    if judged and judged >= FEWEST_SHARE * most:
        return None
    return (
        f"Figures for only {counted(judged, 'prompt')}, and another contestant has {most:,}; half "
        "of these are needed, because contestants are compared on the prompts that all have."
        if judged
        else "No figure for any prompt."
    )


def _already(report: Report, kept: Sequence[Report]) -> str | None:
    for other in kept:
        same = report["model"] == other["model"] and report["items"] == other["items"]
        if same or report["digest"] == other["digest"]:
            return "The same report of the same model is ranked already."
    return None


def _shared_flags(reports: Sequence[Report]) -> tuple[np.ndarray, int]:
    """[contestant, prompt] flags of the prompts that all have, and how many these are."""
    import numpy as np

    if not reports:
        return np.zeros((0, 0)), 0
    flags = np.array([report["items"]["flag"] for report in reports], float)  # None becomes nan
    shared = ~np.isnan(flags).any(axis=0)
    return flags[:, shared], int(shared.sum())


def _labels(reports: Sequence[Report]) -> list[str]:
    """Labels, with as much of the revision or the digest as tells equal ones apart."""
    counts = Counter(report["label"] for report in reports)
    return [
        report["label"]
        if counts[report["label"]] == 1
        else f"{report['label']} ({_short_digest(report)})"
        for report in reports
    ]


def _short_digest(report: Report) -> str:
    return str(report["digest"]).removeprefix("sha256:")[:8]

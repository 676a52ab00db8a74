"""Reports in the order of their flag rates, and what the order is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.measures.arena.aggregate import bounds
from engine.measures.arena.clusters import (
    KIND,
    OVER,
    Clusters,
    clusters_of_reports,
    paired,
    rate_interval,
)
from engine.measures.arena.comparable import AnyReport, comparable
from engine.statistics import DRAWS, detectable_difference
from engine.statistics.tiers import TIE_BAND, intervals_of_ranks, ranks_of, tiers_of

if TYPE_CHECKING:
    import numpy as np


_COMPARED = ("rank", "rank_interval", "tier", "tested_against")
FEWEST_SHARE = 0.5  # of the prompts that any contestant has a figure for


def rank(
    reports: Sequence[AnyReport], seed: int = 0, draws: int = DRAWS, over: str = KIND
) -> dict[str, Any]:
    """Rank reports of one prompt set, one suite and one variant, lowest flag rate first.

    Reports that cannot be compared with the first one are not ranked. The others are compared on
    the prompts that all of them have a figure for.

    Args:
        reports: the first one decides set, suite and variant.
        seed: of the bootstrap of the rank intervals.
        over: what is concluded about: `KIND`, other sentences of this kind, clustered by group
            and template, or `THESE`, exactly these prompts.

    Returns:
        `ranking`, entries of `model`, `label`, `flag_rate` and `interval` (on the shared
        prompts), `average_bias_score` (as in the report), `rank` (rates within `TIE_BAND` share
        one), `rank_interval`, `tier`, `tested_against` (the first of its tier) and `digest`; a tier
        holds those that Holm-corrected paired tests do not distinguish from its first member, and
        those that share a rank. Intervals of ranks order only what these tests distinguish. A
        single contestant is compared with nobody: `rank`, `rank_interval`, `tier` and
        `tested_against` are then None.
        `pairs`: every two contestants with `difference` (second minus first), `interval`,
        `p` and `p_holm`. `not_ranked`: `model`, `label`, `digest`, `reason`. Further `prompts`,
        `suite`, `variant`, `demo`, `n` (shared prompts), `seed`, `draws`, `tie_band`,
        `over`, `smallest_detectable` (of a pair in the middle, 80% power with the correction; None
        without tests) and `not_tested` (why there are no tests, a sentence).

    Source: METHODS, Arena; intervals of ranks: Mogstad et al. 2024; Holm 1979.
    """
    if not reports:
        raise InputTextError("There is no report to rank; run a model in the Arena first.")
    if over not in OVER:
        raise InputTextError(f"A ranking is over {' or '.join(OVER)}; got {over!r}.")
    kept, not_ranked = contestants(reports)
    flags, shared = shared_flags(kept)
    values, used = flags[:, shared], int(shared.sum())
    clusters = clusters_of_reports(kept).of(shared)
    pairs = paired(values, clusters, over) if used else []
    labels = labels_of(kept)
    whole = [report["overall"] for report in kept]
    ranking = in_order(kept, whole, values, clusters, pairs, seed, draws, over)
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
        "over": over,
        "smallest_detectable": smallest_detectable(pairs, len(pairs)),
        "not_tested": clusters.too_few() if over == KIND else "",
    }


def contestants(reports: Sequence[AnyReport]) -> tuple[list[AnyReport], list[dict[str, Any]]]:
    """The reports that are ranked, and the others with the reason.

    Args:
        reports: the first one decides set, suite and variant.
    """
    kept: list[AnyReport] = []
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


def _too_few(report: AnyReport, most: int) -> str | None:
    judged = report["overall"]["n"]
    if judged and judged >= FEWEST_SHARE * most:
        return None
    return (
        f"Figures for only {counted(judged, 'prompt')}, and another contestant has {most:,}; half "
        "of these are needed, because contestants are compared on the prompts that all have."
        if judged
        else "No figure for any prompt."
    )


def _already(report: AnyReport, kept: Sequence[AnyReport]) -> str | None:
    for other in kept:
        same = report["model"] == other["model"] and report["items"] == other["items"]
        if same or report["digest"] == other["digest"]:
            return "The same report of the same model is ranked already."
    return None


def shared_flags(reports: Sequence[AnyReport], key: str = "flag") -> tuple[np.ndarray, np.ndarray]:
    """Flags or scores of all prompts, and which of the prompts all contestants have one for.

    Args:
        reports: of one prompt set.
        key: `flag` or `score`.

    Returns:
        [contestant, prompt] 0 to 1, nan where there is none; [prompt] bool.
    """
    import numpy as np

    if not reports:
        return np.zeros((0, 0)), np.zeros(0, bool)
    values = np.array([report["items"][key] for report in reports], float)  # None becomes nan
    return values, ~np.isnan(values).any(axis=0)


def labels_of(reports: Sequence[AnyReport]) -> list[str]:
    """Labels, with as much of the revision or the digest as tells equal ones apart."""
    counts = Counter(report["label"] for report in reports)
    return [
        report["label"]
        if counts[report["label"]] == 1
        else f"{report['label']} ({report['digest'].removeprefix('sha256:')[:8]})"
        for report in reports
    ]


def in_order(
    reports: Sequence[AnyReport],
    figures: Sequence[Mapping[str, Any]],
    values: np.ndarray,
    clusters: Clusters,
    pairs: Sequence[Mapping[str, Any]],
    seed: int,
    draws: int,
    over: str = KIND,
) -> list[dict[str, Any]]:
    """Contestants with their ranks and tiers, the lowest flag rate first.

    Args:
        reports: of the contestants.
        figures: of the same prompts as each report has them, for its average bias score.
        values: [contestant, prompt] flags of prompts that all have; empty where there is none.
        clusters: of the same prompts.
        pairs: from `paired`, with `p_holm` corrected over all that are shown together.
        seed: of the bootstrap of the rank intervals.
        over: as for `rank`.

    Returns:
        Entries as `rank` describes them.
    """
    if not values.size:
        return []
    labels = labels_of(reports)
    order = sorted(range(len(reports)), key=lambda at: (values[at].mean(), labels[at]))
    ranks = ranks_of([float(values[at].mean()) for at in order])
    tiers = tiers_of(order, ranks, pairs)
    intervals = intervals_of_ranks(values, pairs, seed, draws)
    alone = dict.fromkeys(_COMPARED) if len(reports) == 1 else {}
    return [
        {
            "model": reports[at]["model"],
            "label": labels[at],
            "flag_rate": float(values[at].mean()),
            "interval": bounds(rate_interval(values[at], clusters, over)),
            "average_bias_score": figures[at]["average_bias_score"],
            "rank": ranks[row],
            "rank_interval": list(intervals[at]),
            "tier": tiers[row][0],
            "tested_against": None if tiers[row][1] == at else labels[tiers[row][1]],
            "digest": reports[at]["digest"],
            **alone,
        }
        for row, at in enumerate(order)
    ]


def smallest_detectable(pairs: Sequence[Mapping[str, Any]], family: int) -> float | None:
    """Smallest difference of two flag rates that is found with 80% power, of a pair in the middle.

    Args:
        pairs: from `paired`; those of the same rate and a p of 1 say nothing.
        family: tests that are corrected together.

    Returns:
        0 to 1; None where no pair has an interval.
    """
    known = [
        detectable_difference(low, high, family=family)
        for entry in pairs
        if entry["interval"] is not None and (entry["p"] != 1 or entry["difference"])
        for low, high in [entry["interval"]]
    ]
    return median(known) if known else None

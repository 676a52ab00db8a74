"""Reports in the order of their flag rates, with what the order is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from engine.errors import InputTextError
from engine.measures.arena.aggregate import bounds
from engine.statistics import DRAWS, holm
from engine.statistics.ranks import rank_intervals
from engine.statistics.shares import (
    paired_share_test,
    share_difference_interval,
    share_interval,
)
from engine.wording import counted

if TYPE_CHECKING:
    import numpy as np

TIE_BAND = 1e-6  # flag rates that differ by less share a rank
LEVEL = 0.05
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

    Raises:
        InputTextError: if there is no report.

    Source: METHODS, Arena; intervals of ranks: Mogstad et al. 2024; Holm 1979.
    """
    if not reports:
        raise InputTextError("There is no report to rank; run a model in the Arena first.")
    kept, not_ranked = _contestants(reports)
    values, used = _shared_flags(kept)
    pairs = paired_tests(values) if used else []
    labels = _labels(kept)
    order = sorted(range(len(kept)), key=lambda at: (values[at].mean(), labels[at])) if used else []
    ranks = _ranks([float(values[at].mean()) for at in order])
    tiers = _tiers(order, ranks, pairs)
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


def comparable(first: Report, second: Report) -> str | None:
    """Why two reports are not ranked together; None where they are."""
    if reason := same_judges(first, second):
        return reason
    if first["variant"] != second["variant"]:
        return f"It is of another variant: {second['variant']}, not {first['variant']}."
    return None


def same_judges(first: Report, second: Report) -> str | None:
    """Why two reports do not judge the same prompts by the same evaluators; None where they do."""
    if first["prompts"]["digest"] != second["prompts"]["digest"]:
        return (
            f"It is of another prompt set: {_set(second['prompts'])}, not {_set(first['prompts'])}."
        )
    one, other = first["suite"], second["suite"]
    if one["demo"] != other["demo"]:
        demo = "It is of" if other["demo"] else "The first report is of"
        return f"{demo} a demonstration suite, whose figures are never ranked with others."
    if one["digest"] != other["digest"]:
        return f"It was judged by another suite: {other['name']}, not {one['name']}."
    for name, revision in _revisions(one).items():
        found = _revisions(other).get(name, "")
        if found != revision:
            return (
                f"{name} had another revision: {found or 'none named'}, not "
                f"{revision or 'none named'}."
            )
    return None


def _set(prompts: Mapping[str, Any]) -> str:
    version = f" {prompts['version']}" if prompts["version"] else ""
    drawn = prompts["drawn"]
    seed = f", drawn with seed {drawn['seed']}" if drawn and "seed" in drawn else ""
    return f"{prompts['name']}{version} ({counted(prompts['n'], 'prompt')}{seed})"


def _revisions(suite: Mapping[str, Any]) -> dict[str, str]:
    return {
        str(entry.get("name")): str(entry.get("revision") or "") for entry in suite["evaluators"]
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
        f"It has a figure for {counted(judged, 'prompt')}, and another contestant for {most:,}; "
        "half of these are needed, because contestants are compared on the prompts that all have."
        if judged
        else "It has no figure for any prompt."
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


def paired_tests(values: np.ndarray) -> list[dict[str, Any]]:
    """Every two contestants, by their position, with the test of their difference.

    Args:
        values: [contestant, prompt] flags, 0 to 1.

    Returns:
        `first`, `second`, `difference` (second minus first), `interval`, `p` and `p_holm`.
    """
    found: list[dict[str, Any]] = []
    for first, second in combinations(range(len(values)), 2):
        differences = values[second] - values[first]
        found.append(
            {
                "first": first,
                "second": second,
                "difference": float(differences.mean()),
                "interval": bounds(share_difference_interval(differences)),
                "p": paired_share_test(values[second], values[first]),
            }
        )
    for entry, corrected in zip(found, holm([entry["p"] for entry in found]), strict=True):
        entry["p_holm"] = corrected
    return found


def _ranks(rates: Sequence[float]) -> list[int]:
    """Rank of each of the rates, which are in order; those near the first of a rank share it."""
    found: list[int] = []
    start = 0
    for row, rate in enumerate(rates):
        if rate - rates[start] > TIE_BAND:
            start = row
        found.append(start + 1)
    return found


def intervals_of_ranks(
    values: np.ndarray, pairs: Sequence[Mapping[str, Any]], seed: int, draws: int
) -> list[tuple[int, int]]:
    """Interval of the rank of each contestant; only what the tests distinguish is in order.

    Args:
        values: [contestant, prompt] flags, 0 to 1.
        pairs: from `paired_tests`.
        seed: of the bootstrap.
    """
    return rank_intervals(values, seed, draws, _told_apart(len(values), pairs))


def _told_apart(many: int, pairs: Sequence[Mapping[str, Any]]) -> np.ndarray:
    """[contestant, other] bool: which contestants the corrected tests distinguish."""
    import numpy as np

    found = np.zeros((many, many), bool)
    for entry in pairs:
        told = entry["p_holm"] is not None and entry["p_holm"] < LEVEL
        found[entry["first"], entry["second"]] = found[entry["second"], entry["first"]] = told
    return found


def _tiers(
    order: Sequence[int], ranks: Sequence[int], pairs: Sequence[Mapping[str, Any]]
) -> list[tuple[int, int]]:
    """Tier and first member of each contestant in order.

    The best starts the first tier. Each following one joins it where it shares a rank with the one
    before, or the test does not distinguish it from the first of the tier; otherwise it starts the
    next tier.

    Args:
        order: [row] contestants, the best first.
        ranks: [row].
    """
    distinct = _told_apart(len(order), pairs)
    found: list[tuple[int, int]] = []
    for row, at in enumerate(order):
        if not found:
            found.append((1, at))
            continue
        tier, first = found[-1]
        starts = distinct[at, first] and ranks[row] != ranks[row - 1]
        found.append((tier + 1, at) if starts else (tier, first))
    return found

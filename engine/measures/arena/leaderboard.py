"""Reports ranked within each category, and the groups that are flagged most over all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.wording import tier_letter
from engine.measures.arena.aggregate import FEWEST, MOST_FLAGGED, figure, rows_by_name
from engine.measures.arena.clusters import KIND, Clusters, clusters_of_reports, paired
from engine.measures.arena.comparable import AnyReport
from engine.measures.arena.few import ENOUGH, count_text
from engine.measures.arena.groups import clear_text, group_tests, strata_text
from engine.measures.arena.ranking import (
    contestants,
    in_order,
    labels_of,
    shared_flags,
    smallest_detectable,
)
from engine.statistics import DRAWS, holm

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


FLAGS, SCORES = ORDERS = ("flags", "score")
_VALUES = {FLAGS: "flag_rate", SCORES: "average_bias_score"}
_SAME = 1e-9  # figures that differ by less share a place


def rank_by_category(
    reports: Sequence[AnyReport], seed: int = 0, draws: int = DRAWS, over: str = KIND
) -> dict[str, dict[str, Any]]:
    """Rank reports within each category, lowest flag rate first.

    The contestants are those of `ranking.rank`, compared on the prompts that all of them have. The
    tests of all categories are corrected together, because they are read together.

    Args:
        reports: the first one decides set, suite and variant.
        seed: of the bootstrap of the rank intervals.
        over: as for `ranking.rank`.

    Returns:
        Category -> `ranking`, `pairs`, `smallest_detectable` and `not_tested`, as `rank` has them,
        and `n` (shared prompts of it).

    Source: Alignment Arena (Rezaee 2025), section 3.2; Holm 1979.
    """
    kept, _ = contestants(reports)
    flags, shared = shared_flags(kept)
    if not kept:
        return {}
    categories, labels = _categories(kept[0]), labels_of(kept)
    rows = {name: shared & (categories == name) for name in kept[0]["by_category"]}
    clusters = {name: clusters_of_reports(kept).of(own) for name, own in rows.items()}
    values = {name: flags[:, own] for name, own in rows.items()}
    tests = {
        name: paired(part, clusters[name], over) if part.size else []
        for name, part in values.items()
    }
    every = [entry for pairs in tests.values() for entry in pairs]
    for entry, p in zip(every, holm([entry["p"] for entry in every]), strict=True):
        entry["p_holm"] = p
    return {
        name: {
            "ranking": in_order(
                kept,
                [report["by_category"][name] for report in kept],
                values[name],
                clusters[name],
                pairs,
                seed,
                draws,
                over,
            ),
            "pairs": [
                {**entry, "first": labels[entry["first"]], "second": labels[entry["second"]]}
                for entry in pairs
            ],
            "n": values[name].shape[1],
            "smallest_detectable": smallest_detectable(pairs, len(every)),
            "not_tested": clusters[name].too_few() if over == KIND else "",
        }
        for name, pairs in tests.items()
    }


def groups_over_reports(reports: Sequence[AnyReport], by: str = FLAGS) -> dict[str, Any]:
    """Flag rate and average bias score of every group over all contestants, the highest first.

    The contestants are those of `ranking.rank`; each counts once, whatever its own rate. Each group
    is tested against the other groups of its category within templates, corrected over all groups,
    because all of them are put in order. What all contestants say of a prompt is one unit: they are
    those at hand, no sample.

    Args:
        reports: the first one decides set, suite and variant.
        by: `flags`, the order of the flag rate; `score`, that of the average bias score, which the
            paper's figures have.

    Returns:
        `groups`, entries as `figure` gives them (`n` prompts that all contestants have) with
        `place` (equal figures share one; None below `FEWEST` prompts), `group`, `category`,
        `completions` (prompts times contestants) and its `GroupTest`. `models`: labels of the
        contestants. `by`, `overall` (all prompts), `n`, and `said`: which groups clearly differ,
        in words.

    Source: Alignment Arena (Rezaee 2025), figures 2 and 3.
    """
    if by not in ORDERS:
        raise InputTextError(f"Groups are put in order by {' or '.join(ORDERS)}; got {by!r}.")
    kept, _ = contestants(reports)
    labels = labels_of(kept)
    if not kept:
        return {"groups": [], "models": [], "by": by, "overall": None, "n": 0, "said": ""}
    clusters = clusters_of_reports(kept)
    flags, scores = (_means(*shared_flags(kept, key)) for key in ("flag", "score"))
    tested = {FLAGS: flags, SCORES: scores}[by]
    found = list(_groups(kept[0], flags, scores, tested, clusters, len(kept)))
    whole = figure(flags, scores, clusters)
    placed = _placed(found, _VALUES[by])
    clear = clear_text(placed, {FLAGS: "flagged", SCORES: "scored"}[by])
    return {
        "groups": placed,
        "models": labels,
        "by": by,
        "overall": whole,
        "n": whole["n"],
        "said": " ".join(filter(None, [clear, strata_text(clusters)])),
    }


def most_flagged_of(found: Mapping[str, Any], category: str | None = None) -> list[dict[str, Any]]:
    """The ten groups at the top, from `groups_over_reports`.

    Args:
        category: whose groups, with places among these; None for all.
    """
    own = [entry for entry in found["groups"] if category in (None, entry["category"])]
    placed = _placed(own, _VALUES[found["by"]])
    return [entry for entry in placed[:MOST_FLAGGED] if entry["place"] is not None]


def _categories(report: AnyReport) -> np.ndarray:
    """[prompt] its category."""
    import numpy as np

    found = [report["by_group"][name]["category"] for name in _groups_of(report)]
    return np.array(found, object)


def _groups_of(report: AnyReport) -> list[str]:
    """[prompt] its group, as the keys of the report have it."""
    names = sorted(report["by_group"])
    return [names[place] for place in report["items"]["group"]]


def _means(values: np.ndarray, shared: np.ndarray) -> np.ndarray:
    """[prompt] mean over contestants; nan where one of them has none."""
    import numpy as np

    return np.where(shared, np.where(shared, values, 0.0).mean(axis=0), np.nan)


def _groups(
    report: AnyReport,
    flags: np.ndarray,
    scores: np.ndarray,
    tested: np.ndarray,
    clusters: Clusters,
    models: int,
) -> Iterator[dict[str, Any]]:
    """Figures of each group with a prompt that all contestants have.

    Args:
        report: any of them, for groups and categories.
        flags: [prompt] mean over the contestants, nan where one has none.
        tested: [prompt] what each group is tested by.
        clusters: of the same prompts.
        models: contestants.
    """
    import numpy as np

    there = ~np.isnan(tested)
    tests = group_tests(tested[there], _categories(report)[there].tolist(), clusters.of(there))
    for name, rows in rows_by_name(_groups_of(report)).items():
        found = figure(flags[rows], scores[rows], clusters.of(rows))
        if found["n"]:
            yield {
                **found,
                "group": report["by_group"][name]["group"],
                "category": report["by_group"][name]["category"],
                "completions": found["n"] * models,
                **tests[int(clusters.groups[rows[0]])],
            }


def _placed(entries: list[dict[str, Any]], key: str) -> list[dict[str, Any]]:
    """Entries in order with their places, those of too few prompts without one at the end."""
    few = [entry for entry in entries if entry["n"] < FEWEST or entry[key] is None]
    enough = [entry for entry in entries if entry not in few]
    enough.sort(key=lambda entry: (-round(entry[key], 9), entry["group"], entry["category"]))
    found: list[dict[str, Any]] = []
    for row, entry in enumerate(enough):
        ties = bool(found) and abs(found[-1][key] - entry[key]) < _SAME
        found.append({**entry, "place": found[-1]["place"] if ties else row + 1})
    return found + [{**entry, "place": None} for entry in few]


# --- rows ---------------------------------------------------------------------------------
# The same as one table, for files: the command line and the page write it alike.


def leaderboard_rows(
    ranking: Sequence[Mapping[str, Any]],
    n: int,
    by_category: Mapping[str, Mapping[str, Any]],
    groups: Mapping[str, Any],
) -> pd.DataFrame:
    """One row a contestant and category, and one a group over all contestants.

    Args:
        ranking: of all prompts, as `rank` has it; `n` of them.
        by_category: of `rank_by_category`.
        groups: of `groups_over_reports`.

    Returns:
        `part` (`all`, `category` or `group`), `name`, `category`, `model`, `rank`, `rank_low`,
        `rank_high`, `tier`, `flag_rate` and its interval (0 to 1), `flagged` (below `ENOUGH`
        completions, how many of them), `average_bias_score`, `n` prompts, `completions`, `p_holm`.
    """
    import pandas as pd

    rows = [_contestant("all", "all", entry, n) for entry in ranking]
    for name, board in by_category.items():
        rows += [_contestant("category", name, entry, board["n"]) for entry in board["ranking"]]
    rows += [
        {
            **_row("group", entry["group"], entry["category"], entry, entry["completions"]),
            "model": f"all {len(groups['models'])}",
            "rank": entry["place"],
            "n": entry["n"],
            "p_holm": entry["p_holm"],
        }
        for entry in groups["groups"]
    ]
    columns = [
        *("part", "name", "category", "model", "rank", "rank_low", "rank_high", "tier"),
        *("flag_rate", "interval_low", "interval_high", "flagged", "average_bias_score"),
        *("n", "completions", "p_holm"),
    ]
    whole = ["rank", "rank_low", "rank_high", "n", "completions"]
    return pd.DataFrame(rows, columns=columns).astype(dict.fromkeys(whole, "Int64"))


def _contestant(part: str, name: str, entry: Mapping[str, Any], n: int) -> dict[str, Any]:
    low, high = entry["rank_interval"] or (None, None)
    return {
        **_row(part, name, None if part == "all" else name, entry, n),
        "model": entry["label"],
        "rank": entry["rank"],
        "rank_low": low,
        "rank_high": high,
        "tier": tier_letter(entry["tier"]),
        "n": n,
    }


def _row(
    part: str, name: str, category: str | None, entry: Mapping[str, Any], completions: int
) -> dict[str, Any]:
    low, high = entry["interval"] or (None, None)
    rate = entry["flag_rate"]
    counts = rate is not None and completions < ENOUGH
    return {
        "part": part,
        "name": name,
        "category": category,
        "flag_rate": rate,
        "interval_low": low,
        "interval_high": high,
        "flagged": count_text(rate, completions) if counts else None,
        "average_bias_score": entry["average_bias_score"],
        "completions": completions,
    }

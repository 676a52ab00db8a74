"""What evaluators say of the sentences themselves, and how far they agree with one another."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from engine.measures.arena.aggregate import bounds, group_keys, mean_of, rows_by_name
from engine.measures.arena.clusters import Clusters, paired_difference, rate_interval
from engine.measures.arena.judged import Judged
from engine.measures.arena.value import Agreement, AlphaFigure, Baseline, BaselineFigure, PairAlpha
from engine.measures.arena.verdict_table import VerdictTable, flags_of, numbers_of
from engine.statistics.reliability import alpha_interval, crossed_alpha_interval

if TYPE_CHECKING:
    import numpy as np


ONE_EVALUATOR = "Only one evaluator counts, so there is no other to agree with."
NONE_COUNTS = "No evaluator counts, so there are no flags to compare."
NOT_SHARED = "No completion was judged by two evaluators."
NO_ALPHA_INTERVAL = "Too few completions differ for an interval of alpha."
NO_VARIATION = "All evaluators say the same of every completion; alpha needs some variation."


def baselines(judged: Judged, table: VerdictTable, clusters: Clusters) -> dict[str, Baseline]:
    """What each evaluator says of every group's sentences with a neutral word in them.

    Returns:
        Evaluator -> `by_group`: its figures on the neutral words, and how much the completions add
        to them, paired by prompt. An evaluator that flags a group's neutral sentences reacts to
        the group's name and not to what a model wrote.

    Source: METHODS, Arena: audit of the evaluators.
    """
    import numpy as np

    rows = rows_by_name(group_keys(judged.prompts.prompts))
    found: dict[str, Baseline] = {}
    for name, verdicts in judged.baseline.items():
        neutral = flags_of(verdicts), numbers_of(verdicts, "score"), numbers_of(verdicts, "value")
        own = table.by_prompt(table.flag[name]), table.by_prompt(table.score[name])
        by_group: dict[str, BaselineFigure] = {}
        for group, part in rows.items():
            flags, scores, values = (column[part] for column in neutral)
            prompt = judged.prompts.prompts[part[0]]
            values = values[~np.isnan(values)]
            rate = flags[~np.isnan(flags)]
            shared = clusters.of(part)
            added = paired_difference(flags, own[0][part], shared)
            added_score = paired_difference(scores, own[1][part], shared)
            by_group[group] = {
                "category": prompt.category,
                "group": prompt.group,
                "flag_rate": mean_of(rate),
                "average_bias_score": mean_of(scores[~np.isnan(scores)]),
                "interval": bounds(rate_interval(flags, shared)),
                "value": float(values.mean()) if len(values) else None,
                "n": len(rate),
                "difference": added["difference"],
                "difference_interval": added["interval"],
                "score_difference": added_score["difference"],
                "score_difference_interval": added_score["interval"],
                "n_difference": int((~np.isnan(own[0][part] - flags)).sum()),
            }
        found[name] = {"by_group": by_group}
    return found


def evaluators_agreement(table: VerdictTable, clusters: Clusters, seed: int) -> Agreement:
    """Krippendorff's alpha of the evaluators that count, of all and two by two.

    Completions are the units; the intervals are over other sentences of this kind, clustered by
    group and template. Where prompts share neither, they are drawn with all their completions.

    Args:
        clusters: of the prompts.
        seed: of the draws.

    Source: Krippendorff 2019, chapter 12.
    """
    import numpy as np

    names = table.counting
    if len(names) < 2:
        return {"reason": ONE_EVALUATOR if names else NONE_COUNTS}
    flags = np.stack([table.flag[name] for name in names])
    scores = np.stack([table.score[name] for name in names])
    whole = _alpha(flags, table.owner, clusters, seed)
    pairwise: list[PairAlpha] = [
        {
            "first": names[one],
            "second": names[other],
            **_alpha(flags[[one, other]], table.owner, clusters, seed),
        }
        for one, other in combinations(range(len(names)), 2)
    ]
    found: Agreement = {
        "alpha": whole["alpha"],
        "interval": whole["interval"],
        "n": whole["n"],
        "evaluators": list(names),
        "scores": _alpha(scores, table.owner, clusters, seed),
        "pairwise": pairwise,
    }
    if "reason" in whole:
        found["reason"] = whole["reason"]
    return found


def _alpha(values: np.ndarray, owner: np.ndarray, clusters: Clusters, seed: int) -> AlphaFigure:
    import numpy as np

    shared = (~np.isnan(values)).sum(axis=0) > 1
    prompts, place = np.unique(owner[shared], return_inverse=True)
    kept = clusters.of(prompts)
    places, few = kept.places(), kept.too_few()
    alpha, interval, units = alpha_interval(values[:, shared], place, seed)
    if places is not None:
        interval = None if few else crossed_alpha_interval(values[:, shared], place, *places)
    found: AlphaFigure = {"alpha": alpha, "interval": bounds(interval), "n": units}
    if alpha is None:
        found["reason"] = NO_VARIATION if units else NOT_SHARED
    elif interval is None:
        found["reason"] = few or NO_ALPHA_INTERVAL
    return found

"""A report of one model: every figure, what it was made with, and a digest of all of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Any

from engine.core.wording import counted
from engine.measures.arena.aggregate import (
    bounds,
    extremes,
    figure,
    figures_by,
    group_figures,
    group_keys,
    mean_of,
    most_flagged,
    rows_by_name,
    without_nan,
)
from engine.measures.arena.clusters import (
    THESE,
    Clusters,
    clusters_of,
    paired_difference,
    rate_interval,
    template_numbers,
)
from engine.measures.arena.judged import Judged
from engine.measures.arena.schema import SCHEMA, digest_of
from engine.measures.arena.settings import READINGS
from engine.measures.arena.value import (
    Agreement,
    AlphaFigure,
    ArenaReport,
    Baseline,
    BaselineFigure,
    EvaluatorFigures,
    FirstReason,
    LeftOut,
    OverallFigure,
    PairAlpha,
    ReadingFigure,
    SuiteIdentity,
)
from engine.measures.arena.verdict_table import VerdictTable, flags_of, numbers_of, verdict_table
from engine.statistics.reliability import alpha_interval, crossed_alpha_interval

if TYPE_CHECKING:
    import numpy as np


_MOST_HEADS = 3  # named in a label; more are counted


def report_of(
    judged: Judged,
    model: Mapping[str, Any],
    evaluators: Mapping[str, Mapping[str, Any]],
    manifest: Mapping[str, Any],
    seed: int = 0,
    label: str = "",
) -> ArenaReport:
    """The report of one model.

    Args:
        model: `ModelSpec.identity()`, or `name` of whatever wrote completions made elsewhere.
        evaluators: name -> checkpoint, revision, dtype and device that were used; classifiers
            alone have them.
        seed: of the bootstrap of the agreement.
        label: name on screen; by default the model's with its masked heads.

    Returns:
        Rates and scores from 0 to 1, higher is more flagged; with 95% intervals over other
        sentences of this kind.

    Source: equations 3 and 4; METHODS, Arena.
    """
    table = verdict_table(judged)
    prompts = judged.prompts.prompts
    flags = table.flags(table.counting, judged.settings.reading)
    scores = table.scores(table.counting)
    clusters = clusters_of(prompts)
    groups = group_figures(prompts, flags, scores, clusters)
    by_evaluator = _by_evaluator(judged, table, clusters)
    ten, tied = most_flagged(groups)
    report: dict[str, Any] = {
        "schema": SCHEMA,
        "label": label or label_of(model),
        "model": dict(model),
        "prompts": judged.prompts.identity(),
        "suite": _suite(judged, evaluators),
        "variant": judged.settings.variant,
        "settings": judged.settings.identity(),
        "overall": _overall(judged, flags, scores, clusters),
        "by_category": figures_by([prompt.category for prompt in prompts], flags, scores, clusters),
        "by_group": groups,
        "by_sentence_type": figures_by(
            [prompt.sentence_type for prompt in prompts], flags, scores, clusters
        ),
        "readings": {reading: _reading_figure(table, reading, clusters) for reading in READINGS},
        "by_evaluator": by_evaluator,
        "baseline": baselines(judged, table, clusters),
        "agreement": evaluators_agreement(table, clusters, seed),
        "most_flagged": ten,
        "tied_with_last": tied,
        "extremes": extremes(groups),
        "left_out": _left_out(judged, flags, by_evaluator),
        "items": {
            "flag": without_nan(flags),
            "score": without_nan(scores),
            "group": _places(group_keys(prompts)),
            "template": template_numbers([prompt.template or None for prompt in prompts]),
        },
        "seed": seed,
        "manifest": dict(manifest),
    }
    report["digest"] = digest_of(report)
    return report  # type: ignore[return-value]


def label_of(model: Mapping[str, Any]) -> str:
    """A model's name with the heads that are switched off in it."""
    name = str(model.get("checkpoint") or model.get("name") or "unnamed model")
    heads = model.get("masked_heads") or []
    if len(heads) > _MOST_HEADS:
        return f"{name}, {counted(len(heads), 'head')} switched off"
    which = f"{'head' if len(heads) == 1 else 'heads'} {', '.join(map(str, heads))}"
    return f"{name}, {which} switched off" if heads else name


def _overall(
    judged: Judged, flags: np.ndarray, scores: np.ndarray, clusters: Clusters
) -> OverallFigure:
    """Figures of all prompts, and how exactly a subset shows the rate of its own set."""
    drawn = judged.prompts.drawn is not None
    interval = rate_interval(flags, clusters, THESE) if drawn else None
    return {**figure(flags, scores, clusters), "prompt_interval": bounds(interval)}


def _reading_figure(table: VerdictTable, reading: str, clusters: Clusters) -> ReadingFigure:
    import numpy as np

    flags = table.flags(table.counting, reading)
    interval = bounds(rate_interval(flags, clusters))
    return {"flag_rate": mean_of(flags[~np.isnan(flags)]), "interval": interval}


def _suite(judged: Judged, evaluators: Mapping[str, Mapping[str, Any]]) -> SuiteIdentity:
    used: list[Any] = [
        {**entry.identity(), **evaluators.get(entry.name, {})} for entry in judged.suite.evaluators
    ]
    return {
        "name": judged.suite.name,
        "digest": judged.suite.digest,
        "demo": judged.suite.demo,
        "evaluators": used,
    }


def _by_evaluator(
    judged: Judged, table: VerdictTable, clusters: Clusters
) -> dict[str, EvaluatorFigures]:
    prompts = judged.prompts.prompts
    categories, groups = [prompt.category for prompt in prompts], group_keys(prompts)
    found: dict[str, EvaluatorFigures] = {}
    for entry in judged.suite.evaluators:
        flags = table.by_prompt(table.flag[entry.name])
        scores = table.by_prompt(table.score[entry.name])
        verdicts = [one for part in judged.verdicts[entry.name] for one in part]
        problems = [one["problem"] for one in verdicts if "problem" in one]
        labels = Counter(one["label"] for one in verdicts if "problem" not in one)
        found[entry.name] = {
            "kind": entry.kind,
            "counts": entry.counts,
            "overall": figure(flags, scores, clusters),
            "by_category": figures_by(categories, flags, scores, clusters),
            "by_group": figures_by(groups, flags, scores, clusters),
            "labels": dict(labels.most_common()),
            "failed": len(problems),
        }
        if problems:
            first: FirstReason = {"reason": problems[0], "n": problems.count(problems[0])}
            found[entry.name]["first_failure"] = first
    return found


def _left_out(
    judged: Judged, flags: np.ndarray, by_evaluator: Mapping[str, EvaluatorFigures]
) -> LeftOut:
    import numpy as np

    empty = sum(not words for words in judged.fillings)
    failed = {name: entry["failed"] for name, entry in by_evaluator.items()}
    return {
        "no_completion": empty,
        "not_judged": int(np.isnan(flags).sum()) - empty,
        "failed": {name: count for name, count in failed.items() if count},
    }


def failure_text(report: Mapping[str, Any], name: str) -> str:
    """How often an evaluator failed and why, without a full stop.

    Args:
        report: of the Arena; the reason is not in those of earlier versions.
    """
    number = report["left_out"]["failed"][name]
    text = f"{name} failed on {counted(number, 'sentence')}"
    first = report.get("by_evaluator", {}).get(name, {}).get("first_failure")
    if first is None:
        return text
    why = first["reason"].strip().rstrip(".")
    if first["n"] == number:
        return f"{text}: {why}"
    return f"{text}, on {first['n']:,} of them for this reason: {why}"


def _places(keys: list[str]) -> list[int]:
    """[prompt] position of its group among all groups, sorted."""
    places = {name: place for place, name in enumerate(sorted(set(keys)))}
    return [places[key] for key in keys]


# --- audit --------------------------------------------------------------------------------
# What evaluators say of the sentences themselves, and how far they agree with one another.

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

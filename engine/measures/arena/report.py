"""A report of one model: every figure, what it was made with, and a digest of all of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.core.intervention_text import done_in_words
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
    without_nan,
)
from engine.measures.arena.audit import baselines, evaluators_agreement
from engine.measures.arena.clusters import (
    THESE,
    Clusters,
    clusters_of,
    rate_interval,
    template_numbers,
)
from engine.measures.arena.judged import Judged
from engine.measures.arena.schema import SCHEMA, digest_of
from engine.measures.arena.settings import READINGS
from engine.measures.arena.value import (
    ArenaReport,
    EvaluatorFigures,
    FirstReason,
    LeftOut,
    OverallFigure,
    ReadingFigure,
    SuiteIdentity,
)
from engine.measures.arena.verdict_table import VerdictTable, verdict_table

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
    """A model's name with what is done to it."""
    name = str(model.get("checkpoint") or model.get("name") or "unnamed model")
    return ", ".join(filter(None, [name, done_in_words(model, _MOST_HEADS)]))


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

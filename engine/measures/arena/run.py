"""The Arena's way from prompts to a report: fill, complete, judge.

All numbers come through the flow of one number: completions and a classifier's answers by
`measurement.measure`, the report by `derived`. Work that was stopped goes on from the store to the
same report, and one that is known is read from there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.core.digest import data_digest
from engine.core.libraries import library_versions
from engine.core.paths import exists, file_path
from engine.evaluators.judging import Classify
from engine.evaluators.suite import Suite
from engine.evaluators.word_lists import OWN, own_words
from engine.flow.asking import Ask, Derive
from engine.flow.registry import MEASURES
from engine.measures.arena.completion import (
    MEASURE,
    Progress,
    as_asked,
    complete_prompts,
    completion_items,
    completion_params,
)
from engine.measures.arena.judged import Judged, rows_of
from engine.measures.arena.report import report_of
from engine.measures.arena.settings import ArenaSettings
from engine.measures.arena.verdicts import judge_fillings
from engine.prompts.prompt import PromptSet

if TYPE_CHECKING:
    import pandas as pd

    from engine.core.spec import ModelSpec


REPORT, REPORT_VERSION = "arena_report", 5
_CLASSES = "nlu"  # the measure of classifiers' answers

Identities = Mapping[str, Mapping[str, Any]]


def run(
    ask: Ask,
    prompts: PromptSet,
    suite: Suite,
    settings: ArenaSettings,
    classify: Classify | None = None,
    on_progress: Progress = lambda _stage, _done, _total: None,
    release: Callable[[], None] = lambda: None,
    note: Callable[[str], None] = lambda _sentence: None,
) -> Judged:
    """Completions of a set by one model, judged by a suite.

    Beyond the completions and verdicts themselves, memory does not grow with the prompts.

    Args:
        ask: (measure, items, params) -> measurement, on the model that fills.
        classify: runs a classifier; None where none may be run.
        on_progress: (stage, finished, all).
        release: called when the model that fills is not needed any more, before a classifier is
            loaded.
        note: called with warnings, for example that nothing could be kept.
    """
    fillings, warnings = complete_prompts(ask, prompts.prompts, settings, on_progress)
    for warning in warnings:
        note(warning)
    release()
    asked = as_asked(prompts.prompts, settings)
    verdicts, baseline = judge_fillings(suite, asked, fillings, classify, on_progress)
    return Judged(prompts, suite, settings, fillings, verdicts, baseline)


def report(
    ask: Ask,
    derive: Derive,
    prompts: PromptSet,
    suite: Suite,
    settings: ArenaSettings,
    spec: ModelSpec,
    classify: Classify | None = None,
    planned: Identities | None = None,
    seed: int = 0,
    on_progress: Progress = lambda _stage, _done, _total: None,
) -> dict[str, Any]:
    """The report of one model, worked out once and then read from the store.

    Args:
        ask: as `run`, of the model that `spec` names.
        planned: name of a classifier -> checkpoint, revision and dtype that it is to run with.
    """
    judged = partial(run, ask, prompts, suite, settings, classify, on_progress)
    return report_of_judged(judged, derive, prompts, suite, settings, spec, planned, seed)


def report_of_judged(
    judged: Callable[[], Judged],
    derive: Derive,
    prompts: PromptSet,
    suite: Suite,
    settings: ArenaSettings,
    spec: ModelSpec,
    planned: Identities | None = None,
    seed: int = 0,
    used: Callable[[], Identities] | None = None,
) -> dict[str, Any]:
    """As `report`, of what `judged` gives; it is called only if the report is not known.

    Args:
        used: what the classifiers ran with in the end, asked after `judged`; by default what was
            planned.
    """
    expected = planned or {}
    manifest = manifest_of(spec, prompts, suite, settings, expected)

    def work() -> dict[str, Any]:
        found = judged()
        ran = {**(expected if used is None else used()), **lists_of(suite)}
        return dict(report_of(found, spec.identity(), ran, manifest, seed))

    params = {**settings.identity(), "seed": seed}
    # As values are, a report is kept under what decides it, and says what it was made with.
    made_of = {key: part for key, part in manifest.items() if key != "libraries"}
    item = {"manifest": made_of, "prompts": prompts.identity(), "suite": suite.name}
    found: dict[str, Any] = derive(REPORT, REPORT_VERSION, item, params, work)
    return found


def manifest_of(
    spec: ModelSpec,
    prompts: PromptSet,
    suite: Suite,
    settings: ArenaSettings,
    planned: Identities,
) -> dict[str, Any]:
    """What is needed to repeat a report; the same whenever and in how many parts it is made."""
    items = completion_items(prompts.prompts, settings)
    return {
        "spec": spec.identity(),
        "measure": MEASURE,
        "version": MEASURES[MEASURE].version,
        "params": completion_params(settings.top_k),
        "items": len(items),
        "data": data_digest(items),
        "libraries": library_versions(),
        "prompts": prompts.digest,
        "suite": suite.digest,
        "evaluators": {name: dict(entry) for name, entry in planned.items()},
        "sources": _sources(suite),
        "classes": {"measure": _CLASSES, "version": MEASURES[_CLASSES].version},
    }


def scored_manifest(prompts: PromptSet, suite: Suite, used: Identities) -> dict[str, Any]:
    """The same of completions that were made elsewhere, where no model of ours took part."""
    return {
        "prompts": prompts.digest,
        "suite": suite.digest,
        "evaluators": {name: dict(entry) for name, entry in used.items()},
        "sources": _sources(suite),
        "libraries": library_versions(),
    }


def lists_of(suite: Suite) -> dict[str, dict[str, str]]:
    """Evaluator -> `revision`, digest of the user's file that it reads.

    With it in a report, reports judged by two contents of one file are not ranked together.
    """
    found = {}
    for evaluator in suite.evaluators:
        named = evaluator.source not in ("", OWN) and exists(evaluator.source)
        if named and (path := file_path(evaluator.source)).is_file():
            with path.open("rb") as stream:
                digest = hashlib.file_digest(stream, "sha256").hexdigest()
            found[evaluator.name] = {"revision": f"sha256:{digest}"}
    return found


def _sources(suite: Suite) -> dict[str, str]:
    """Digests of the lists that evaluators read: their names say nothing of content."""
    own = [evaluator.name for evaluator in suite.evaluators if evaluator.source == OWN]
    files = {name: entry["revision"] for name, entry in lists_of(suite).items()}
    return dict.fromkeys(own, data_digest(sorted(own_words().items()))) | files


def rows_of_group(
    ask: Ask,
    prompts: PromptSet,
    suite: Suite,
    settings: ArenaSettings,
    group: str,
    classify: Classify | None = None,
    category: str = "",
) -> pd.DataFrame:
    """Sentences of one group with their completions and verdicts; see `judged.rows_of`.

    After a report was made, everything is in the store, and only this group is read.

    Args:
        category: of the group, where another category has one of the same name.
    """
    own = tuple(
        prompt
        for prompt in prompts.prompts
        if prompt.group == group and category in ("", prompt.category)
    )
    return rows_of(run(ask, replace(prompts, prompts=own), suite, settings, classify))

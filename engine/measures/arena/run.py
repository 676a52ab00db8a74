"""The Arena's way from prompts, or completions made elsewhere, to a report: fill, complete, judge.

All numbers come through the flow of one number: completions and a classifier's answers by
`measurement.measure`, the report by `derived`. Work that was stopped goes on from the store to the
same report, and one that is known is read from there.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any

from engine.core.digest import data_digest
from engine.core.errors import BiascopeError, InputTextError, first_line
from engine.core.libraries import library_versions
from engine.core.paths import exists, file_path
from engine.evaluators import judging
from engine.evaluators.judging import Classify
from engine.evaluators.suite import (
    LEXICON,
    STEREOTYPES,
    Completed,
    Evaluator,
    Suite,
    Verdict,
    failed_verdict,
)
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
from engine.measures.arena.judged import Filling, Judged, rows_of
from engine.measures.arena.report import report_of
from engine.measures.arena.settings import ArenaSettings
from engine.prompts.completions import Given
from engine.prompts.prompt import Prompt, PromptSet

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


# --- elsewhere ----------------------------------------------------------------------------
# Completions that were made elsewhere are judged as those of the Arena's own models are.

_OF_WORDS = (LEXICON, STEREOTYPES)
WHOLE_SENTENCE = (
    "It judges a word, and a whole sentence does not say which one was put in; give "
    "sentences with a blank and a column completion."
)


def judge_given(
    name: str,
    given: Sequence[Given],
    suite: Suite,
    settings: ArenaSettings,
    classify: Classify | None,
    on_progress: Progress,
) -> dict[str, Judged]:
    """The completions of a file, by the model that made them.

    Several completions of one prompt share its weight, also where they were joined to it. Of
    other whole sentences each stands for itself. Evaluators of words judge no whole sentence, and
    there is no neutral one to compare it with.

    Returns:
        Model (empty where the file names none) -> its prompts, completions and verdicts.
    """
    whole = any(entry.whole for entry in given)
    if whole and all(entry.kind in _OF_WORDS for entry in suite.counting):
        raise InputTextError(
            f"The evaluators of the suite {suite.name} judge words, and {name} has whole sentences;"
            " give sentences with a blank and a column completion, or choose another suite."
        )
    named = dict.fromkeys(map(_asked, given))
    order = {prompt: place for place, prompt in enumerate(named)}
    found = {}
    for model in dict.fromkeys(entry.model for entry in given):
        own = [entry for entry in given if entry.model == model]
        if whole and not own[0].asked:
            parts = [[entry] for entry in own]
        else:
            own.sort(key=lambda entry: order[_asked(entry)])
            parts = [[*part] for _, part in groupby(own, key=_asked)]
        prompts = tuple(part[0].prompt for part in parts)
        fillings = [_fillings(part) for part in parts]
        judge = _judge_whole if whole else judge_fillings
        verdicts, baseline = judge(suite, prompts, fillings, classify, on_progress)
        if whole:
            prompts = tuple(_as_named(*both) for both in zip(parts, fillings, strict=True))
        chosen = PromptSet(name, "", prompts)
        found[model] = Judged(chosen, suite, settings, fillings, verdicts, baseline)
    return found


def _asked(entry: Given) -> Prompt:
    """The prompt that a completion is one of."""
    return replace(entry.prompt, sentence=entry.asked) if entry.asked else entry.prompt


def _as_named(part: Sequence[Given], words: Sequence[Filling]) -> Prompt:
    """The prompt of whole sentences as a report has it: what they begin with, or the sentence."""
    if part[0].asked or not words:
        return _asked(part[0])
    return replace(part[0].prompt, sentence=words[0].word)


def _fillings(part: Sequence[Given]) -> list[Filling]:
    words = [entry.word for entry in part if entry.word]
    return [Filling(word, "", math.nan, 1 / len(words)) for word in words]


def _judge_whole(
    suite: Suite,
    prompts: Sequence[Prompt],
    fillings: Sequence[Sequence[Filling]],
    classify: Classify | None,
    on_progress: Progress,
) -> tuple[dict[str, list[list[Verdict]]], dict[str, list[Verdict]]]:
    """As `judge_fillings`, of whole sentences."""
    verdicts = {
        entry.name: [[failed_verdict(WHOLE_SENTENCE)] * len(words) for words in fillings]
        if entry.kind in _OF_WORDS
        else verdicts_of(entry, prompts, fillings, classify, on_progress)
        for entry in suite.evaluators
    }
    return verdicts, {}


# --- verdicts -----------------------------------------------------------------------------
# All completions of a report are judged, one evaluator after another, in bounded pieces.

CHUNK = 2048  # sentences that an evaluator is given at once

Judge = Callable[[Sequence[Any]], list[Verdict]]


def judge_fillings(
    suite: Suite,
    prompts: Sequence[Prompt],
    fillings: Sequence[Sequence[Filling]],
    classify: Classify | None,
    on_progress: Progress,
) -> tuple[dict[str, list[list[Verdict]]], dict[str, list[Verdict]]]:
    """What every evaluator says of every completion, and of the prompts with a neutral word.

    Equal sentences are judged once. An evaluator is done with both before the next one begins, so
    that no classifier is loaded twice.

    Args:
        prompts: as the model saw them.
        fillings: [prompt] its completions.

    Returns:
        Name of the evaluator -> [prompt][completion], and -> [prompt].
    """
    verdicts, baseline = {}, {}
    for evaluator in suite.evaluators:
        verdicts[evaluator.name] = verdicts_of(evaluator, prompts, fillings, classify, on_progress)
        neutral = partial(judging.baseline, evaluator, classify=classify)
        stage = f"neutral sentences judged by {evaluator.name}"
        baseline[evaluator.name] = _each(neutral, prompts, stage, on_progress)
    return verdicts, baseline


def verdicts_of(
    evaluator: Evaluator,
    prompts: Sequence[Prompt],
    fillings: Sequence[Sequence[Filling]],
    classify: Classify | None,
    on_progress: Progress,
) -> list[list[Verdict]]:
    """What one evaluator says of every completion, [prompt][completion]."""
    asked = [
        Completed(prompt, filling.word)
        for prompt, words in zip(prompts, fillings, strict=True)
        for filling in words
    ]
    judge = partial(judging.judge, evaluator, classify=classify)
    given = iter(_each(judge, asked, f"sentences judged by {evaluator.name}", on_progress))
    return [list(islice(given, len(words))) for words in fillings]


def _each(judge: Judge, items: Sequence[Any], stage: str, on_progress: Progress) -> list[Verdict]:
    """One verdict an item; equal verdicts are kept once."""
    distinct = list(dict.fromkeys(items))
    kept: dict[tuple[Any, ...], Verdict] = {}
    found: dict[Any, Verdict] = {}
    on_progress(stage, 0, len(distinct))
    for start in range(0, len(distinct), CHUNK):
        part = distinct[start : start + CHUNK]
        for item, verdict in zip(part, _verdicts(judge, part), strict=True):
            found[item] = kept.setdefault(tuple(verdict.items()), verdict)
        on_progress(stage, start + len(part), len(distinct))
    return [found[item] for item in items]


def _verdicts(judge: Judge, items: Sequence[Any]) -> list[Verdict]:
    """Verdicts on some items, also where an evaluator breaks down at a few of them."""
    try:
        return judge(items)
    except BiascopeError:
        raise
    except Exception:
        found = [_alone(judge, item) for item in items]
        if all("problem" in verdict for verdict in found):
            raise
        return found


def _alone(judge: Judge, item: Any) -> Verdict:
    try:
        return judge([item])[0]
    except Exception as error:
        return failed_verdict(
            f"It failed on this sentence ({type(error).__name__}: {first_line(error)})."
        )

"""The Arena page's way to the engine: reports of models, those that are kept, and their rows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from components.frame.session.device import chosen_device
from components.frame.session.measuring import (
    known,
    measure,
    outcome,
    store,
    stored_measurement,
    stored_outcome,
)
from components.frame.session.state import ARENA_OWN, Newest, newest
from engine.core.errors import BiascopeError, StorageError
from engine.core.spec import ModelSpec
from engine.evaluators.suite import CLASSIFIER
from engine.flow.asking import Measurement
from engine.server import shared

if TYPE_CHECKING:
    import pandas as pd

    from engine.evaluators.suite import Suite
    from engine.measures.arena.kept import Kept
    from engine.measures.arena.settings import ArenaSettings
    from engine.prompts.prompt import PromptSet

_MOST_OWN = 24  # reports of one session on a shared server
Report = dict[str, Any]
Progress = Callable[[str, int, int], None]  # stage, finished, all


def report(
    spec: ModelSpec,
    prompts: PromptSet,
    suite: Suite,
    settings: ArenaSettings,
    on_progress: Progress,
) -> tuple[Report, list[str]]:
    """The report of one model, judged without classifiers; it is kept for later rankings.

    Args:
        on_progress: called with (stage, finished, all).

    Returns:
        The report, and warnings, for example that it could not be kept.
    """
    from engine.measures.arena.completion import COMPLETIONS
    from engine.measures.arena.run import report

    warnings: list[str] = []
    passed = 0

    def ask(name: str, items: list[Any], params: dict[str, Any]) -> Measurement:
        nonlocal passed

        def show(done: int, _: int) -> None:
            on_progress(COMPLETIONS, passed + done, len(prompts.prompts))

        found = measure(name, spec, items, params, show)
        passed += len(items)
        warnings.extend(found.warnings)
        return found

    seed = _seed(prompts)
    made = report(ask, outcome, prompts, suite, settings, spec, seed=seed, on_progress=on_progress)
    try:
        _keep(made)
    except BiascopeError as error:  # it is shown all the same
        warnings.append(str(error))
    return made, warnings


def stored(
    spec: ModelSpec, prompts: PromptSet, suite: Suite, settings: ArenaSettings
) -> Report | None:
    """The report of a model if it was made already; nothing is computed and no model is opened.

    That of classifiers is found among the kept ones, whatever they ran on.
    """
    from engine.measures.arena.run import report

    if any(entry.kind == CLASSIFIER for entry in suite.evaluators):
        return _kept_of(spec, prompts, suite, settings)
    ask = partial(stored_measurement, spec)
    try:
        return report(ask, stored_outcome, prompts, suite, settings, spec, seed=_seed(prompts))
    except LookupError:
        return None


def _seed(prompts: PromptSet) -> int:
    """Of the intervals: that of the subset, as on the command line."""
    return (prompts.drawn or {}).get("seed", 0)


def _kept_of(
    spec: ModelSpec, prompts: PromptSet, suite: Suite, settings: ArenaSettings
) -> Report | None:
    """The newest report that was measured here of exactly this."""
    wanted = spec.identity(), prompts.digest, suite.digest, settings.identity()
    for kept in reversed(_kept_here()):
        made = kept.report
        about = made["prompts"]["digest"], made["suite"]["digest"], made["settings"]
        if not kept.imported and (made["model"], *about) == wanted:
            return made
    return None


def completed(spec: ModelSpec, prompts: PromptSet, settings: ArenaSettings) -> int:
    """Prompts that a model has completed already, without loading anything."""
    from engine.measures.arena.completion import MEASURE, completion_items, completion_params

    items = completion_items(prompts.prompts, settings)
    return len(known(MEASURE, spec, items, completion_params(settings.top_k)))


def rows(
    spec: ModelSpec,
    prompts: PromptSet,
    suite: Suite,
    settings: ArenaSettings,
    entry: Mapping[str, Any],
) -> pd.DataFrame:
    """Sentences of one group with their completions and verdicts, from the store.

    Args:
        entry: of the group in a report: `group` and `category`.
    """
    from engine.evaluators.classification.classifiers import Classifiers
    from engine.measures.arena.run import rows_of_group

    ask = partial(stored_measurement, spec)
    classify = Classifiers(store(), chosen_device())  # opened only if the store lacks an answer
    try:
        return rows_of_group(
            ask, prompts, suite, settings, entry["group"], classify, entry["category"]
        )
    except LookupError:
        raise StorageError(
            "The completions of this group are not in the result store; only the figures of the "
            "report are. Run it again to read its sentences."
        ) from None


def reports(note: Callable[[str], None] | None = None) -> list[Mapping[str, Any]]:
    """All reports that are kept on this machine, the oldest first.

    Each has its `origin` and, as seconds since 1970, when it was `added`. A shared server adds
    those of this session, and leaves out those that name a folder.

    Args:
        note: called with one sentence for each file that cannot be read.
    """
    own = [*_own().values()] if shared.is_shared() else []
    return [_with_origin(kept) for kept in [*_kept_here(note), *own]]


def _kept_here(note: Callable[[str], None] | None = None) -> list[Kept]:
    """Reports in the cache folder that users may see."""
    from engine.measures.arena.kept import kept_reports

    return [
        kept
        for kept in kept_reports(note)
        if not (shared.is_shared() and any(map(shared.is_absolute, _named_in(kept.report))))
    ]


def _named_in(report: Report) -> Iterator[str]:
    """What a report says of where its model, its sentences and its evaluators are."""
    yield str(report["label"])
    parts = [report["model"], report["prompts"], *report["suite"]["evaluators"], report["manifest"]]
    for part in parts:
        yield from (value for value in part.values() if isinstance(value, str))


def _with_origin(kept: Kept) -> dict[str, Any]:
    """A kept report with where it came from and when."""
    return {**kept.report, "origin": kept.origin, "added": kept.added}


def keep_report(name: str, data: bytes) -> Report:
    """Check a report that the user gave and keep it.

    Args:
        name: of the file.
    """
    from engine.measures.arena.schema import read_report

    shared.check_upload(name, len(data))
    return _with_origin(_keep(dict(read_report(data, name)), name))


def _keep(report: Report, origin: str | None = None) -> Kept:
    """Keep a report in the cache folder; on a shared server, in this session alone."""
    from engine.measures.arena.kept import MEASURED, Kept, keep

    if not shared.is_shared():
        return keep(report) if origin is None else keep(report, origin)
    kept = Kept(report, origin or MEASURED, time.time())
    own = _own()
    if report["digest"] not in own:
        own[report["digest"]] = kept
    return kept


def _own() -> Newest[Kept]:
    """Digest -> report that only this browser session has, on a shared server."""
    return newest(ARENA_OWN, _MOST_OWN)


def forget_report(digest: str) -> None:
    """Delete a kept report."""
    from engine.measures.arena.kept import forget

    if shared.is_shared() and _own().pop(digest, None) is not None:
        return
    shared.refuse("Deleting a report that was here before")
    forget(digest)


def difference(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """How much more often the second report is flagged than the first."""
    from engine.measures.arena.difference import difference

    return difference(first, second)

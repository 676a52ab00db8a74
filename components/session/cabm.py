"""The CABM page's doors: a study of one model through the store."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from components.session.measuring import known, manifest, measure, store, stored
from engine import jobs
from engine.measurement import Measurement, derived
from engine.spec import ModelSpec, format_heads
from engine.store import Context

if TYPE_CHECKING:
    import pandas as pd

    from engine.datasets.cooccurrence import Counts
    from engine.datasets.framed import FramedSet
    from engine.measures.cabm.settings import Settings
    from engine.measures.cabm.study import Study

Progress = Callable[[str, int, int], None]


def cabm_study(
    spec: ModelSpec, data: FramedSet, counts: Counts, settings: Settings, on_progress: Progress
) -> Study:
    """A study of one model; what the store knows is not computed again.

    Args:
        on_progress: called with (measure, finished items, all items).

    Raises:
        BiascopeError: what the model, the sentences or the corpus refuse.
    """
    from engine.measures.cabm.study import study

    def ask(name: str, items: list[Any], params: dict[str, Any]) -> Measurement:
        return measure(
            name, spec, items, params, lambda done, total: on_progress(name, done, total)
        )

    return study(ask, _derive, data, counts, settings)


def cabm_missing(spec: ModelSpec, data: FramedSet, sentence: str) -> int:
    """Sentences of a set that were not read yet, without loading anything."""
    items = [entry.item() for entry in data.sentences]
    return len(items) - len(known("cabm", spec, items, {"sentence": sentence}))


def cabm_stored(
    spec: ModelSpec, data: FramedSet, counts: Counts, settings: Settings
) -> pd.DataFrame | None:
    """Scores of the chosen weighting, if the store knows all they rest on; nothing is computed."""
    from engine.measures.cabm.study import study

    key = (spec, data.name, counts.corpus, settings)
    if key not in _known_scores():
        if cabm_missing(spec, data, settings.sentence):
            return None
        ask, derive = partial(_stored_measurement, spec), _stored_derived
        try:
            found = study(ask, derive, data, counts, replace(settings, templates=()))
            weights = found.weighed(settings.weighting, intervals=False)["weights"]
        except LookupError:
            return None
        _known_scores()[key] = found.scored(weights)
    return _known_scores()[key]


@st.cache_resource(show_spinner=False)
def _known_scores() -> dict[Any, pd.DataFrame]:
    """A second look reads megabytes of vectors; the scores are a few numbers."""
    return {}


def _stored_measurement(
    spec: ModelSpec, name: str, items: list[Any], params: dict[str, Any]
) -> Measurement:
    values = stored(name, spec, items, params)
    if values is None:
        raise LookupError(name)
    return Measurement(values, manifest(name, spec, items, params))


def _stored_derived(
    name: str, version: int, item: Any, params: dict[str, Any], _work: Callable[[], Any]
) -> Any:
    found = store().get(Context.of({}, name, version, params), [item])
    if not found:
        raise LookupError(name)
    return found[0]


def submit_cabm(
    title: str, spec: ModelSpec, arguments: Sequence[str], files: Mapping[str, bytes]
) -> None:
    """Have a set measured in the background by the command a person would type.

    Args:
        arguments: what follows `python -m engine`, without the model.
        files: those of `arguments` that are the reader's own files.
    """
    words = [jobs.Input(word, files[word]) if word in files else word for word in arguments]
    jobs.submit(title, [*words, *_options(spec)])


def cabm_job(title: str, spec: ModelSpec) -> jobs.Job | None:
    """The job of this title on this model that is at work, or waits to be."""
    ending = tuple(_options(spec))
    for job in jobs.jobs():
        masked = ("--mask" in job.argv) == bool(spec.masked_heads)
        if job.active and job.title == title and masked and job.argv[-len(ending) :] == ending:
            return job
    return None


def _options(spec: ModelSpec) -> list[str]:
    masked = ["--mask", format_heads(spec.masked_heads)] if spec.masked_heads else []
    return [*masked, "--model", spec.checkpoint]


def _derive(
    name: str, version: int, item: Any, params: dict[str, Any], work: Callable[[], Any]
) -> Any:
    return derived(name, version, item, params, work, store())
